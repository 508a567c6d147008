'use client';

import { Button, Group, TextInput } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Chip } from '#console/_ui/chip.tsx';
import { type Colour, colourShape, contrast, legibleColour } from '#lib/colour.ts';

/** The wizard's default colour (public/wizard.css). */
const defaultColour: Colour = '#0b5563';

/** The colour in the text; undefined if it is none. */
export function colourOf(text: string): Colour | undefined {
  const plain = text.trim().toLowerCase();
  return colourShape.test(plain) ? (plain as Colour) : undefined;
}

interface ColourFieldProps {
  value?: string;
  error?: ReactNode;
  onChange: (colour: string) => void;
}

/** A colour as hex code or from a picker. White button labels must be readable on it. */
export function ColourField({ value = '', error, onChange, ...rest }: ColourFieldProps) {
  const t = useTranslations('console.configuration.apps.settings');
  return (
    <div>
      <TextInput
        {...rest}
        label={t('colour')}
        description={t('colourHint')}
        placeholder={defaultColour}
        maxLength={7}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        rightSectionWidth="3rem"
        rightSection={
          <input
            type="color"
            className="colour-pick"
            aria-label={t('colourPick')}
            value={colourOf(value) ?? defaultColour}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        }
      />
      <Contrast of={colourOf(value)} onChange={onChange} />
    </div>
  );
}

const least = 4.5;

function Contrast({ of: colour, onChange }: { of: Colour | undefined; onChange: (colour: string) => void }) {
  const t = useTranslations('console.configuration.apps.settings');
  const format = useFormatter();
  const ratio = colour && contrast(colour, '#ffffff');
  const passes = ratio !== undefined && ratio >= least;
  const darker = colour && !passes ? legibleColour(colour, ['#ffffff'], '#000000') : undefined;
  return (
    <Group gap="0.35rem 0.75rem" mt="0.4rem" fz="sm" role="status">
      {ratio !== undefined && (
        <>
          {/* Rounded down, because a contrast of 4.47 shown as 4.5 would still be refused. */}
          <span>{t('contrast', { ratio: format.number(Math.floor(ratio * 10) / 10) })}</span>
          <Chip tone={passes ? 'good' : 'bad'}>{t(passes ? 'contrastPasses' : 'contrastFails')}</Chip>
          {darker && (
            <Button variant="light" size="compact-sm" onClick={() => onChange(darker)}>
              {t('contrastUse', { colour: darker })}
            </Button>
          )}
        </>
      )}
    </Group>
  );
}
