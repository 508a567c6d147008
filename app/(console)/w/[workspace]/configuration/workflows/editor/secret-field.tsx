'use client';

import { Button, Group, Input, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ConfigFieldProps } from './config-field.tsx';

/** What the API shows in a secret's place, and takes for "the one there is". */
export const hidden = '********';

/** A secret is there or not; it can be replaced, never looked at. */
export function SecretField({ spec, label, hint, value, saved, error, onChange }: ConfigFieldProps) {
  const t = useTranslations('console.workflows.editor');
  if (value === hidden) {
    return (
      <Input.Wrapper label={label} description={hint} error={error} labelElement="div">
        <Group gap="xs">
          <span className="secret-set">{t('secretSet')}</span>
          <Button
            variant="light"
            size="compact-sm"
            aria-label={t('replaceLabel', { field: label })}
            onClick={() => onChange('')}
          >
            {t('replace')}
          </Button>
          {!spec.isRequired && (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={t('clearLabel', { field: label })}
              onClick={() => onChange(undefined)}
            >
              {t('clear')}
            </Button>
          )}
        </Group>
      </Input.Wrapper>
    );
  }
  return (
    <div>
      <TextInput
        label={label}
        description={hint}
        error={error}
        required={spec.isRequired}
        value={typeof value === 'string' ? value : ''}
        // Asked for by a click on "replace".
        autoFocus={value === ''}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value || (saved === hidden ? '' : undefined))}
      />
      {saved === hidden && (
        <Button
          mt={4}
          variant="subtle"
          size="compact-sm"
          aria-label={t('keepLabel', { field: label })}
          onClick={() => onChange(hidden)}
        >
          {t('keep')}
        </Button>
      )}
    </div>
  );
}
