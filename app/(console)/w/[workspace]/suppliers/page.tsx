import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Chip } from '#console/_ui/chip.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { ListMoment } from '#console/_ui/moment.tsx';
import { titled } from '#console/_ui/page-header.tsx';
import { partyInList } from '#console/w/[workspace]/_entries/party-of.ts';
import { StateChip } from '#console/w/[workspace]/_entries/state-chip.tsx';
import { formatCuit } from '#lib/documents/cuit.ts';
import {
  type ExpiringSoon,
  expiringOfSuppliers,
  stagesOfSuppliers,
} from '#lib/reports/open-registrations.ts';
import { isPermitted } from '#lib/roles.ts';
import { withoutPointOfSaleAmong } from '#lib/silo/invoice-filter.ts';
import { EntryListPage, type EntryTableProps } from '../_entries/entry-list-page.tsx';
import { RowMenu } from '../_entries/row-menu.tsx';

export const generateMetadata = titled('suppliers.list.title');

interface SuppliersProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Suppliers({ params, searchParams }: SuppliersProps) {
  const { ctx } = await requireMember((await params).workspace, 'suppliers:read');
  return (
    <EntryListPage ctx={ctx} folder="suppliers" searchParams={await searchParams} table={SupplierTable} />
  );
}

async function SupplierTable({ ctx, workspace, entries, order }: EntryTableProps) {
  const t = await getTranslations('console.suppliers.list');
  const menu = await getTranslations('console.suppliers.menu');
  const [expiring, withoutPoint, stages] = await Promise.all([
    expiringOfSuppliers(ctx, entries),
    withoutPointOfSaleAmong(ctx, entries),
    stagesOfSuppliers(ctx, entries),
  ]);
  const path = (id: string) => workspacePath(workspace, `/entries/${id}`);
  return (
    <DataTable
      className="rows-many linked-rows"
      choice={({ id, name }) => ({ id, name })}
      rows={entries.map(({ snippet, ...entry }) => ({ ...entry, ...partyInList(snippet) }))}
      columns={[
        {
          head: t('name'),
          kind: 'title',
          className: 'named',
          whole: ({ name }) => name,
          cell: ({ id, name }) => (
            <Link href={path(id)} prefetch={false} className="row-link">
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        {
          head: t('taxCode'),
          className: 'nowrap',
          cell: ({ country, code }) => (
            <>
              <span className="hint">{country}</span> {country === 'AR' ? formatCuit(code) : code}
            </>
          ),
        },
        {
          head: t('state'),
          cell: ({ id, state }) => (
            <>
              <StateChip state={state} lacksPointOfSale={withoutPoint.has(id)} stage={stages.get(id)} />
              <Expiring {...expiring.get(id)} />
            </>
          ),
        },
        {
          head: t('created'),
          className: 'created',
          order,
          cell: ({ createdAt }) => <ListMoment at={createdAt} />,
        },
        {
          head: t('actions'),
          kind: 'menu',
          cell: ({ id, name, code }) => (
            <RowMenu
              label={menu('label', { name })}
              links={[
                { href: path(id), text: menu('open') },
                ...(isPermitted(ctx, 'entries:write')
                  ? [{ href: `${path(id)}/edit`, text: menu('edit') }]
                  : []),
                ...(isPermitted(ctx, 'meta:read') ? [{ href: `${path(id)}/meta`, text: menu('link') }] : []),
              ]}
              copies={[
                { value: code, text: menu('copyCode') },
                { value: id, text: menu('copyId') },
              ]}
            />
          ),
        },
      ]}
    />
  );
}

/** Days until the supplier's certificate expires, if it expires soon. */
function Expiring({ daysLeft, renewing }: Partial<ExpiringSoon>) {
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
