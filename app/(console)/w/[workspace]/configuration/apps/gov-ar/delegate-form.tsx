'use client';

import { Button, Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useState } from 'react';
import type { ActionFailure } from '#console/_action.ts';
import { Failure } from '#console/_ui/failure.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { Candidate } from '#lib/registrations/delegation.ts';
import { findCandidates, saveSettings } from '../actions.ts';

interface DelegateFormProps {
  workspace: string;
  /** The first candidates; if `hasMore`, others can be searched. */
  candidates: Candidate[];
  hasMore: boolean;
  named: (Candidate & { acceptsWithinHours: number | undefined }) | undefined;
  /** Number of suppliers that delegated to the current delegate. */
  suppliers: number;
}

/** Chooses the supplier that acts for delegating suppliers, and how soon it accepts delegations. */
export function DelegateForm({ workspace, candidates, hasMore, named, suppliers }: DelegateFormProps) {
  const t = useTranslations('console.configuration.apps.delegate');
  const [found, setFound] = useState<Candidate[]>([]);
  const form = useForm({
    initialValues: { entryId: named?.entryId ?? '', hours: named?.acceptsWithinHours?.toString() ?? '' },
  });
  const { run, pending, failure } = useConsoleAction(saveSettings.bind(null, workspace), form);
  const { entryId, hours } = form.values;
  const choices = byEntry([...(named ? [named] : []), ...candidates, ...found]);
  const save = form.onSubmit(() =>
    run(
      { delegate: entryId ? { siloEntryId: entryId, ...hoursOf(hours) } : null },
      () => notifications.show({ message: t('saved'), color: 'green' }),
      ({ fields }) => form.setErrors(plainName(fields)),
    ),
  );
  const plainName = (fields: ActionFailure['fields']) => ({
    ...('delegate' in fields || 'delegate.siloEntryId' in fields ? { entryId: t('faults.delegate') } : {}),
    ...('delegate.acceptsWithinHours' in fields ? { hours: t('faults.hours') } : {}),
  });
  return (
    <form onSubmit={save} noValidate className="settings-fields">
      <NativeSelect
        label={t('who')}
        description={t('whoHint')}
        data={[
          { value: '', label: t('nobody') },
          ...choices.map(({ entryId, name, cuit }) => ({
            value: entryId,
            label: `${name} · ${formatCuit(cuit)}`,
          })),
        ]}
        {...form.getInputProps('entryId')}
      />
      {hasMore && (
        <CandidateSearch
          workspace={workspace}
          listed={candidates.length}
          onFound={(more) => {
            setFound(more);
            if (more[0]) form.setFieldValue('entryId', more[0].entryId);
          }}
        />
      )}
      {named && suppliers > 0 && entryId !== named.entryId && (
        <Notice tone="wait" title={t('staysTitle')}>
          {t('stays', { count: suppliers, name: named.name })}
        </Notice>
      )}
      {entryId && (
        <NumberInput
          label={t('hours')}
          description={t('hoursHint')}
          min={1}
          max={240}
          allowDecimal={false}
          clampBehavior="none"
          {...form.getInputProps('hours')}
          onChange={(value) => form.setFieldValue('hours', String(value))}
        />
      )}
      <Failure of={failure} />
      <div>
        <Button type="submit" variant="default" loading={pending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

/** Text that is not a number becomes 0, which the server rejects. */
const hoursOf = (hours: string) => (hours.trim() === '' ? {} : { acceptsWithinHours: Number(hours) || 0 });

const byEntry = (candidates: Candidate[]): Candidate[] => [
  ...new Map(candidates.map((each) => [each.entryId, each])).values(),
];

interface CandidateSearchProps {
  workspace: string;
  /** Number of candidates in the list, without the search results. */
  listed: number;
  onFound: (found: Candidate[]) => void;
}

/** Search field, for workspaces whose registered suppliers do not all fit in the list. */
function CandidateSearch({ workspace, listed, onFound }: CandidateSearchProps) {
  const t = useTranslations('console.configuration.apps.delegate');
  const { run, pending, failure } = useConsoleAction(findCandidates.bind(null, workspace));
  const [q, setQ] = useState('');
  const [isNobody, setNobody] = useState(false);
  const search = () =>
    run({ q }, (found) => {
      setNobody(found.length === 0);
      onFound(found);
    });
  // Enter must not submit the surrounding form.
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
