import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { SessionSummary } from '#lib/accounts/sessions.ts';
import { ActButton, ConfirmButton } from '../_ui/buttons.tsx';
import { DataTable } from '../_ui/data-table.tsx';
import { Moment } from '../_ui/moment.tsx';
import { endOneSession, signOutEverywhere } from './actions.ts';
import { deviceNames } from './device-names.ts';

const newest = 20;

interface SessionTableProps {
  /** As they were last used, the latest first. */
  sessions: SessionSummary[];
  /** The id of the one that asks, which stands before the others. */
  current: string;
  shown: 'newest' | 'all';
}

/** Where the person is signed in, with a way to end each and all. */
export async function SessionTable({ sessions, current, shown }: SessionTableProps) {
  const t = await getTranslations('console.account.account');
  const deviceName = await deviceNames();
  const own = sessions.filter(({ id }) => id === current);
  const inOrder = [...own, ...sessions.filter(({ id }) => id !== current)];
  const listed = shown === 'all' ? inOrder : inOrder.slice(0, newest);
  return (
    <section className="sheet" aria-labelledby="sessions">
      <div className="sheet-text">
        <h2 id="sessions">{t('sessionsTitle')}</h2>
        <p className="hint">{t('sessionsText')}</p>
      </div>
      <DataTable
        rows={listed}
        columns={[
          {
            head: t('device'),
            kind: 'title',
            cell: ({ userAgent }) => <strong>{deviceName(userAgent)}</strong>,
          },
          { head: t('address'), cell: ({ address }) => address ?? '-' },
          { head: t('started'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { head: t('lastUsed'), cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
          {
            head: t('actions'),
            kind: 'actions',
            cell: ({ id, userAgent }) =>
              id === current ? (
                <span className="hint">{t('thisSession')}</span>
              ) : (
                <ActButton
                  variant="subtle"
                  color="red"
                  label={t('endSession')}
                  fullLabel={t('endSessionLabel', { device: deviceName(userAgent) })}
                  action={endOneSession.bind(null, { id })}
                />
              ),
          },
        ]}
      />
      <div className="sheet-text">
        {listed.length < sessions.length && (
          <Link href="/account?sessions=all">{t('allSessions', { count: sessions.length })}</Link>
        )}
        <div>
          <ConfirmButton
            label={t('endAll')}
            title={t('endAllTitle')}
            action={signOutEverywhere.bind(null, {})}
            variant="outline"
          >
            {t('endAllText')}
          </ConfirmButton>
        </div>
      </div>
    </section>
  );
}
