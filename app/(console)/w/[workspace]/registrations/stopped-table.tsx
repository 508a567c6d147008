import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { Day } from '#console/_ui/moment.tsx';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { Stopped } from '#lib/reports/stopped.ts';
import type { At } from '../_overview/at.ts';

export async function StoppedTable({ stopped, at }: { stopped: Stopped[]; at: At }) {
  const t = await getTranslations('console.overview');
  if (stopped.length === 0) return <EmptyNote icon="suppliers">{t('stopped.none')}</EmptyNote>;
  return (
    <table className="rows rows-many">
      <thead>
        <tr>
          <th scope="col">{t('stopped.supplier')}</th>
          <th scope="col">{t('stopped.stage')}</th>
          <th scope="col">{t('stopped.reason')}</th>
          <th scope="col">{t('stopped.opened')}</th>
        </tr>
      </thead>
      <tbody>
        {stopped.map(({ id, entryId, supplier, stage, reason, createdAt }) => (
          <tr key={id}>
            <td>
              <Link href={at(`/entries/${entryId}`)}>
                <strong>
                  <bdi>{supplier?.name ?? entryId}</bdi>
                </strong>
              </Link>
              {supplier && <p className="hint">{formatCuit(supplier.cuit)}</p>}
            </td>
            <td data-label={t('stopped.stage')}>{t(`stopped.stages.${stage}`)}</td>
            <td data-label={t('stopped.reason')}>{reason && t(`reasons.${reason}`)}</td>
            <td data-label={t('stopped.opened')}>
              <Day at={createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
