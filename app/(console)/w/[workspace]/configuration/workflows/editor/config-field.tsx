'use client';

import { ActionIcon, Button, Input, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon } from '#console/_ui/icon.tsx';
import type { FieldSpec } from './fields.ts';
import { hidden, SecretField } from './secret-field.tsx';

export interface ConfigFieldProps {
  spec: FieldSpec;
  label: string;
  hint: string | undefined;
  /** What a value that can be chosen is called. */
  choiceOf: (value: string) => string;
  value: unknown;
  /** What is saved, to go back to. */
  saved: unknown;
  error: string | undefined;
  /** `undefined` leaves it out. */
  onChange: (value: unknown) => void;
}

export function ConfigField(props: ConfigFieldProps) {
  const { spec, label, hint, choiceOf, value, error, onChange } = props;
  const t = useTranslations('console.workflows');
  const common = { label, description: hint, error, required: spec.isRequired };
  switch (spec.shape.kind) {
    case 'choice':
      return (
        <NativeSelect
          {...common}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
          data={[
            { value: '', label: t('editor.choose') },
            ...spec.shape.choices.map((choice) => ({
              value: choice,
              label: choiceOf(choice),
            })),
          ]}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : ''}
          {...(spec.shape.min === undefined ? {} : { min: spec.shape.min })}
          {...(spec.shape.max === undefined ? {} : { max: spec.shape.max })}
          clampBehavior="none"
          allowDecimal={false}
          hideControls
          onChange={(typed) => onChange(typeof typed === 'number' ? typed : undefined)}
        />
      );
    case 'text':
      return spec.isSecret ? (
        <SecretField {...props} />
      ) : (
        <TextInput
          {...common}
          value={typeof value === 'string' ? value : ''}
          inputMode={spec.shape.format === 'email' ? 'email' : spec.name === 'url' ? 'url' : 'text'}
          {...(spec.shape.longest ? { maxLength: spec.shape.longest } : {})}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      );
    case 'pairs':
      return <PairsField {...props} />;
    case 'other':
      return (
        <div>
          <Text size="sm" fw={500}>
            {label}
          </Text>
          <p className="hint">{t('editor.editAsJson')}</p>
        </div>
      );
  }
}

interface Pair {
  /** Its place in the list, which stays while its name is typed. */
  key: number;
  name: string;
  value: string;
}

/** Texts by name. A secret value is shown as set, and is replaced by typing another. */
function PairsField({ label, hint, value, error, onChange }: ConfigFieldProps) {
  const t = useTranslations('console.workflows.editor');
  const [pairs, setPairs] = useState<Pair[]>(() =>
    Object.entries(isRecord(value) ? value : {}).map(([name, each], key) => ({
      key,
      name,
      value: String(each),
    })),
  );
  const set = (next: Pair[]) => {
    setPairs(next);
    const filled = next.filter(({ name, value }) => name || value);
    onChange(filled.length ? Object.fromEntries(filled.map(({ name, value }) => [name, value])) : undefined);
  };
  const change = (key: number, part: Partial<Pair>) =>
    set(pairs.map((pair) => (pair.key === key ? { ...pair, ...part } : pair)));
  return (
    <Input.Wrapper label={label} description={hint} error={error} labelElement="div">
      <fieldset className="pairs" aria-label={label}>
        {pairs.map((pair, index) => (
          <div key={pair.key} className="pair">
            <TextInput
              aria-label={t('pairNameOf', { field: label, number: index + 1 })}
              placeholder={t('pairName')}
              value={pair.name}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change(pair.key, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={t('pairValueOf', { field: label, name: pair.name || String(index + 1) })}
              placeholder={pair.value === hidden ? t('secretSet') : t('pairValue')}
              value={pair.value === hidden ? '' : pair.value}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change(pair.key, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={t('clearLabel', { field: `${label} ${pair.name || index + 1}` })}
              title={t('clear')}
              onClick={() => set(pairs.filter(({ key }) => key !== pair.key))}
            >
              <Icon name="remove" size={18} />
            </ActionIcon>
          </div>
        ))}
        <Button
          variant="light"
          size="compact-sm"
          aria-label={t('pairAddLabel', { field: label })}
          leftSection={<Icon name="plus" size={16} />}
          onClick={() =>
            setPairs([
              ...pairs,
              { key: Math.max(-1, ...pairs.map(({ key }) => key)) + 1, name: '', value: '' },
            ])
          }
        >
          {t('pairAdd')}
        </Button>
      </fieldset>
    </Input.Wrapper>
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
