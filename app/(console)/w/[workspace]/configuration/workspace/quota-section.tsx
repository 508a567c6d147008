import { getFormatter, getTranslations } from 'next-intl/server';
import { Chip } from '#console/_ui/chip.tsx';
import { FactList } from '#console/_ui/fact-list.tsx';
import type { QuotaUse } from '#lib/quotas.ts';

/** From this part on a quota is almost full. */
const nearFrom = 0.9;

/** How much there is of what is counted, and how much there may be. */
export async function QuotaSection({ quotas }: { quotas: QuotaUse[] }) {
  const t = await getTranslations('console.configuration.workspace.quotas');
  const format = await getFormatter();
  const sizeOf = (mebibytes: number) =>
    mebibytes < 1_024
      ? `${format.number(mebibytes)} MiB`
      : `${format.number(mebibytes / 1_024, { maximumFractionDigits: 1 })} GiB`;
  const shown = ({ name, used, most }: QuotaUse) => (
    <>
      {name === 'storage'
        ? t('useBytes', { used: sizeOf(used), most: sizeOf(most) })
        : t('use', { used, most })}{' '}
      {used >= most ? (
        <Chip tone="bad">{t('full')}</Chip>
      ) : (
        used >= nearFrom * most && <Chip tone="wait">{t('near')}</Chip>
      )}
    </>
  );
  return (
    <section className="sheet sheet-text" aria-labelledby="quotas">
      <h2 id="quotas">{t('title')}</h2>
      <p>{t('lead')}</p>
      <FactList layout="columns" facts={quotas.map((quota) => [t(`names.${quota.name}`), shown(quota)])} />
    </section>
  );
}
