import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { DataTable } from '#console/_ui/data-table.tsx';
import type { ListedPage } from '#console/_ui/list-page.tsx';
import { invoiceTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { StateChip } from '#console/w/[workspace]/_entries/state-chip.tsx';
import { formatCuit } from '#lib/documents/cuit.ts';
import { numberOf, summaryOfSnippet } from '#lib/documents/invoice/summary.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import '../_entries/entry-list.css';
import { RowMenu } from '../_entries/row-menu.tsx';

interface InvoiceTableProps {
  workspace: string;
  entries: ListedEntry[];
  order: ListedPage<ListedEntry>['order'];
}

/** One line for each invoice; all of it leads to its page. */
export async function InvoiceTable({ workspace, entries, order }: InvoiceTableProps) {
  const t = await getTranslations('console.invoices.list');
  const menu = await getTranslations('console.invoices.menu');
  const texts = await invoiceTexts();
  const path = (id: string) => workspacePath(workspace, `/entries/${id}`);
  return (
    <DataTable
      className="rows-many linked-rows invoice-rows"
      choice={({ id, invoice }) => ({ id, name: texts.title(invoice) })}
      rows={entries.map(({ id, state, snippet, stamps, remarks }) => ({
        id,
        state,
        remarks,
        cae: caeOf(stamps),
        invoice: summaryOfSnippet(snippet),
      }))}
      columns={[
        {
          head: t('number'),
          kind: 'title',
          className: 'named invoice-name',
          cell: ({ id, invoice }) => (
            <Link href={path(id)} prefetch={false} className="row-link">
              {texts.kind(invoice)} <span className="nowrap">{numberOf(invoice) ?? t('noNumber')}</span>
            </Link>
          ),
        },
        {
          head: t('state'),
          cell: ({ state, remarks }) => (
            <>
              <StateChip state={state} />
              {remarks.length > 0 && (
                <div className="hint">{t('remarkCount', { count: remarks.length })}</div>
              )}
            </>
          ),
        },
        {
          head: t('issuer'),
          className: 'customer',
          whole: ({ invoice: { supplier } }) => `${supplier.name} ${formatCuit(supplier.cuit)}`,
          cell: ({ invoice: { supplier } }) => (
            <>
              <bdi>{supplier.name}</bdi>{' '}
              <span className="hint nowrap in-whole">{formatCuit(supplier.cuit)}</span>
            </>
          ),
        },
        {
          head: t('customer'),
          className: 'customer',
          whole: ({ invoice }) => invoice.customer,
          cell: ({ invoice }) => <bdi>{invoice.customer || t('noCustomer')}</bdi>,
        },
        { head: t('date'), order, className: 'nowrap', cell: ({ invoice }) => texts.day(invoice.issueDate) },
        { head: 'CAE', className: 'cae nowrap', cell: ({ cae }) => cae ?? '-' },
        { head: t('total'), className: 'amount nowrap', cell: ({ invoice }) => texts.total(invoice) },
        {
          head: t('actions'),
          kind: 'menu',
          cell: ({ id, cae, invoice }) => {
            const number = numberOf(invoice);
            return (
              <RowMenu
                label={menu('label', { name: texts.title(invoice) })}
                links={[
                  { href: path(id), text: menu('open') },
                  { href: `${path(id)}/files`, text: menu('files') },
                  ...(cae && invoice.type?.type === 'standard'
                    ? [
                        {
                          href: workspacePath(
                            workspace,
                            `/invoices/new?corrects=${id}&type=credit-note&what=whole`,
                          ),
                          text: menu('credit'),
                        },
                      ]
                    : []),
                ]}
                copies={[
                  ...(number ? [{ value: number, text: menu('copyNumber') }] : []),
                  ...(cae ? [{ value: cae, text: menu('copyCae') }] : []),
                  { value: id, text: menu('copyId') },
                ]}
              />
            );
          },
        },
      ]}
    />
  );
}

const caeOf = (stamps: ListedEntry['stamps']) => stamps.find(({ prv }) => prv === 'arca-cae')?.val;
