'use client';

import { Button, NativeSelect, TextInput } from '@mantine/core';
import Form from 'next/form';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { DayRangeFields } from '#console/_ui/day-range.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import type { EntryStateKey } from '#lib/silo/states.ts';
import type { ReadEntryParams } from './entry-query.ts';

interface FilterTexts {
  search: string;
  searchHint: string;
  state: string;
  allStates: string;
}

interface FiltersProps {
  path: string;
  texts: FilterTexts;
  read: Pick<ReadEntryParams, 'typed' | 'faults'>;
  states: readonly EntryStateKey[];
  /** Options of the state filter that are not states. */
  others: readonly { value: string; label: string }[];
}

/** A GET form, so that the result has an address. Choosing a state submits it at once. */
export function Filters({ path, texts, read, states, others }: FiltersProps) {
  const stateNames = useTranslations('console.entry.states');
  const t = useTranslations('console.shell.lists');
  const form = useRef<HTMLFormElement>(null);
  const { typed, faults } = read;
  const { q = '', state = '' } = typed;
  const shown = JSON.stringify({ q, state });
  const address = useRef(shown);
  // Typed input stays, even if it was typed before the script loaded. Only a new address, through Back or a
  // link, changes the fields.
  useEffect(() => {
    if (address.current === shown) return;
    address.current = shown;
    const fields = form.current?.elements;
    for (const [name, value] of Object.entries<string>(JSON.parse(shown))) {
      const field = fields?.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
  }, [shown]);
  return (
    <Form ref={form} action={path} className="filters" role="search">
      <TextInput
        type="search"
        name="q"
        defaultValue={q}
        maxLength={200}
        label={texts.search}
        placeholder={texts.searchHint}
        leftSection={<Icon name="search" size={18} />}
        className="filter-search"
      />
      <NativeSelect
        name="state"
        label={texts.state}
        defaultValue={state}
        onChange={() => form.current?.requestSubmit()}
        data={[
          { value: '', label: texts.allStates },
          ...states.map((value) => ({ value, label: stateNames(value) })),
          ...others,
          ...(faults.state ? [{ value: state, label: state }] : []),
        ]}
        error={faults.state && t(`faults.${faults.state}`)}
      />
      <DayRangeFields key={JSON.stringify([typed.period, typed.from, typed.to])} read={read} />
      <Button type="submit" variant="default">
        {t('filter')}
      </Button>
    </Form>
  );
}
