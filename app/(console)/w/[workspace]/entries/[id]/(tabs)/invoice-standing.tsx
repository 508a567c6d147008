import { Alert } from '@mantine/core';
import { getLocale, getTranslations } from 'next-intl/server';
import type { Fault } from '#lib/errors.ts';
import type { Submission } from '#lib/invoices/submissions.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { Icon } from '../../../../../_shell/icon.tsx';
import { Moment } from '../../../../../_shell/moment.tsx';
import { EventText } from '../../../jobs/[id]/event-text.tsx';
import { eventWords } from '../../../jobs/[id]/event-words.ts';

interface InvoiceStandingProps {
  entry: EntryRow;
  submission: Submission | undefined;
}

/** One sentence on where it stands; and why it does not go on, where it does not. */
export async function InvoiceStanding({ entry, submission }: InvoiceStandingProps) {
  const t = await getTranslations('console.invoices.card');
  const faults = faultsOf(entry, submission);
  if (faults.length > 0) {
    return (
      <Alert
        color="red"
        icon={<Icon name="note" />}
        title={t(submission?.status === 'refused' ? 'standing.refused' : 'standing.stopped')}
      >
        <ul className="plain-list">
          {faults.map((fault) => (
            <li key={`${fault.code} ${fault.message}`}>
              <EventText of={fault} />
            </li>
          ))}
        </ul>
        <p>{t('standing.again')}</p>
      </Alert>
    );
  }
  if (submission?.obstacle) return <Waiting of={submission} />;
  const status = submission?.status ?? 'unsent';
  return (
    <p role="status">
      {t(`standing.${status}`)}{' '}
      {status === 'authorised' && submission?.settledAt && <Moment at={submission.settledAt} />}
    </p>
  );
}

/** What put it off, and when it is tried again. */
async function Waiting({ of: { obstacle, nextAttemptAt } }: { of: Submission }) {
  const t = await getTranslations('console.invoices.card');
  const jobs = await getTranslations('console.jobs');
  const { text } = eventWords(jobs, obstacle ?? {}, await getLocale());
  return (
    <Alert color="yellow" icon={<Icon name="note" />} title={t('standing.waiting')}>
      {text}
      {nextAttemptAt && (
        <p>
          {t('nextAttempt')} <Moment at={nextAttemptAt} />.
        </p>
      )}
    </Alert>
  );
}

/** Of the last job, when it failed; of the authority, when somebody gave the entry another label since. */
function faultsOf({ state, faults }: EntryRow, submission: Submission | undefined): Fault[] {
  if (submission?.status === 'authorised') return [];
  if (state === 'error') return faults;
  return submission?.status === 'refused' ? submission.faults : [];
}
