'use client';

import { Button, Group, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useState } from 'react';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { Candidate } from '#lib/registrations/delegation/candidates.ts';
import { findCandidates } from '../actions.ts';

interface CandidateSearchProps {
  workspace: string;
  /** How many the list has without it. */
  listed: number;
  onFound: (found: Candidate[]) => void;
}

/** For a workspace with more registered suppliers than the list has. */
export function CandidateSearch({ workspace, listed, onFound }: CandidateSearchProps) {
  const t = useTranslations('console.configuration.apps.delegate');
  const { run, pending, failure } = useConsoleAction(findCandidates.bind(null, workspace));
  const [q, setQ] = useState('');
  const [isNobody, setNobody] = useState(false);
  const search = () =>
    run({ q }, (found) => {
      setNobody(found.length === 0);
      onFound(found);
    });
  // It stands inside of the form whose choice it adds to.
  const searchOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    search();
  };
  return (
    <>
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          type="search"
          label={t('search')}
          description={t('searchHint', { count: listed })}
          error={isNobody && t('searchNone')}
          value={q}
          maxLength={200}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
          onKeyDown={searchOnEnter}
          flex={1}
        />
        <Button variant="default" onClick={search} loading={pending}>
          {t('searchSubmit')}
        </Button>
      </Group>
      <Failure of={failure} />
    </>
  );
}
