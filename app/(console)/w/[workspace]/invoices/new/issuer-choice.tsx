import { Button, TextInput } from '@mantine/core';
import Form from 'next/form';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Chip } from '#console/_ui/chip.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { partyInList } from '#console/w/[workspace]/_entries/party-of.ts';
import type { Context } from '#lib/context.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { type ListedSupplier, mostListed } from '#lib/invoices/issuer.ts';
import { withoutPointOfSaleAmong } from '#lib/silo/without-point-of-sale.ts';
import '#console/_ui/list-page.css';
import '#console/w/[workspace]/_entries/entry-list.css';

interface IssuerChoiceProps {
  ctx: Context;
  workspace: string;
  suppliers: ListedSupplier[];
  q: string;
}

/** The suppliers that can issue the invoice; each leads to its draft. */
export async function IssuerChoice({ ctx, workspace, suppliers, q }: IssuerChoiceProps) {
  const t = await getTranslations('console.suppliers.list');
  const tNew = await getTranslations('console.invoices.new');
  const path = workspacePath(workspace, '/invoices/new');
  return (
    <>
      <Form action={path} className="filters" role="search" key={q}>
        <TextInput
          type="search"
          name="q"
          defaultValue={q}
          maxLength={200}
          label={t('search')}
          placeholder={t('searchHint')}
          leftSection={<Icon name="search" size={18} />}
          className="filter-search"
        />
        <Button type="submit" variant="default">
          {t('submit')}
        </Button>
      </Form>
      {suppliers.length > 0 ? (
        <SupplierTable ctx={ctx} suppliers={suppliers} path={path} />
      ) : (
        <EmptyNote icon="search" title={t('nothingTitle')} action={<Link href={path}>{t('clear')}</Link>}>
          {tNew('noSuchIssuer', { q })}
        </EmptyNote>
      )}
      {suppliers.length === mostListed && (
        <p className="hint more">{tNew('moreIssuers', { count: mostListed })}</p>
      )}
    </>
  );
}

async function SupplierTable({
  ctx,
  suppliers,
  path,
}: Pick<IssuerChoiceProps, 'ctx' | 'suppliers'> & { path: string }) {
  const t = await getTranslations('console.suppliers.list');
  const withoutPoint = await withoutPointOfSaleAmong(ctx, suppliers);
  return (
    <DataTable
      className="rows-many linked-rows"
      rows={suppliers.map(({ id, snippet }) => ({ id, ...partyInList(snippet) }))}
      columns={[
        {
          head: t('name'),
          className: 'named',
          cell: ({ id, name }) => (
            <>
              <Link href={`${path}?supplier=${id}`} prefetch={false} className="row-link">
                <bdi>{name}</bdi>
              </Link>{' '}
              {withoutPoint.has(id) && <Chip tone="wait">{t('no-point-of-sale')}</Chip>}
            </>
          ),
        },
        { head: t('taxCode'), className: 'tax-code', cell: ({ code }) => formatCuit(code) },
      ]}
    />
  );
}
