'use client';

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import Form from 'next/form';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Icon } from '#console/_ui/icon.tsx';
import type { EntryStateKey } from '#lib/silo/states.ts';

interface FilterTexts {
  search: string;
  searchHint: string;
  state: string;
  allStates: string;
  archived: string;
  submit: string;
}

interface FiltersProps {
  path: string;
  texts: FilterTexts;
  q: string;
  state: EntryStateKey | 'archived' | '';
  states: readonly EntryStateKey[];
}

/** A form of plain GET parameters: what it shows has an address. Choosing a state sends it at once. */
export function Filters({ path, texts, q, state, states }: FiltersProps) {
  const stateNames = useTranslations('console.entry.states');
  const form = useRef<HTMLFormElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => search.current?.focus()]]);
  const address = useRef({ q, state });
  // The fields are the reader's while they type, also before this script came; Back and the links change them.
  useEffect(() => {
    const { current } = address;
    if (current.q === q && current.state === state) return;
    address.current = { q, state };
    const fields = form.current?.elements;
    for (const [name, value] of Object.entries({ q, state })) {
      const field = fields?.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
  }, [q, state]);
  return (
    <Form ref={form} action={path} className="filters" role="search">
      <TextInput
        ref={search}
        type="search"
        name="q"
        defaultValue={q}
        maxLength={200}
        label={texts.search}
        placeholder={texts.searchHint}
        leftSection={<Icon name="search" size={18} />}
        aria-keyshortcuts="/"
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
          { value: 'archived', label: texts.archived },
        ]}
      />
      <Button type="submit" variant="default">
        {texts.submit}
      </Button>
    </Form>
  );
}
