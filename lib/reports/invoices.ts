import Big from 'big.js';
import { and, count, desc, eq, gte, isNull, lte, or, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { documentType, type Letter, letters } from '#lib/documents/invoice/document-types.ts';
import type { StoredMessage } from '#lib/faults.ts';
import { countInvoices } from '#lib/invoices/invoice-list.ts';
import { maxCounted } from '#lib/limits.ts';
import { requirePermission } from '#lib/roles.ts';
import { isAuthorised, waitingInvoices } from '#lib/silo/invoice-filter.ts';
import type { EntryStateKey } from '#lib/silo/states.ts';
import { type Day, dayAfter, dayAt } from './counts.ts';

const weekDays = 7;
/** Days in the chart, including today: this week and the one before, to compare them. */
export const chartDays = 2 * weekDays;
const refusedDays = 30;
/** A count up to `maxCounted`; `maxCounted` + 1 means more. */
type Bounded = number;

/** Documents and their totals. Credit notes count as negative amounts. */
export interface Issued {
  count: number;
  /** Decimals by currency, pesos (`ARS`) first. A workspace without documents has none. */
  amounts: { currency: string; amount: string }[];
}

/** A day's authorized documents by class, and its failed ones. */
interface IssuedDay {
  day: Day;
  authorised: Issued;
  byLetter: ({ letter: Letter } & Issued)[];
  failed: Issued;
}

/**
 * Figures of a workspace's invoices by their date of issue, as the invoice list filters them. Days are days in
 * Buenos Aires.
 */
export interface InvoiceFigures {
  /** The days of the chart, from the first one to today. */
  days: IssuedDay[];
  today: Issued;
  /** The last seven days, including today, and the seven days before. */
  week: { since: Day; issued: Issued; before: Issued };
  month: { since: Day; issued: Issued };
  /** Failed invoices issued since `since`. `state` lets the page link to the same filter of the invoice list. */
  failed: { since: Day; count: Bounded; state: EntryStateKey };
  waiting: { count: Bounded; reasons: Waiting[] };
}

/** Invoices that wait for the same reason: the obstacle of the first invoice in their series. */
export interface Waiting {
  /** Undefined if the series has no obstacle. */
  obstacle: StoredMessage | undefined;
  count: number;
  /** The invoice with the obstacle, or the first in line. */
  entryId: string;
}

export async function invoiceFigures(ctx: Context, now = new Date()): Promise<InvoiceFigures> {
  requirePermission(ctx, 'invoices:read');
  const today = dayAt(now);
  const monthSince = dayAt(new Date(`${today.date.slice(0, 8)}01T12:00:00-03:00`));
  const days = Array.from({ length: chartDays }, (_, index) => dayAfter(index + 1 - chartDays, now));
  const [first = today, weekSince = today] = [days[0], days[weekDays]];
  const failedSince = dayAfter(-refusedDays, now);
  const [sums, failed, reasons] = await Promise.all([
    sumInvoices(ctx, monthSince.date < first.date ? monthSince.date : first.date, today.date),
    countInvoices(ctx, { state: failedState, issuedFrom: failedSince.date }),
    listWaiting(ctx),
  ]);
  const authorised = sums.filter(({ isAuthorised: yes }) => yes);
  const between = (since: string, until = today.date) =>
    issuedOf(authorised.filter(({ date }) => date >= since && date <= until));
  return {
    days: days.map((day) => ({
      day,
      authorised: between(day.date, day.date),
      byLetter: letters.map((letter) => ({
        letter,
        ...issuedOf(authorised.filter((sum) => sum.date === day.date && sum.letter === letter)),
      })),
      failed: issuedOf(sums.filter((sum) => sum.date === day.date && !sum.isAuthorised)),
    })),
    today: between(today.date),
    week: {
      since: weekSince,
      issued: between(weekSince.date),
      before: between(first.date, days[weekDays - 1]?.date),
    },
    month: { since: monthSince, issued: between(monthSince.date) },
    failed: { since: failedSince, count: failed, state: failedState },
    waiting: { count: reasons.reduce((sum, { count }) => sum + count, 0), reasons },
  };
}

/** The state in which workflow templates put failed invoices. */
const failedState = 'error';

/** Documents of the same day, class, currency and outcome. */
interface Sum {
  date: string;
  letter: Letter | undefined;
  currency: string;
  isAuthorised: boolean;
  count: number;
  amount: Big;
}

/** Sums the authorized and the failed invoices issued between two ISO dates, inclusive. */
async function sumInvoices(ctx: Context, since: string, until: string): Promise<Sum[]> {
  const { workspaceId, archivedAt, issuedOn, documentType: code, stateKey, snippet } = entries;
  // A failed invoice may have a total that is not a number.
  const total = sql`case when ${snippet} ->> 'total' ~ '^-?\\d{1,15}(\\.\\d+)?$' then (${snippet} ->> 'total')::numeric end`;
  const rows = await reader(ctx)
    .select({
      date: sql<string>`${issuedOn}`,
      code,
      currency: sql<string>`coalesce(${snippet} ->> 'currency', 'ARS')`,
      isAuthorised: sql<boolean>`${isAuthorised}`,
      count: sql`count(*)`.mapWith(Number),
      total: sql<string>`coalesce(sum(${total}), 0)::text`,
    })
    .from(entries)
    .where(
      and(
        eq(workspaceId, ctx.workspace.id),
        isNull(archivedAt),
        gte(issuedOn, since),
        lte(issuedOn, until),
        or(isAuthorised, eq(stateKey, failedState)),
      ),
    )
    .groupBy(sql`1, 2, 3, 4`);
  return rows.map(({ code: typeCode, total: sum, ...row }) => {
    const type = documentType(typeCode ?? '');
    const amount = new Big(sum);
    return { ...row, letter: type?.letter, amount: type?.type === 'credit-note' ? amount.neg() : amount };
  });
}

function issuedOf(sums: Sum[]): Issued {
  const byCurrency = Map.groupBy(sums, ({ currency }) => currency);
  const amounts = [...byCurrency].map(([currency, of]) => ({
    currency,
    amount: of.reduce((total, { amount }) => total.plus(amount), new Big(0)).toFixed(2),
  }));
  const isFirst = ({ currency }: { currency: string }) => Number(currency !== 'ARS');
  return {
    count: sums.reduce((total, { count }) => total + count, 0),
    amounts: amounts.toSorted((a, b) => isFirst(a) - isFirst(b) || a.currency.localeCompare(b.currency)),
  };
}

/** Most frequent first. */
export async function listWaiting(ctx: Context): Promise<Waiting[]> {
  requirePermission(ctx, 'invoices:read');
  const waiting = waitingInvoices(ctx)
    .limit(maxCounted + 1)
    .as('waiting');
  const code = sql`${waiting.obstacle} ->> 'code'`;
  const rows = await reader(ctx)
    .select({
      obstacle: sql<StoredMessage | null>`(array_agg(${waiting.obstacle}))[1]`,
      count: count(),
      entryId: sql<string>`(array_agg(${waiting.firstEntryId}))[1]`,
    })
    .from(waiting)
    .groupBy(code)
    .orderBy(desc(count()));
  return rows.map(({ obstacle, ...row }) => ({ ...row, obstacle: obstacle ?? undefined }));
}
