import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { At } from '#console/_shell/navigation.ts';
import { CopyId } from '#console/_ui/copy.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { Permitted } from '#console/_ui/permitted.tsx';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { DelegationList, ListedDelegation } from '#lib/registrations/delegation/list.ts';
import { LastAnswer } from './last-answer.tsx';
import { VerifyButton } from './verify-button.tsx';

interface DelegationTableProps {
  workspace: string;
  at: At;
  list: DelegationList;
  delegations: ListedDelegation[];
  empty: ReactNode;
  /** Of the one that is named now. */
  delegateEntryId: string | undefined;
}

/** A line for each supplier, with what has to be typed in the portal beside it. */
export async function DelegationTable({
  workspace,
  at,
  list,
  delegations,
  empty,
  delegateEntryId,
}: DelegationTableProps) {
  const t = await getTranslations('console.delegations');
  return (
    <DataTable
      className="rows-many delegations"
      rows={delegations}
      empty={empty}
      columns={[
        {
          head: t('table.supplier'),
          kind: 'title',
          cell: ({ id, supplier }) => (
            <>
              <Link href={at(`/entries/${id}`)} prefetch={false}>
                <strong>
                  <bdi>{supplier.name || id}</bdi>
                </strong>
              </Link>
              {list === 'lost' && <p className="hint">{t('again')}</p>}
            </>
          ),
        },
        {
          head: t('table.grantor'),
          cell: ({ supplier: { cuit } }) => (
            <CopyId value={cuit} label={t('table.grantor')}>
              {formatCuit(cuit)}
            </CopyId>
          ),
        },
        {
          head: t('table.delegateCuit'),
          cell: ({ delegate: { entryId, cuit } }) => (
            <>
              <CopyId value={cuit} label={t('table.delegateCuit')}>
                {formatCuit(cuit)}
              </CopyId>
              {entryId !== delegateEntryId && <p className="hint">{t('table.former')}</p>}
            </>
          ),
        },
        {
          head: t(list === 'lost' ? 'table.lost' : 'table.claimed'),
          cell: ({ createdAt }) => <Moment at={createdAt} />,
        },
        { head: t('table.answer'), className: 'last-answer', cell: (row) => <LastAnswer {...row} /> },
        {
          head: t('table.actions'),
          kind: 'actions',
          cell: ({ id, supplier }) => (
            <Permitted to="registrations:write">
              <VerifyButton workspace={workspace} id={id} name={supplier.name} />
            </Permitted>
          ),
        },
      ]}
    />
  );
}
