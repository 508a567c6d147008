import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { At } from '#console/_shell/navigation.ts';
import { DataTable } from '#console/_ui/data-table.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { Day } from '#console/_ui/moment.tsx';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { Stopped } from '#lib/reports/stopped.ts';

export async function StoppedTable({ stopped, at }: { stopped: Stopped[]; at: At }) {
  const t = await getTranslations('console.overview');
  return (
    <DataTable
      className="rows-many"
      rows={stopped}
      empty={<EmptyNote icon="suppliers">{t('stopped.none')}</EmptyNote>}
      columns={[
        {
          head: t('stopped.supplier'),
          kind: 'title',
          cell: ({ entryId, supplier }) => (
            <>
              <Link href={at(`/entries/${entryId}`)}>
                <strong>
                  <bdi>{supplier?.name ?? entryId}</bdi>
                </strong>
              </Link>
              {supplier && <p className="hint">{formatCuit(supplier.cuit)}</p>}
            </>
          ),
        },
        { head: t('stopped.stage'), cell: ({ stage }) => t(`stopped.stages.${stage}`) },
        { head: t('stopped.reason'), cell: ({ reason }) => reason && t(`reasons.${reason}`) },
        { head: t('stopped.opened'), cell: ({ createdAt }) => <Day at={createdAt} /> },
      ]}
    />
  );
}
