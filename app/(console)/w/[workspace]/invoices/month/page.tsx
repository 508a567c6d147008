import './month.css';
import { Button, NativeSelect } from '@mantine/core';
import Link from 'next/link';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { type ReactNode, Suspense } from 'react';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ActButton, LinkButton } from '#console/_ui/buttons.tsx';
import { filterFields } from '#console/_ui/filter-fields.tsx';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import { addressOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { writtenMoney } from '#console/_ui/money.ts';
import { EmptyNote, Notice } from '#console/_ui/notice.tsx';
import { BackLink, PageHeader, titled } from '#console/_ui/page-header.tsx';
import { areFaulty } from '#console/_ui/typed-filters.ts';
import type { Context } from '#lib/context.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { taxKinds } from '#lib/documents/invoice/sale.ts';
import { vatRates } from '#lib/documents/invoice/vat.ts';
import { findMonthArchive } from '#lib/invoices/month-archive.ts';
import {
  addUpMonth,
  countMissing,
  daysOfMonth,
  findLatestIssuer,
  listIssuers,
  type MonthIssuer,
  type MonthQuery,
} from '#lib/invoices/sales-month.ts';
import { maxCounted } from '#lib/limits.ts';
import { buenosAiresDay } from '#lib/time.ts';
import { cancelArchive, startArchive } from './actions.ts';
import { monthBefore, readMonthParams, usualMonth } from './month-query.ts';

export const generateMetadata = titled('invoices.month.title');

interface MonthProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function MonthPage({ params, searchParams }: MonthProps) {
  const { ctx } = await requireMember((await params).workspace, 'invoices:read');
  const t = await getTranslations('console.invoices.month');
  const invoices = workspacePath(ctx.workspace.slug, '/invoices');
  const read = readMonthParams(await searchParams);
  const issuers = await listIssuers(ctx);
  const { month = usualMonth(), issuer = (await findLatestIssuer(ctx)) ?? issuers[0]?.cuit } = read.values;
  const head = (
    <>
      <BackLink href={invoices}>{t('back')}</BackLink>
      <PageHeader docs="invoices" title={t('title')} lead={t('lead')} />
    </>
  );
  if (!issuer) {
    return (
      <>
        {head}
        <div className="sheet">
          <EmptyNote
            icon="invoices"
            title={t('none')}
            action={<LinkButton href={invoices}>{t('toSales')}</LinkButton>}
          >
            {t('noneText')}
          </EmptyNote>
        </div>
      </>
    );
  }
  const query = { month, issuer };
  return (
    <>
      {head}
      <MonthChoice path={`${invoices}/month`} read={read} query={query} issuers={issuers} />
      {!areFaulty(read) && (
        <Suspense key={`${month} ${issuer}`} fallback={<p className="hint">{t('adding')}</p>}>
          <MonthOf ctx={ctx} query={query} />
        </Suspense>
      )}
    </>
  );
}

const monthsListed = 24;

interface MonthChoiceProps {
  path: string;
  read: ReturnType<typeof readMonthParams>;
  query: MonthQuery;
  issuers: MonthIssuer[];
}

async function MonthChoice({ path, read, query, issuers }: MonthChoiceProps) {
  const t = await getTranslations('console.invoices.month');
  const nameOf = await monthNames();
  const months: string[] = [];
  for (
    let month = buenosAiresDay(new Date()).slice(0, 7);
    months.length < monthsListed;
    month = monthBefore(month)
  )
    months.push(month);
  if (!months.includes(query.month)) months.push(query.month);
  const { choice } = await filterFields({ ...read, typed: { month: query.month, issuer: query.issuer } });
  const others = issuers.some(({ cuit }) => cuit === query.issuer)
    ? []
    : [{ value: query.issuer, label: formatCuit(query.issuer) }];
  return (
    <FilterForm path={path} typed={{}} className="month-choice filters-unfolded">
      <NativeSelect
        {...choice(
          'month',
          months.map((month) => ({ value: month, label: nameOf(month) })),
        )}
        label={t('month')}
      />
      <NativeSelect
        {...choice('issuer', [
          ...issuers.map(({ cuit, name }) => ({ value: cuit, label: `${name} · ${formatCuit(cuit)}` })),
          ...others,
        ])}
        label={t('company')}
        className="month-company"
      />
    </FilterForm>
  );
}

async function monthNames(): Promise<(month: string) => string> {
  const format = await getFormatter();
  return (month) => {
    const name = format.dateTime(new Date(`${month}-15T12:00:00-03:00`), { month: 'long', year: 'numeric' });
    return name.charAt(0).toUpperCase() + name.slice(1);
  };
}

interface MonthOfProps {
  ctx: Context;
  query: MonthQuery;
}

async function MonthOf({ ctx, query }: MonthOfProps) {
  const t = await getTranslations('console.invoices.month');
  const path = workspacePath(ctx.workspace.slug, '/invoices/month');
  const fileOf = (name: string) => addressOf(`${path}/${name}`, { ...query });
  return (
    <>
      <Completeness ctx={ctx} query={query} />
      <div className="month-parts">
        <Sums ctx={ctx} query={query} />
        <section className="sheet month-files" aria-label={t('files')}>
          <MonthFile title={t('csv.title')} text={t('csv.text')}>
            <Button component="a" href={fileOf('csv')} download data-export>
              {t('csv.download')}
            </Button>
          </MonthFile>
          <MonthFile title={t('book.title')} text={t('book.text')}>
            <Button component="a" href={fileOf('vat-book')} download data-export variant="default">
              {t('book.download')}
            </Button>
          </MonthFile>
          <ArchiveFile ctx={ctx} query={query} file={fileOf('archive')} />
        </section>
      </div>
    </>
  );
}

/** The archive of PDFs: a button to make it, its progress, or the file. */
async function ArchiveFile({ ctx, query, file }: MonthOfProps & { file: string }) {
  const t = await getTranslations('console.invoices.month.archive');
  const archive = await findMonthArchive(ctx, query);
  const { slug } = ctx.workspace;
  if (!archive) {
    return (
      <MonthFile title={t('title')} text={t('text')}>
        <ActButton label={t('make')} action={startArchive.bind(null, slug, query)} variant="default" />
      </MonthFile>
    );
  }
  const { total, done, missing, completedAt, createdAt } = archive;
  if (!completedAt) {
    return (
      <MonthFile title={t('title')} text={t('progress', { done, total: Math.max(done, total) })}>
        <progress max={Math.max(done, total, 1)} value={done} aria-label={t('title')} />
        <ActButton
          label={t('cancel')}
          action={cancelArchive.bind(null, slug, query)}
          variant="light"
          color="red"
        />
        <LiveRefresh everySeconds={2} />
      </MonthFile>
    );
  }
  return (
    <MonthFile
      title={t('title')}
      text={
        <>
          {t.rich('made', { count: done, at: () => <Moment at={createdAt} /> })}
          {missing > 0 && ` ${t('missing', { count: missing })}`}
        </>
      }
    >
      <Button component="a" href={file} download data-export variant="default">
        {t('download')}
      </Button>
      <ActButton label={t('again')} action={startArchive.bind(null, slug, query)} variant="subtle" />
    </MonthFile>
  );
}

function MonthFile({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <div className="month-file">
      <h2>{title}</h2>
      <p className="hint">{text}</p>
      <div className="buttons">{children}</div>
    </div>
  );
}

/** Names what of the month is not in the files, each with a link to it. */
async function Completeness({ ctx, query }: MonthOfProps) {
  const t = await getTranslations('console.invoices.month');
  const missing = await countMissing(ctx, query);
  const { first, last } = daysOfMonth(query.month);
  const listOf = (state: string | undefined) =>
    addressOf(workspacePath(ctx.workspace.slug, '/invoices'), {
      issuer: query.issuer,
      state,
      from: first,
      to: last,
    });
  const found = (['waiting', 'failed', 'unsent'] as const).filter((name) => missing[name] > 0);
  if (found.length === 0) return <p className="hint">{t('complete')}</p>;
  const states = { waiting: 'waiting', failed: 'error', unsent: undefined };
  return (
    <Notice tone="wait" title={t('missing.title')}>
      <ul className="month-missing">
        {found.map((name) => (
          <li key={name}>
            <Link href={listOf(states[name])}>
              {t(`missing.${name}`, { count: Math.min(missing[name], maxCounted) })}
              {missing[name] > maxCounted && '+'}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

async function Sums({ ctx, query }: MonthOfProps) {
  const t = await getTranslations('console.invoices.month');
  const taxes = await getTranslations('console.invoices.month.taxes');
  const locale = await getLocale();
  const sums = await addUpMonth(ctx, query);
  if (!sums) return <p className="sheet hint">{t('tooMany')}</p>;
  const money = (amount: { toFixed(decimals: number): string }) =>
    writtenMoney(amount.toFixed(2), 'ARS', locale);
  const rows = [
    ...vatRates.flatMap(({ code, percent }) => {
      const rate = sums.rates.get(code);
      return rate
        ? [{ id: `${percent}`, name: t('rateRow', { percent }), net: money(rate.net), vat: money(rate.vat) }]
        : [];
    }),
    ...(['withoutVat', 'notTaxed', 'exempt'] as const).flatMap((name) =>
      sums[name].eq(0) ? [] : [{ id: name, name: t(name), net: money(sums[name]), vat: '' }],
    ),
    ...taxKinds.flatMap((kind) => {
      const amount = sums.taxes.get(kind);
      return amount ? [{ id: kind, name: taxes(kind), net: money(amount), vat: '' }] : [];
    }),
  ];
  return (
    <section className="sheet month-sums" aria-label={t('sums')}>
      <p className="month-count">{t('documents', { count: sums.documents })}</p>
      {sums.documents > 0 && (
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">{t('part')}</th>
              <th scope="col" className="amount">
                {t('net')}
              </th>
              <th scope="col" className="amount">
                {t('vat')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, net, vat }) => (
              <tr key={id}>
                <td>{name}</td>
                <td className="amount" data-label={t('net')}>
                  {net}
                </td>
                <td className="amount" data-label={t('vat')}>
                  {vat}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {sums.documents > 0 && (
        <p className="month-total">
          {t('total')} <strong>{money(sums.total)}</strong>
        </p>
      )}
      {sums.withoutRate > 0 && <p className="hint">{t('withoutRate', { count: sums.withoutRate })}</p>}
    </section>
  );
}
