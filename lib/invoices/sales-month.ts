import Big from 'big.js';
import {
  and,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { z } from 'zod';
import { type Context, reader } from '#lib/context.ts';
import { invoiceSubmissions, type Place } from '#lib/database/tables/invoices.ts';
import { entries, paddedNumber } from '#lib/database/tables/silo.ts';
import type { Document } from '#lib/documents/envelope.ts';
import {
  inPesos,
  type Sale,
  saleOf,
  signOf,
  type TaxKind,
  taxesOfKind,
  taxKinds,
} from '#lib/documents/invoice/sale.ts';
import { breather } from '#lib/event-loop.ts';
import { maxCounted } from '#lib/limits.ts';
import { requirePermission } from '#lib/roles.ts';
import type { EntryStateKey } from '#lib/silo/states.ts';
import { openStatuses } from './submissions.ts';

/** `2026-11` */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

/** The documents of a company that are dated in a month. */
export interface MonthQuery {
  /** CUIT. */
  issuer: string;
  month: string;
}

export const daysOfMonth = (month: string): { first: string; last: string } => {
  const [year, number] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate();
  return { first: `${month}-01`, last: `${month}-${days}` };
};

/** Condition on the columns of the index `invoices_by_issue_date` alone. */
const isDatedIn = (ctx: Context, { issuer, month }: MonthQuery): SQL | undefined => {
  const { first, last } = daysOfMonth(month);
  return and(
    eq(entries.workspaceId, ctx.workspace.id),
    eq(entries.issuer, issuer),
    gte(entries.issuedOn, first),
    lte(entries.issuedOn, last),
  );
};

const isAuthorised = and(
  eq(invoiceSubmissions.entryId, entries.id),
  eq(invoiceSubmissions.status, 'authorised'),
);

const placeColumns = sql`${entries.issuedOn}, ${entries.documentType}, ${entries.pointOfSale}, ${paddedNumber}, ${entries.id}`;

/** Condition: after the place, in the order of `inPlaces`. */
const isAfter = (place: Place | undefined): SQL | undefined =>
  place && sql`(${placeColumns}) > (${place[0]}, ${place[1]}, ${place[2]}, ${place[3]}, ${place[4]}::uuid)`;

interface PlacedSale {
  entryId: string;
  place: Place;
  sale: Sale;
}

const salesPerPage = 500;

/** The authorized documents of a month by date, type and number, page by page, also those that were archived since. */
export async function* salesOfMonth(
  ctx: Context,
  query: MonthQuery,
  { after, limit = salesPerPage }: { after?: Place | undefined; limit?: number } = {},
): AsyncGenerator<PlacedSale[], undefined> {
  requirePermission(ctx, 'invoices:read');
  const breathe = breather();
  let last = after;
  for (;;) {
    const rows = await reader(ctx)
      .select({
        id: entries.id,
        issuedOn: entries.issuedOn,
        documentType: entries.documentType,
        pointOfSale: entries.pointOfSale,
        number: sql<string>`${paddedNumber}`,
        // The lines may be long, and are not needed.
        doc: sql<Document>`${entries.doc} - '{lines,notes,attachments}'::text[]`,
        cae: invoiceSubmissions.cae,
      })
      .from(entries)
      .innerJoin(invoiceSubmissions, isAuthorised)
      .where(and(isDatedIn(ctx, query), isAfter(last)))
      .orderBy(placeColumns)
      .limit(limit);
    const sales: PlacedSale[] = [];
    for (const { id, issuedOn, documentType, pointOfSale, number, doc, cae } of rows) {
      await breathe();
      const place: Place = [issuedOn ?? '', documentType ?? '', pointOfSale ?? '', number, id];
      sales.push({ entryId: id, place, sale: saleOf(doc, cae ?? '') });
    }
    if (sales.length > 0) yield sales;
    last = sales.at(-1)?.place;
    if (rows.length < limit) return undefined;
  }
}

/** Number of authorized documents of the month, up to `most` + 1. */
export async function countSales(ctx: Context, query: MonthQuery, most: number): Promise<number> {
  requirePermission(ctx, 'invoices:read');
  const some = reader(ctx)
    .select({ id: entries.id })
    .from(entries)
    .innerJoin(invoiceSubmissions, isAuthorised)
    .where(isDatedIn(ctx, query))
    .limit(most + 1);
  return reader(ctx).$count(some.as('some'));
}

/** Sums in pesos; credit notes are subtracted. */
export interface MonthSums {
  documents: number;
  /** By the authority's code of the rate. */
  rates: Map<number, { net: Big; vat: Big }>;
  withoutVat: Big;
  notTaxed: Big;
  exempt: Big;
  taxes: Map<TaxKind, Big>;
  total: Big;
  /** Documents in a foreign currency without a rate, which are not in the sums. */
  withoutRate: number;
}

/** Documents that are added up while a page loads, which takes about a second. */
const mostAddedUp = 20_000;

/** Undefined for a month with more than 20,000 documents: the file has the sums. */
export async function addUpMonth(ctx: Context, query: MonthQuery): Promise<MonthSums | undefined> {
  const zero = new Big(0);
  const sums: MonthSums = {
    documents: 0,
    rates: new Map(),
    withoutVat: zero,
    notTaxed: zero,
    exempt: zero,
    taxes: new Map(),
    total: zero,
    withoutRate: 0,
  };
  for await (const page of salesOfMonth(ctx, query)) {
    for (const { sale } of page) addSale(sums, sale);
    if (sums.documents > mostAddedUp) return undefined;
  }
  return sums;
}

function addSale(sums: MonthSums, sale: Sale): void {
  sums.documents += 1;
  const pesos = inPesos(sale);
  if (!pesos) {
    sums.withoutRate += 1;
    return;
  }
  const sign = signOf(sale);
  for (const { code, net, vat } of pesos.vat) {
    const rate = sums.rates.get(code) ?? { net: new Big(0), vat: new Big(0) };
    sums.rates.set(code, { net: rate.net.plus(net.times(sign)), vat: rate.vat.plus(vat.times(sign)) });
  }
  for (const kind of taxKinds) {
    const taxes = taxesOfKind(pesos, kind);
    if (taxes.gt(0)) sums.taxes.set(kind, (sums.taxes.get(kind) ?? new Big(0)).plus(taxes.times(sign)));
  }
  for (const name of ['withoutVat', 'notTaxed', 'exempt', 'total'] as const) {
    sums[name] = sums[name].plus(pesos[name].times(sign));
  }
}

/**
 * Documents dated in the month that are not authorized, by what became of them; each at most `maxCounted` + 1. Archived
 * ones count while they wait for the authority.
 */
export type Missing = Record<'waiting' | 'failed' | 'unsent', number>;

const failedStates: EntryStateKey[] = ['error', 'rejected', 'invalid'];

export async function countMissing(ctx: Context, query: MonthQuery): Promise<Missing> {
  requirePermission(ctx, 'invoices:read');
  const isSubmitted = (condition: SQL | undefined) =>
    exists(
      reader(ctx)
        .select({ id: invoiceSubmissions.id })
        .from(invoiceSubmissions)
        .where(and(eq(invoiceSubmissions.entryId, entries.id), condition)),
    );
  const isWaiting = inArray(invoiceSubmissions.status, [...openStatuses]);
  const isAtRest = and(
    isNull(entries.archivedAt),
    not(isSubmitted(or(isWaiting, eq(invoiceSubmissions.status, 'authorised')))),
  );
  const conditions = [
    isSubmitted(isWaiting),
    and(isAtRest, inArray(entries.stateKey, failedStates)),
    and(isAtRest, notInArray(entries.stateKey, failedStates)),
  ];
  const counts = await Promise.all(
    conditions.map((condition) => {
      const some = reader(ctx)
        .select({ id: entries.id })
        .from(entries)
        .where(and(isDatedIn(ctx, query), condition))
        .limit(maxCounted + 1);
      return reader(ctx).$count(some.as('some'));
    }),
  );
  const [waiting = 0, failed = 0, unsent = 0] = counts;
  return { waiting, failed, unsent };
}

/** A company with documents. */
export interface MonthIssuer {
  cuit: string;
  name: string;
}

/** CUIT of the company whose document the authority authorized last; undefined if it has authorized none. */
export async function findLatestIssuer(ctx: Context): Promise<string | undefined> {
  requirePermission(ctx, 'invoices:read');
  const [latest] = await reader(ctx)
    .select({ issuer: entries.issuer })
    .from(invoiceSubmissions)
    .innerJoin(entries, isAuthorised)
    .where(and(eq(invoiceSubmissions.workspaceId, ctx.workspace.id), isNotNull(invoiceSubmissions.cae)))
    .orderBy(desc(invoiceSubmissions.cae))
    .limit(1);
  return latest?.issuer ?? undefined;
}

/** Companies listed to choose from. */
const mostIssuers = 200;

/**
 * Companies with documents in the workspace, by name, up to 200. Reads one document of each by the index, instead of
 * all documents.
 */
export async function listIssuers(ctx: Context): Promise<MonthIssuer[]> {
  requirePermission(ctx, 'invoices:read');
  const first = (after: SQL) => sql`(select ${entries.issuer} from ${entries}
    where ${eq(entries.workspaceId, ctx.workspace.id)} and issuer is not null ${after}
    order by ${entries.issuer} limit 1)`;
  const { rows } = await reader(ctx).execute<{ cuit: string; name: string | null }>(sql`
    with recursive issuers (cuit, place) as (
      select ${first(sql``)}, 1
      union all
      select ${first(sql`and ${entries.issuer} > issuers.cuit`)}, place + 1 from issuers
        where cuit is not null and place < ${mostIssuers})
    select cuit, (select ${entries.snippet} ->> 'supplier_name' from ${entries}
      where ${eq(entries.workspaceId, ctx.workspace.id)} and ${entries.issuer} = cuit
        and archived_at is null and issuer is not null
      order by ${entries.createdAt} desc nulls last, ${entries.id} desc nulls last limit 1) as name
    from issuers where cuit is not null`);
  const issuers = rows.map(({ cuit, name }) => ({ cuit, name: name ?? '' }));
  return issuers.toSorted((a, b) => a.name.localeCompare(b.name, 'es'));
}
