import { getTranslations } from 'next-intl/server';
import type { SessionSummary } from '#lib/accounts/sessions.ts';
import { ActButton } from '../_ui/act-button.tsx';
import { ConfirmButton } from '../_ui/confirm-button.tsx';
import { DataTable } from '../_ui/data-table.tsx';
import { Moment } from '../_ui/moment.tsx';
import { endOneSession, signOutEverywhere } from './actions.ts';
import { deviceOf } from './device.ts';

/** Where the person is signed in, with a way to end each and all. */
export async function SessionTable({ sessions, current }: { sessions: SessionSummary[]; current: string }) {
  const t = await getTranslations('console.account.account');
  const deviceName = (userAgent: string | null) => {
    const known = deviceOf(userAgent);
    return known ? t('on', known) : t('unknownDevice');
  };
  return (
    <section className="sheet" aria-labelledby="sessions">
      <div className="sheet-text">
        <h2 id="sessions">{t('sessionsTitle')}</h2>
        <p className="hint">{t('sessionsText')}</p>
      </div>
      <DataTable
        rows={sessions}
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
            kind: 'acts',
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
