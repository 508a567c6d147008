import { NativeSelect, TextInput } from '@mantine/core';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { DayRangeFields } from '#console/_ui/day-range.tsx';
import { FaultyFilters, filterFields } from '#console/_ui/filter-fields.tsx';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { addressOf, type ListedPage, listPage, paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { areFaulty } from '#console/_ui/typed-filters.ts';
import { invoiceTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { Reason, reasonChoice } from '#console/w/[workspace]/_entries/reason.tsx';
import { StateChip } from '#console/w/[workspace]/_entries/state-chip.tsx';
import type { Context } from '#lib/context.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { invoiceTypes, letters } from '#lib/documents/invoice/document-types.ts';
import { numberOf, summaryOfSnippet } from '#lib/documents/invoice/preview.ts';
import { countInvoices, countReasons, listInvoices } from '#lib/invoices/invoice-list.ts';
import { listRegisteredSuppliers } from '#lib/invoices/issuer.ts';
import { listWaiting } from '#lib/reports/invoices.ts';
import { findWaiting, type WaitingInvoice } from '#lib/reports/series.ts';
import { isPermitted } from '#lib/roles.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import { type EntryStateKey, entryStateKeys } from '#lib/silo/states.ts';
import { failedAmong } from '#lib/workflows/job-list.ts';
import { RowMenu } from '../_entries/row-menu.tsx';
import { SavedViews } from '../_views/saved-views.tsx';
import type { ListAct } from '../batches/acts.ts';
import { ChoosableList } from '../batches/choosable-list.tsx';
import { type ReadInvoiceParams, readInvoiceParams } from './invoice-query.ts';
import { NoIssuer } from './no-issuer.tsx';

export const generateMetadata = titled('invoices.list.title');

interface InvoicesProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Invoices({ params, searchParams }: InvoicesProps) {
  const { ctx } = await requireMember((await params).workspace, 'invoices:read');
  const t = await getTranslations('console.invoices.list');
  const lists = await getTranslations('console.shell.lists');
  const { slug } = ctx.workspace;
  const path = workspacePath(slug, '/invoices');
  const given = await searchParams;
  const read = readInvoiceParams(given);
  const { typed, query } = read;
  const { list, pager, order, shown, matching } = await listPage({
    path,
    filters: typed,
    faults: read.faults,
    params: given,
    find: (page) => listInvoices(ctx, { ...query, ...page }),
    count: (most) => countInvoices(ctx, query, most),
    file: `${path}/export`,
  });
  const isFiltered = Object.values(typed).some(Boolean);
  const isEmpty = list.length === 0 && !isFiltered && !paramOf(given, 'cursor');
  const newInvoice = (
    <LinkButton needs="entries:write" href={`${path}/new`} leftSection={<Icon name="plus" size={18} />}>
      {t('new')}
    </LinkButton>
  );
  const upload = await getTranslations('console.batches.upload');
  const uploadFile = (
    <LinkButton
      needs="entries:write"
      href={workspacePath(slug, '/batches/new?of=invoices')}
      variant="default"
    >
      {upload('open')}
    </LinkButton>
  );
  if (isEmpty) {
    return (
      <>
        <PageHeader docs="invoices" title={t('title')} lead={t('lead')} />
        <div className="sheet">
          {(await listRegisteredSuppliers(ctx)).length === 0 ? (
            <NoIssuer workspace={slug} />
          ) : (
            <EmptyNote icon="invoices" title={t('noneTitle')} action={newInvoice}>
              {t('noneText')}
            </EmptyNote>
          )}
        </div>
      </>
    );
  }
  return (
    <ClientTexts areas={['suppliers', 'entry', 'batches']}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            <LinkButton href={addressOf(`${path}/month`, { issuer: query.issuer })} variant="default">
              {t('theMonth')}
            </LinkButton>
            {uploadFile}
            {newInvoice}
          </>
        }
      />
      <div className="sheet">
        <SavedViews ctx={ctx} list="invoices" path={path} shown={shown} />
        <InvoiceFilters ctx={ctx} path={path} read={read} />
        {list.length > 0 ? (
          <ChoosableList
            workspace={slug}
            list="invoices"
            acts={actsOn(query)}
            matching={matching}
            ids={list.map(({ id }) => id)}
            failedIds={
              isPermitted(ctx, 'jobs:read')
                ? await failedAmong(
                    ctx,
                    list.map(({ id }) => id),
                  )
                : undefined
            }
          >
            <InvoiceTable ctx={ctx} entries={list} order={order} />
          </ChoosableList>
        ) : areFaulty(read) ? (
          <FaultyFilters path={path} />
        ) : (
          <EmptyNote
            icon="search"
            title={t('nothingTitle')}
            action={<Link href={path}>{lists('clear')}</Link>}
          >
            {typed.q
              ? t('nothingText', { q: typed.q })
              : t(query.archived ? 'nothingArchived' : 'nothingInState')}
          </EmptyNote>
        )}
        {pager}
      </div>
    </ClientTexts>
  );
}

function actsOn({ archived, waiting }: ReadInvoiceParams['query']): ListAct[] {
  if (archived) return [];
  return [waiting ? 'try-now' : 'authorize-again', 'run-workflow', 'archive'];
}

/** A GET form, so that the address can be bookmarked and the form works without script. */
async function InvoiceFilters({ ctx, path, read }: { ctx: Context; path: string; read: ReadInvoiceParams }) {
  const t = await getTranslations('console.invoices.list');
  const kinds = await getTranslations('console.invoices.kinds');
  const stateNames = await getTranslations('console.entry.states');
  const { typed, values } = read;
  const { text, choice } = await filterFields(read);
  const reasons = await reasonChoices(ctx, read);
  const asked = entryStateKeys.filter((key) => key === values.state);
  const states = [...new Set([...usualStates, ...asked])];
  return (
    <FilterForm path={path} typed={typed} className="invoice-filters">
      <TextInput
        type="search"
        {...text('q')}
        label={t('search')}
        placeholder={t('searchHint')}
        maxLength={200}
        className="filter-search"
      />
      <NativeSelect
        {...choice('state', [
          { value: '', label: t('allStates') },
          { value: 'authorized', label: t('authorized') },
          { value: 'waiting', label: t('waiting') },
          ...states.map((value) => ({ value, label: stateNames(value) })),
          { value: 'archived', label: t('archived') },
        ])}
        label={t('state')}
      />
      {reasons.length > 0 && (
        <NativeSelect
          {...choice('reason', [{ value: '', label: t('allStates') }, ...reasons])}
          label={t('reason')}
          className="filter-wide"
        />
      )}
      <NativeSelect
        {...choice('kind', [
          { value: '', label: t('allStates') },
          ...invoiceTypes.map((type) => ({ value: type, label: kinds(type) })),
        ])}
        label={t('document')}
      />
      <NativeSelect
        {...choice('class', [
          { value: '', label: t('allClasses') },
          ...letters.map((letter) => ({ value: letter, label: letter })),
        ])}
        label={t('class')}
      />
      <NativeSelect
        {...choice('remark', [
          { value: '', label: t('allStates') },
          { value: 'any', label: t('withRemarks') },
          ...(values.remark && values.remark !== 'any'
            ? [{ value: values.remark, label: values.remark }]
            : []),
        ])}
        label={t('remarks')}
      />
      <TextInput
        {...text('issuer')}
        label={t('issuerCuit')}
        defaultValue={values.issuer ? formatCuit(values.issuer) : typed.issuer}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        className="filter-cuit"
      />
      <TextInput
        {...text('point')}
        label={t('pointOfSale')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        className="filter-number"
      />
      <DayRangeFields read={read} label={t('issued')} />
    </FilterForm>
  );
}

/** Reasons of the failed invoices, or the obstacles of the waiting ones, with their counts. */
async function reasonChoices(ctx: Context, { typed, query, faults }: ReadInvoiceParams) {
  const locale = await getLocale();
  const { q: _q, reason, waiting, ...others } = query;
  const counted = waiting
    ? (await listWaiting(ctx)).flatMap(({ obstacle, count }) => (obstacle ? { fault: obstacle, count } : []))
    : Object.keys(faults).length > 0
      ? []
      : await countReasons(ctx, others);
  const choices = counted.map(({ fault, count }) => ({
    value: fault.code as string,
    label: reasonChoice(fault, count, locale),
  }));
  const isListed = !reason || choices.some(({ value }) => value === reason);
  return isListed ? choices : [...choices, { value: reason, label: typed.reason ?? reason }];
}

/** States offered by the filter. Others still work in the address. */
const usualStates: EntryStateKey[] = [
  'invalid',
  'empty',
  'draft',
  'processing',
  'paid',
  'error',
  'rejected',
  'void',
];

interface InvoiceTableProps {
  ctx: Context;
  entries: ListedEntry[];
  order: ListedPage<ListedEntry>['order'];
}

async function InvoiceTable({ ctx, entries, order }: InvoiceTableProps) {
  const t = await getTranslations('console.invoices.list');
  const menu = await getTranslations('console.invoices.menu');
  const texts = await invoiceTexts();
  const workspace = ctx.workspace.slug;
  const path = (id: string) => workspacePath(workspace, `/entries/${id}`);
  const waiting = await findWaiting(
    ctx,
    entries.flatMap(({ id, stamps }) => (caeOf(stamps) ? [] : id)),
  );
  const rows = entries.map(({ id, state, snippet, stamps, remarks, faults }) => ({
    id,
    state,
    remarks,
    faults,
    waiting: waiting.get(id),
    cae: caeOf(stamps),
    invoice: summaryOfSnippet(snippet),
  }));
  const someWhy = rows.some(({ waiting, faults }) => waiting || faults.length > 0);
  const someCae = rows.some(({ cae }) => cae);
  return (
    <DataTable
      className={`rows-many linked-rows invoice-rows ${someWhy ? 'rows-why' : ''}`}
      choice={({ id, invoice }) => ({ id, name: texts.title(invoice) })}
      rows={rows}
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
          head: t('parties'),
          className: 'parties',
          whole: ({ invoice: { customer, supplier } }) =>
            `${customer || t('noCustomer')} · ${supplier.name} ${formatCuit(supplier.cuit)}`,
          cell: ({ invoice: { customer, supplier } }) => (
            <>
              <div>
                <bdi>{customer || t('noCustomer')}</bdi>
              </div>
              <div className="hint">
                <bdi>{supplier.name}</bdi>{' '}
                <span className="nowrap in-whole">{formatCuit(supplier.cuit)}</span>
              </div>
            </>
          ),
        },
        { head: t('date'), order, className: 'nowrap', cell: ({ invoice }) => texts.day(invoice.issueDate) },
        // One column: an invoice has either a CAE or a reason why not.
        {
          head: someWhy ? t(someCae ? 'caeOrWhy' : 'why') : 'CAE',
          className: someWhy ? 'cae why' : 'cae nowrap',
          cell: (row) => row.cae ?? <WhyNot {...row} />,
        },
        { head: t('total'), className: 'amount nowrap', cell: ({ invoice }) => texts.signedTotal(invoice) },
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

interface WhyNotProps extends Pick<ListedEntry, 'faults'> {
  waiting: WaitingInvoice | undefined;
}

/** Why an invoice has no CAE: what it waits for, or why it failed. */
async function WhyNot({ waiting, faults: [fault, ...others] }: WhyNotProps) {
  const t = await getTranslations('console.invoices.list.waitsFor');
  if (waiting?.obstacle) return <Reason of={waiting.obstacle} nextTry={waiting.nextAttemptAt} />;
  if (waiting) return <span className="hint">{t(waiting.status === 'queued' ? 'turn' : 'answer')}</span>;
  return fault ? <Reason of={fault} more={others.length} /> : '-';
}

const caeOf = (stamps: ListedEntry['stamps']) => stamps.find(({ prv }) => prv === 'arca-cae')?.val;
