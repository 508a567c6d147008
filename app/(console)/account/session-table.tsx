import { getTranslations } from 'next-intl/server';
import type { SessionSummary } from '#lib/accounts/sessions.ts';
import { ConfirmButton } from '../_ui/confirm-button.tsx';
import { Moment } from '../_ui/moment.tsx';
import { signOutEverywhere } from './actions.ts';
import { deviceOf } from './device.ts';
import { EndSessionButton } from './end-session-button.tsx';

/** Where the person is signed in, with a way to end each and all. */
export async function SessionTable({ sessions, current }: { sessions: SessionSummary[]; current: string }) {
  const t = await getTranslations('console.account.account');
  return (
    <section className="sheet" aria-labelledby="sessions">
      <div className="sheet-text">
        <h2 id="sessions">{t('sessionsTitle')}</h2>
        <p className="hint">{t('sessionsText')}</p>
      </div>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">{t('device')}</th>
            <th scope="col">{t('address')}</th>
            <th scope="col">{t('started')}</th>
            <th scope="col">{t('lastUsed')}</th>
            <th scope="col" className="acts">
              {t('actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ id, userAgent, address, createdAt, lastUsedAt }) => {
            const known = deviceOf(userAgent);
            const device = known ? t('on', known) : t('unknownDevice');
            return (
              <tr key={id}>
                <td>
                  <strong>{device}</strong>
                </td>
                <td data-label={t('address')}>{address ?? '-'}</td>
                <td data-label={t('started')}>
                  <Moment at={createdAt} />
                </td>
                <td data-label={t('lastUsed')}>
                  <Moment at={lastUsedAt} />
                </td>
                <td className="acts">
                  {id === current ? (
                    <span className="hint">{t('thisSession')}</span>
                  ) : (
                    <EndSessionButton id={id} device={device} />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
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
