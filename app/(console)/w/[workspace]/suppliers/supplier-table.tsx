import '#console/_ui/data-table.css';
import { VisuallyHidden } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Moment } from '#console/_ui/moment.tsx';
import { partyInList } from '#console/w/[workspace]/_entries/party-of.ts';
import { StateChip } from '#console/w/[workspace]/_entries/state-chip.tsx';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { EntryTableProps } from '../_entries/entry-list-page.tsx';
import { RowMenu } from '../_entries/row-menu.tsx';

/** One line for each supplier; all of it leads to its page. */
export async function SupplierTable({ workspace, entries }: EntryTableProps) {
  const t = await getTranslations('console.suppliers.list');
  const menu = await getTranslations('console.suppliers.menu');
  return (
    <table className="rows linked-rows">
      <thead>
        <tr>
          <th scope="col">{t('taxCode')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('created')}</th>
          <th scope="col">
            <VisuallyHidden>{t('actions')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, snippet, state, createdAt }) => {
          const { name, country, code } = partyInList(snippet);
          const path = workspacePath(workspace, `/entries/${id}`);
          return (
            <tr key={id}>
              <td data-label={t('taxCode')} className="tax-code">
                <span className="hint">{country}</span> {country === 'AR' ? formatCuit(code) : code}
              </td>
              <td data-label={t('state')}>
                <StateChip state={state} />
              </td>
              <td data-label={t('name')} className="named">
                <Link href={path} prefetch={false} className="row-link">
                  <bdi>{name}</bdi>
                </Link>
              </td>
              <td data-label={t('created')} className="created">
                <Moment at={createdAt} />
              </td>
              <td className="acts">
                <RowMenu
                  label={menu('label', { name })}
                  links={[
                    { href: path, text: menu('open') },
                    { href: `${path}/edit`, text: menu('edit') },
                    { href: `${path}/meta`, text: menu('link') },
                  ]}
                  copies={[
                    { value: code, text: menu('copyCode') },
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
