import { Stack } from '@mantine/core';
import { getLocale, getTranslations } from 'next-intl/server';
import { ActButton } from '#console/_ui/buttons.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import type { Workspace } from '#lib/context.ts';
import { catalogues } from '#lib/i18n.ts';
import { pointOfSaleSteps } from '#lib/registrations/points-of-sale/steps.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { checkPoints } from './actions.ts';

interface PointsOfSaleProps {
  of: Registration;
  workspace: Workspace;
  /** There is a certificate to ask the authority with. */
  canCheck: boolean;
}

/** What the authority has on record for invoicing by web service, as of when it was asked. */
export async function PointsOfSale({ of: registration, workspace, canCheck }: PointsOfSaleProps) {
  const points = registration.pointsOfSale;
  const t = await getTranslations('console.entry.registration.points');
  const { pointNoticeDays: days, pointNoticeRule: rule } = catalogues[await getLocale()].portal;
  return (
    <div>
      <h3 className="card-subheading">{t('title')}</h3>
      {workspace.environment === 'sandbox' ? (
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
          <p className="hint points-notice">{t('notice', { days, rule })}</p>
          {canCheck && !points.list.some(({ usable }) => usable) && (
            <HowTo name={registration.supplier.name} />
          )}
          {canCheck && (
            <Stack align="flex-start" gap="xs" mt="xs">
              <ActButton
                needs="registrations:write"
                variant="default"
                size="xs"
                label={t('check')}
                action={checkPoints.bind(null, workspace.slug, { id: registration.entryId })}
              />
            </Stack>
          )}
        </>
      )}
    </div>
  );
}

/** What to tell the supplier, in the words of its wizard. */
async function HowTo({ name }: { name: string }) {
  const t = await getTranslations('console.entry.registration.points');
  const locale = await getLocale();
  return (
    <details className="how-to">
      <summary>{t('howTo')}</summary>
      {pointOfSaleSteps(name, locale).map(({ classification, steps }) => (
        <div key={classification}>
          <h4 className="card-subheading">{classification}</h4>
          <ol>
            {steps.map((step) => (
              <li key={step}>
                <bdi>{step}</bdi>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </details>
  );
}
