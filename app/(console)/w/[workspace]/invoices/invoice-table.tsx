import '#console/_ui/data-table.css';
import { VisuallyHidden } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { invoiceTexts } from '#console/w/[workspace]/_entries/invoice-texts.ts';
import { StateChip } from '#console/w/[workspace]/_entries/state-chip.tsx';
import { numberOf, summaryOfSnippet } from '#lib/documents/invoice/summary.ts';
import type { EntryTableProps } from '../_entries/entry-list-page.tsx';
import { RowMenu } from '../_entries/row-menu.tsx';

/** One line for each invoice; all of it leads to its page. */
export async function InvoiceTable({ workspace, entries }: EntryTableProps) {
  const t = await getTranslations('console.invoices.list');
  const menu = await getTranslations('console.invoices.menu');
  const texts = await invoiceTexts();
  return (
    <table className="rows linked-rows invoice-rows">
      <thead>
        <tr>
          <th scope="col">{t('number')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('customer')}</th>
          <th scope="col">{t('date')}</th>
          <th scope="col" className="amount">
            {t('total')}
          </th>
          <th scope="col">
            <VisuallyHidden>{t('actions')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, snippet, state }) => {
          const invoice = summaryOfSnippet(snippet);
          const number = numberOf(invoice);
          const path = workspacePath(workspace, `/entries/${id}`);
          return (
            <tr key={id}>
              <td data-label={t('number')} className="named invoice-name">
                <Link href={path} prefetch={false} className="row-link">
                  {texts.kind(invoice)} <span className="nowrap">{number ?? t('noNumber')}</span>
                </Link>
              </td>
              <td data-label={t('state')}>
                <StateChip state={state} />
              </td>
              <td data-label={t('customer')} className="customer">
                <bdi>{invoice.customer || t('noCustomer')}</bdi>
              </td>
              <td data-label={t('date')} className="nowrap">
                {texts.day(invoice.issueDate)}
              </td>
              <td data-label={t('total')} className="amount nowrap">
                {texts.total(invoice)}
              </td>
              <td className="acts">
                <RowMenu
                  label={menu('label', { name: texts.title(invoice) })}
                  links={[
                    { href: path, text: menu('open') },
                    { href: `${path}/files`, text: menu('files') },
                  ]}
                  copies={[
                    ...(number ? [{ value: number, text: menu('copyNumber') }] : []),
                    { value: id, text: menu('copyId') },
                  ]}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
