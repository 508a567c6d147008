import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { At } from '#console/_shell/navigation.ts';
import { Notice } from '#console/_ui/notice.tsx';
import type { Acting } from '#lib/registrations/delegation-readiness.ts';

/** Certificates on which the invoices of others rest, before they end and after. */
export async function ActingInTrouble({ acting, at }: { acting: Acting[]; at: At }) {
  const t = await getTranslations('console.overview.acting');
  return acting.map(
    ({ entryId, name, suppliers, notAfter, trouble }) =>
      trouble && (
        <Notice
          key={entryId}
          tone={trouble === 'does-not-sign' ? 'bad' : 'wait'}
          title={
            trouble === 'ends-soon' && notAfter
              ? t('ends-soon', { name, at: notAfter })
              : t('does-not-sign', { name })
          }
        >
          {t(`rest.${trouble}`, { count: suppliers })}{' '}
          <Link href={at(`/entries/${entryId}`)}>{t('renew')}</Link>
        </Notice>
      ),
  );
}
