import { getTranslations } from 'next-intl/server';
import type { Environment } from '#lib/environment.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { Moment } from '../../../../../_shell/moment.tsx';

interface PointsOfSaleProps {
  of: Registration['pointsOfSale'];
  environment: Environment;
}

/** What the authority has on record for invoicing by web service, as of when it was asked. */
export async function PointsOfSale({ of: points, environment }: PointsOfSaleProps) {
  const t = await getTranslations('console.entry.registration.points');
  return (
    <div>
      <h3 className="card-subheading">{t('title')}</h3>
      {environment === 'sandbox' ? (
        <p className="hint">{t('sandbox')}</p>
      ) : (
        <>
          {points.list.length > 0 && (
            <ul className="plain-list">
              {points.list.map(({ number, system, blocked, closedOn, usable }) => (
                <li key={number}>
                  <strong>{String(number).padStart(5, '0')}</strong> {system}
                  {!usable && (
                    <span className="hint"> · {t(closedOn ? 'closed' : blocked ? 'blocked' : 'other')}</span>
                  )}
                </li>
              ))}
            </ul>
          )}
          {points.readAt && points.list.length === 0 && <p className="hint">{t('none')}</p>}
          {points.readAt && (
            <p className="hint">
              {t('readAt')} <Moment at={points.readAt} />
            </p>
          )}
          {points.unavailable && <p className="hint">{t('unavailable')}</p>}
          {!points.readAt && !points.unavailable && <p className="hint">{t('unread')}</p>}
        </>
      )}
    </div>
  );
}
