import Big from 'big.js';
import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { type Context, reader } from '#lib/context.ts';
import {
  correctedNumber,
  correctedPoint,
  correctedType,
  issuerCuit,
} from '#lib/database/tables/document-columns.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { money } from '#lib/documents/invoice/amount.ts';
import { documentType } from '#lib/documents/invoice/document-types.ts';
import { documentTypeExtension } from '#lib/documents/invoice/extensions.ts';
import { type InvoiceSummary, summaryOf, summaryOfSnippet } from '#lib/documents/invoice/summary.ts';
import { requirePermission } from '#lib/roles.ts';
import type { EntryRow } from '#lib/silo/entries.ts';

/** A credit or debit note of an invoice. */
export interface Note extends Omit<InvoiceSummary, 'supplier'> {
  id: string;
  state: string | null;
  isAuthorised: boolean;
}

/** What was credited of an invoice, and what is left of it; amounts are decimals of its currency. */
export interface Credit {
  credited: string;
  /** Below zero where more was credited than there is. */
  left: string;
}

/** As many as a page can show. */
const mostNotes = 100;

/** The notes whose first corrected document is this invoice, the oldest first, whoever wrote them. */
export async function listNotes(ctx: Context, { doc }: Pick<EntryRow, 'doc'>): Promise<Note[]> {
  requirePermission(ctx, 'invoices:read');
  const { type, series, code, supplier } = summaryOf(doc);
  if (!type || !code) return [];
  const rows = await reader(ctx)
    .select({ id: entries.id, state: entries.state, snippet: entries.snippet, stamps: entries.stamps })
    .from(entries)
    .where(
      and(
        eq(entries.workspaceId, ctx.workspace.id),
        eq(entries.folder, 'invoices'),
        sql`doc ? 'preceding'`,
        sql`${sql.raw(issuerCuit)} = ${supplier.cuit}`,
        sql`${sql.raw(correctedNumber)} = ${code}`,
        sql`${sql.raw(correctedPoint)} = ${series}`,
        sql`${sql.raw(correctedType)} = ${type.code}`,
      ),
    )
    .orderBy(asc(entries.createdAt), asc(entries.id))
    .limit(mostNotes);
  return rows.map(({ id, state, snippet, stamps }) => ({
    id,
    state,
    isAuthorised: stamps.some(({ prv }) => prv === 'arca-cae'),
    ...summaryOfSnippet(snippet),
  }));
}

/** Authorized notes alone count, in the invoice's own currency: what is not sent yet may still be changed. */
export function creditOf({ doc }: Pick<EntryRow, 'doc'>, notes: readonly Note[]): Credit {
  const { total, currency } = summaryOf(doc);
  const sumOf = (kind: 'credit-note' | 'debit-note') =>
    notes
      .filter((note) => note.isAuthorised && note.currency === currency && note.type?.type === kind)
      .reduce((sum, note) => sum.plus(note.total || 0), new Big(0));
  const credited = sumOf('credit-note');
  return {
    credited: money(credited),
    left: money(new Big(total || 0).plus(sumOf('debit-note')).minus(credited)),
  };
}

/** Of a credit note, by what it comes to: what it corrects, and whether more would be credited than is left of that. */
export async function creditedBy(
  ctx: Context,
  doc: Record<string, unknown>,
  { total, currency }: Pick<InvoiceSummary, 'total' | 'currency'>,
): Promise<{ invoice: InvoiceSummary; left: string; isOver: boolean } | undefined> {
  const corrected = await findCorrected(ctx, doc);
  if (!corrected) return undefined;
  const { left } = creditOf(corrected, await listNotes(ctx, corrected));
  const invoice = summaryOf(corrected.doc);
  return { invoice, left, isOver: invoice.currency === currency && new Big(total || 0).gt(left) };
}

/**
 * The invoice of this workspace that a note corrects, by what stands in it: the entry that it was made from, or else
 * the number, which another may have written.
 */
export async function findCorrected(
  ctx: Context,
  doc: Record<string, unknown>,
): Promise<Pick<EntryRow, 'id' | 'doc'> | undefined> {
  requirePermission(ctx, 'invoices:read');
  const [preceding] = Array.isArray(doc.preceding) ? (doc.preceding as unknown[]) : [];
  const { uuid, series, code, ext } = membersOf(preceding);
  const pointOfSale = Number(series);
  const number = Number(code);
  const type = Number(membersOf(ext)[documentTypeExtension]);
  const ids = typeof uuid === 'string' && isUuid(uuid) ? [uuid] : [];
  if (ids.length === 0 && isSmall(pointOfSale) && isSmall(number) && isSmall(type)) {
    const { cuit } = summaryOf(doc).supplier;
    const { environment } = ctx.workspace;
    const rows = await reader(ctx)
      .select({ id: invoiceSubmissions.entryId })
      .from(invoiceSubmissions)
      .where(
        and(
          eq(invoiceSubmissions.environment, environment),
          eq(invoiceSubmissions.cuit, cuit),
          eq(invoiceSubmissions.pointOfSale, pointOfSale),
          eq(invoiceSubmissions.documentType, type),
          eq(invoiceSubmissions.number, number),
          eq(invoiceSubmissions.workspaceId, ctx.workspace.id),
          isNotNull(invoiceSubmissions.cae),
        ),
      )
      .orderBy(desc(invoiceSubmissions.createdAt))
      .limit(1);
    ids.push(...rows.map(({ id }) => id));
  }
  if (ids.length === 0) return undefined;
  const [found] = await reader(ctx)
    .select({ id: entries.id, doc: entries.doc })
    .from(entries)
    .where(
      and(
        inArray(entries.id, ids),
        eq(entries.workspaceId, ctx.workspace.id),
        eq(entries.folder, 'invoices'),
      ),
    );
  return found && isNumbered(found.doc) ? found : undefined;
}

/** An integer column takes no more. */
const isSmall = (value: number) => Number.isInteger(value) && value > 0 && value < 2 ** 31;

const isNumbered = (doc: Record<string, unknown>): boolean => {
  const { type, code } = summaryOf(doc);
  return code !== '' && documentType(type?.code ?? '') !== undefined;
};

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
