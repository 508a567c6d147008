import { Button, TextInput } from '@mantine/core';
import Form from 'next/form';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { textOfDocument } from '#console/_editor/document-fields.ts';
import { foundBy, requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Chip } from '#console/_ui/chip.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { BackLink, PageHeader, titled } from '#console/_ui/page-header.tsx';
import { authorisingOf } from '#console/w/[workspace]/_entries/authorising.ts';
import { NewEntry } from '#console/w/[workspace]/_entries/new-entry.tsx';
import { partyInList } from '#console/w/[workspace]/_entries/party-of.ts';
import type { Context } from '#lib/context.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { type DraftExtent, extentOf, noteDraft } from '#lib/invoices/credit-note.ts';
import { firstDraft } from '#lib/invoices/first-draft.ts';
import {
  findRegisteredSupplier,
  type ListedSupplier,
  listRegisteredSuppliers,
  maxListed,
} from '#lib/invoices/issuer.ts';
import { withoutPointOfSaleAmong } from '#lib/silo/invoice-filter.ts';
import { NoIssuer } from '../no-issuer.tsx';

export const generateMetadata = titled('invoices.new.title');

interface NewInvoiceProps {
  params: Promise<{ workspace: string }>;
  /**
   * `supplier`: the issuer, if there are several. `q`: search text for issuers. `corrects`: entry of the
   * invoice that a note corrects, with the note's `type` and `what` it covers.
   */
  searchParams: Promise<SearchParams>;
}

export default async function NewInvoicePage({ params, searchParams }: NewInvoiceProps) {
  const { ctx } = await requireMember((await params).workspace, 'entries:write');
  const { slug, environment } = ctx.workspace;
  const t = await getTranslations('console.invoices.new');
  const list = await getTranslations('console.invoices.list');
  const toList = <BackLink href={workspacePath(slug, '/invoices')}>{list('title')}</BackLink>;
  const asked = await searchParams;
  const corrects = paramOf(asked, 'corrects');
  if (corrects) return <NewNote ctx={ctx} corrects={corrects} asked={asked} />;
  const supplier = paramOf(asked, 'supplier');
  const search = paramOf(asked, 'q')?.trim() ?? '';
  const suppliers = await listRegisteredSuppliers(ctx, { q: search });
  if (suppliers.length === 0 && !search) {
    return (
      <>
        {toList}
        <PageHeader title={t('title')} />
        <div className="sheet">
          <NoIssuer workspace={slug} />
        </div>
      </>
    );
  }
  const isChoice = search !== '' || suppliers.length > 1;
  const issuer = await findRegisteredSupplier(ctx, isChoice ? (supplier ?? '') : (suppliers[0]?.id ?? ''));
  if (!issuer) {
    return (
      <>
        {toList}
        <PageHeader title={t('issuerTitle')} lead={t('issuerLead')} />
        <div className="sheet">
          <IssuerChoice ctx={ctx} workspace={slug} suppliers={suppliers} q={search} />
        </div>
      </>
    );
  }
  const example = {
    customer: { name: t('example.customer'), code: exampleCuit },
    item: { name: t('example.item'), price: '1250.50' },
  };
  return (
    <ClientTexts areas={['suppliers', 'entry', 'invoiceForm']}>
      {toList}
      <PageHeader title={t('title')} lead={t(environment === 'sandbox' ? 'leadExample' : 'lead')} />
      <NewEntry
        // Each issuer has its own document and draft.
        key={issuer.id}
        draftKey={workspacePath(slug, `/invoices/new?supplier=${issuer.id}`)}
        workspace={slug}
        folder="invoices"
        skeleton={textOfDocument(await firstDraft(ctx, issuer, example))}
        begin={['customer', 'tax_id', 'code']}
        createdMessage={t('created')}
        authorising={await authorisingOf(ctx)}
      />
    </ClientTexts>
  );
}

/** A valid CUIT that is assigned to nobody. */
const exampleCuit = '30712345671';

interface IssuerChoiceProps {
  ctx: Context;
  workspace: string;
  suppliers: ListedSupplier[];
  q: string;
}

/** Suppliers that can issue the invoice, each linked to its draft. */
async function IssuerChoice({ ctx, workspace, suppliers, q }: IssuerChoiceProps) {
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
      {suppliers.length === maxListed && (
        <p className="hint more">{tNew('moreIssuers', { count: maxListed })}</p>
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
        { head: t('taxCode'), className: 'nowrap', cell: ({ code }) => formatCuit(code) },
      ]}
    />
  );
}

interface NewNoteProps {
  ctx: Context;
  corrects: string;
  asked: SearchParams;
}

/** A credit or debit note, prefilled from the invoice that it corrects. */
async function NewNote({ ctx, corrects, asked }: NewNoteProps) {
  const t = await getTranslations('console.invoices.new');
  const type = paramOf(asked, 'type') === 'debit-note' ? 'debit-note' : 'credit-note';
  const what = paramOf(asked, 'what');
  const begin = (extent: DraftExtent) => foundBy(corrects, (id) => noteDraft(ctx, { id, type, extent }));
  const begun = await begin(extentOf(what));
  // Nothing is left to credit: the draft starts with an empty line.
  const isEmpty = Array.isArray(begun?.lines) && begun.lines.length === 0;
  const draft = isEmpty ? await begin({ kind: 'other' }) : begun;
  if (!draft) notFound();
  const { slug } = ctx.workspace;
  const path = workspacePath(slug, `/invoices/new?corrects=${corrects}&type=${type}&what=${what ?? ''}`);
  return (
    <ClientTexts areas={['suppliers', 'entry', 'invoiceForm']}>
      <BackLink href={workspacePath(slug, `/entries/${corrects}`)}>{t('note.back')}</BackLink>
      <PageHeader title={t(`note.${type}`)} lead={t('note.lead')} />
      <NewEntry
        key={path}
        draftKey={path}
        workspace={slug}
        folder="invoices"
        skeleton={textOfDocument(draft)}
        begin={['preceding', 0, 'reason']}
        createdMessage={t('note.created')}
        authorising={await authorisingOf(ctx)}
      />
    </ClientTexts>
  );
}
