'use client';

import { NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { FieldSpec } from './fields.ts';
import { PairsField } from './pairs-field.tsx';
import { SecretField } from './secret-field.tsx';

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
