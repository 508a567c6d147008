import { useTranslations } from 'next-intl';
import { Chip } from '#console/_ui/chip.tsx';
import type { ExpiringSoon } from '#lib/reports/expiring.ts';

/** How long the certificate of a supplier is still good, when that is not for long. */
export function Expiring({ daysLeft, renewing }: Partial<ExpiringSoon>) {
  const t = useTranslations('console.overview.expiring');
  if (daysLeft === undefined) return null;
  return (
    <>
      {' '}
      <Chip tone={daysLeft < 0 ? 'bad' : 'wait'}>
        {daysLeft < 0 ? t('expired') : t('left', { days: daysLeft })}
      </Chip>
      {renewing && (
        <>
          {' '}
          <Chip tone="quiet">{t('renewing')}</Chip>
        </>
      )}
    </>
  );
}
