'use client';

import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon } from '#console/_ui/icon.tsx';
import type { ConfigFieldProps } from './config-field.tsx';
import { hidden } from './secret-field.tsx';

interface Pair {
  /** Its place in the list, which stays while its name is typed. */
  key: number;
  name: string;
  value: string;
}

/** Texts by name. A secret value is shown as set, and is replaced by typing another. */
export function PairsField({ label, hint, value, error, onChange }: ConfigFieldProps) {
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
