import Big from 'big.js';
import { and, asc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { type Context, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import {
  correctedNumber,
  correctedPoint,
  correctedType,
  entries,
  issuerCuit,
} from '#lib/database/tables/silo.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { Decimal, money } from '#lib/documents/invoice/amount.ts';
import { documentTypeExtension } from '#lib/documents/invoice/extensions.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { correctedPeriod, type NoteExtent, noteOf } from '#lib/documents/invoice/note.ts';
import {
  type InvoiceSummary,
  numberOf,
  summaryOf,
  summaryOfSnippet,
} from '#lib/documents/invoice/preview.ts';
import { membersOf } from '#lib/documents/json.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { AltaError } from '#lib/errors.ts';
import type { StoredFault } from '#lib/faults.ts';
import type { TimedPageQuery } from '#lib/paging.ts';
import { requirePermission } from '#lib/roles.ts';
import { type EntryRow, fetchEntry, type ListedEntry, listEntries } from '#lib/silo/entries.ts';
import { fill } from './pdf/paper.ts';
import { isInSeries } from './series.ts';
import { openStatuses } from './submissions.ts';

export interface Note extends Omit<InvoiceSummary, 'supplier'> {
  id: string;
  state: string | null;
  isAuthorised: boolean;
}

/** Credited and remaining amount of an invoice, as decimals in its currency. */
export interface Credit {
  credited: string;
  /** Negative if more than the total was credited. */
  left: string;
}

const maxNotes = 100;

/** Notes whose first corrected document is this invoice, oldest first, whoever created them. */
export async function listNotes(ctx: Context, { doc }: Pick<EntryRow, 'doc'>): Promise<Note[]> {
  requirePermission(ctx, 'invoices:read');
  const invoice = summaryOf(doc);
  if (!invoice.type || !invoice.code) return [];
  const rows = await reader(ctx)
    .select({ id: entries.id, state: entries.state, snippet: entries.snippet, stamps: entries.stamps })
    .from(entries)
    .where(correctsInvoice(ctx, invoice))
    .orderBy(asc(entries.createdAt), asc(entries.id))
    .limit(maxNotes);
  return rows.map(({ id, state, snippet, stamps }) => ({
    id,
    state,
    isAuthorised: stamps.some(({ prv }) => prv === 'arca-cae'),
    ...summaryOfSnippet(snippet),
  }));
}

/** Condition for notes of the invoice, written to match the index on the first corrected document. */
const correctsInvoice = (ctx: Context, { type, series, code, supplier }: InvoiceSummary) =>
  and(
    eq(entries.workspaceId, ctx.workspace.id),
    eq(entries.folder, 'invoices'),
    sql`doc ? 'preceding'`,
    sql`${sql.raw(issuerCuit)} = ${supplier.cuit}`,
    sql`${sql.raw(correctedNumber)} = ${code}`,
    sql`${sql.raw(correctedPoint)} = ${series}`,
    sql`${sql.raw(correctedType)} = ${type?.code ?? ''}`,
  );

/** Counts only notes in the invoice's currency that are authorized, since other notes may still change. */
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

/** Each note rounds its VAT separately, so several notes together may exceed the invoice by a few cents. */
const roundingTolerance = '0.05';

/**
 * Finds the invoice that a credit note corrects, and whether the note exceeds the amount left to credit.
 * Submitted credit notes count as well; amounts in different currencies are not compared.
 * @param id the note's entry, which does not count
 */
export async function findCreditedInvoice(
  ctx: Context,
  doc: Document,
  { total, currency }: Pick<InvoiceSummary, 'total' | 'currency'>,
  id?: string,
): Promise<{ id: string; invoice: InvoiceSummary; left: string; isOver: boolean } | undefined> {
  const corrected = await findCorrected(ctx, doc);
  if (!corrected) return undefined;
  const invoice = summaryOf(corrected.doc);
  const left = await remainingCredit(ctx, invoice, id);
  const isOver =
    invoice.currency === currency && new Big(total || 0).gt(new Big(left).plus(roundingTolerance));
  return { id: corrected.id, invoice, left, isOver };
}

/**
 * Amount of an invoice left to credit: its total plus debit notes minus credit notes.
 * @param except id of the entry of a note that does not count
 */
export async function remainingCredit(
  ctx: Context,
  invoice: InvoiceSummary,
  except?: string,
): Promise<string> {
  const kind = sql`${entries.doc} ->> 'type'`;
  const total = sql`(${entries.doc} #>> '{totals,payable}')::numeric`;
  const [row] = await reader(ctx)
    .select({
      noted: sql<string>`coalesce(sum(case when ${kind} = 'debit-note' then ${total} else -${total} end), 0)::text`,
    })
    .from(entries)
    .where(and(countsTowardsCredit(ctx, invoice), except ? ne(entries.id, except) : undefined));
  return money(new Big(invoice.total || 0).plus(row?.noted ?? 0));
}

/** Documents of the invoice's notes that count towards the credited amount. */
async function countedNotes(ctx: Context, doc: Document): Promise<Invoice[]> {
  const rows = await reader(ctx)
    .select({ doc: entries.doc })
    .from(entries)
    .where(countsTowardsCredit(ctx, summaryOf(doc)))
    .limit(maxNotes);
  return rows.map((row) => row.doc as unknown as Invoice);
}

/** Condition for authorized notes and submitted credit notes, in the invoice's currency. */
function countsTowardsCredit(ctx: Context, invoice: InvoiceSummary) {
  const isAuthorised = sql`${entries.stamps} @> '[{"prv": "arca-cae"}]'`;
  const isOnItsWay = sql`exists (select from ${invoiceSubmissions}
    where ${eq(invoiceSubmissions.entryId, entries.id)} and ${inArray(invoiceSubmissions.status, openStatuses)})`;
  const isCredit = sql`${entries.doc} ->> 'type' = 'credit-note'`;
  return and(
    correctsInvoice(ctx, invoice),
    sql`${entries.doc} ->> 'currency' = ${invoice.currency}`,
    or(isAuthorised, and(isCredit, isOnItsWay)),
  );
}

interface Refused {
  kind: 'refused';
  faults: StoredFault[];
}

/**
 * Runs `submit` for a credit note unless the note exceeds the amount left to credit, also counting notes
 * submitted at the same time. If Alta does not have the corrected invoice, submits the note with a remark. A
 * note for a period names no invoice to compare with.
 * @param isIntended the sender accepts that the note exceeds the invoice
 */
export async function submitCredit<Submitted>(
  tx: Transaction,
  ctx: Context,
  { id, doc }: Pick<EntryRow, 'id' | 'doc'>,
  { isIntended }: { isIntended: boolean },
  submit: () => Promise<Submitted>,
): Promise<Submitted | Refused> {
  if (correctedPeriod(doc.preceding as Invoice['preceding'])) return submit();
  const ctxInTransaction = { ...ctx, tx };
  const note = summaryOf(doc);
  const corrected = await findCorrected(ctxInTransaction, doc);
  if (!corrected) {
    const remark: StoredFault = {
      provider: 'gov-ar',
      code: 'credited-invoice-unknown',
      paths: ['$.preceding'],
    };
    await tx
      .update(entries)
      .set({ remarks: [remark] })
      .where(eq(entries.id, id));
    return submit();
  }
  // One note per invoice at a time: the lock separates transactions, the queue calls within a transaction.
  return runSequentially<Submitted | Refused>(tx, async () => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`credit ${corrected.id}`}, 0))`);
    const credited = await findCreditedInvoice(ctxInTransaction, doc, note, id);
    if (!credited?.isOver || isIntended) return submit();
    const { left, invoice } = credited;
    const params = { total: note.total, left, currency: note.currency, number: numberOf(invoice) ?? '' };
    const fault: StoredFault = {
      provider: 'gov-ar',
      code: 'credit-exceeds-invoice',
      params,
      paths: ['$.totals.payable'],
    };
    return { kind: 'refused', faults: [fault] };
  });
}

const lastInTransaction = new WeakMap<Transaction, Promise<unknown>>();

/** Queues work within a transaction: concurrent jobs may share one, and its lock does not block them. */
function runSequentially<Result>(tx: Transaction, work: () => Promise<Result>): Promise<Result> {
  const result = (lastInTransaction.get(tx) ?? Promise.resolve()).then(work, work);
  lastInTransaction.set(tx, result);
  return result;
}

/**
 * Finds the workspace's invoice that a note corrects, by its number, as the authority does. The entry that
 * the note refers to is returned only if it has this number.
 */
export async function findCorrected(
  ctx: Context,
  doc: Document,
): Promise<Pick<EntryRow, 'id' | 'doc'> | undefined> {
  requirePermission(ctx, 'invoices:read');
  const [preceding] = Array.isArray(doc.preceding) ? (doc.preceding as unknown[]) : [];
  const { uuid, series, code, ext } = membersOf(preceding);
  const pointOfSale = Number(series);
  const number = Number(code);
  const documentType = Number(membersOf(ext)[documentTypeExtension]);
  if (![pointOfSale, number, documentType].every(fitsInteger)) return undefined;
  const { cuit } = summaryOf(doc).supplier;
  const byNumber = reader(ctx)
    .select({ id: invoiceSubmissions.entryId })
    .from(invoiceSubmissions)
    .where(
      and(
        isInSeries(invoiceSubmissions, {
          environment: ctx.workspace.environment,
          cuit,
          pointOfSale,
          documentType,
        }),
        eq(invoiceSubmissions.number, number),
        eq(invoiceSubmissions.workspaceId, ctx.workspace.id),
        isNotNull(invoiceSubmissions.cae),
      ),
    );
  const linkedEntryId = typeof uuid === 'string' && isUuid(uuid) ? uuid : undefined;
  const found = await reader(ctx)
    .select({ id: entries.id, doc: entries.doc })
    .from(entries)
    .where(
      and(
        linkedEntryId
          ? or(eq(entries.id, linkedEntryId), inArray(entries.id, byNumber))
          : inArray(entries.id, byNumber),
        eq(entries.workspaceId, ctx.workspace.id),
        eq(entries.folder, 'invoices'),
      ),
    );
  return found.find((entry) => {
    const { type, code: given, series: point, supplier } = summaryOf(entry.doc);
    return (
      supplier.cuit === cuit &&
      [type?.code, point, given].map(Number).join() === [documentType, pointOfSale, number].join()
    );
  });
}

const fitsInteger = (value: number) => Number.isInteger(value) && value > 0 && value < 2 ** 31;

interface Correction {
  /** Id of the invoice's entry. */
  id: string;
  type: 'credit-note' | 'debit-note';
  reason?: string | undefined;
  /** Point of sale, if different from the invoice's. */
  series?: string | undefined;
  /** ISO date. */
  issueDate?: string | undefined;
  /** Request field that names the invoice, for error messages. */
  field: string;
}

/**
 * Builds a note that corrects a whole authorized invoice; a credit note covers only the amount left to credit.
 * Stores nothing.
 * @throws AltaError `validation` if there is no such invoice, or it is credited in full
 */
export async function correctInvoice(
  ctx: Context,
  { id, type, reason, series, issueDate, field }: Correction,
): Promise<Document> {
  const draft = await noteDraft(ctx, { id, type, extent: { kind: 'whole' } }).catch(undefinedIfNotFound);
  if (!draft) {
    throw new AltaError('validation', 'Only an invoice that the authority has authorized can be corrected.', {
      fields: { [field]: 'must be the entry of an invoice with a CAE' },
    });
  }
  if (Array.isArray(draft.lines) && draft.lines.length === 0) {
    throw new AltaError('validation', 'The invoice was already credited in full.', {
      fields: { [field]: 'must be the entry of an invoice that is not credited in full' },
    });
  }
  const [corrected] = draft.preceding as [Document];
  return {
    ...draft,
    ...(series ? { series } : {}),
    ...(issueDate ? { issue_date: issueDate } : {}),
    preceding: [{ ...corrected, ...(reason ? { reason } : {}) }],
  };
}

function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof AltaError && error.key === 'not-found') return undefined;
  throw error;
}

interface NoteInput {
  /** Id of the invoice's entry. */
  id: string;
  type: 'credit-note' | 'debit-note';
  extent: DraftExtent;
}

/** Requested extent of a note. */
export type DraftExtent =
  | Extract<NoteExtent, { kind: 'whole' | 'lines' | 'other' }>
  /** An amount of what is left to credit, in the invoice's currency, with its VAT. */
  | { kind: 'amount'; amount: string };

/**
 * Drafts a note for an authorized invoice. A credit note for the whole invoice covers only the amount left to
 * credit. Stores nothing. Undefined if the entry is not an authorized invoice.
 */
export async function noteDraft(
  ctx: Context,
  { id, type, extent }: NoteInput,
  now = new Date(),
): Promise<Document | undefined> {
  requirePermission(ctx, 'entries:write');
  const entry = await fetchEntry(ctx, id);
  const isAuthorised = entry.stamps.some(({ prv }) => prv === 'arca-cae');
  const invoice = entry.doc as unknown as Invoice & { code?: string };
  if (entry.folder !== 'invoices' || !isAuthorised || !invoice.code) return undefined;
  const isOfRest = type === 'credit-note' && (extent.kind === 'whole' || extent.kind === 'amount');
  const notes = isOfRest ? await countedNotes(ctx, entry.doc) : [];
  const number = numberOf(summaryOf(entry.doc)) ?? '';
  return noteOf(
    { ...invoice, code: invoice.code },
    { id: entry.id, type, extent: withNotes(extent, notes, number), now },
  );
}

/** The part of the invoice that a note covers, given the notes before it. */
function withNotes(extent: DraftExtent, notes: readonly Invoice[], number: string): NoteExtent {
  if (extent.kind === 'amount') return { ...extent, notes, name: fill('part', { number }) };
  return notes.length > 0 ? { kind: 'rest', notes, name: fill('rest', { number }) } : extent;
}

/**
 * Parses the extent of a note: `0:2,3:1.5` (index and quantity of lines), `amount:605.00`, `other`, or else the whole
 * invoice. Invalid parts are ignored.
 */
export function extentOf(text: string | undefined): DraftExtent {
  if (text === 'other') return { kind: 'other' };
  const [, amount] = /^amount:(\d{1,13}\.\d{2})$/.exec(text ?? '') ?? [];
  if (amount && Number(amount) > 0) return { kind: 'amount', amount };
  const lines = (text ?? '').split(',').flatMap((each) => {
    const [, index, sent] = /^(\d{1,5}):([\d.]{1,20})$/.exec(each) ?? [];
    const quantity = Decimal.safeParse(sent);
    return index && quantity.success && Number(quantity.data) > 0
      ? [{ index: Number(index), quantity: quantity.data }]
      : [];
  });
  return lines.length > 0 ? { kind: 'lines', lines } : { kind: 'whole' };
}

/** Members by which a document refers to another entry. */
export const relations = ['preceding', 'supplier'] as const;
export type Relation = (typeof relations)[number];

/**
 * Lists entries whose documents refer to this one: an invoice's notes, or a supplier's invoices. Archived
 * entries are left out. Returns rows for one page, plus one if there is a next page.
 * @throws AltaError `not-found`
 */
export async function listRelated(
  ctx: Context,
  id: string,
  { relation: wanted, ...query }: TimedPageQuery & { relation?: Relation | undefined },
): Promise<(ListedEntry & { relation: Relation })[]> {
  const entry = await fetchEntry(ctx, id);
  const relation = entry.folder === 'invoices' ? 'preceding' : 'supplier';
  if (wanted !== undefined && wanted !== relation) return [];
  const rows =
    relation === 'preceding'
      ? await listEntries(ctx, { ...query, ids: (await listNotes(ctx, entry)).map((note) => note.id) })
      : await listInvoices(entry);
  return rows.map((row) => ({ ...row, relation }));

  async function listInvoices({ folder, doc }: typeof entry): Promise<ListedEntry[]> {
    const cuit = folder === 'suppliers' ? supplierOf({ doc })?.cuit : undefined;
    return cuit ? listEntries(ctx, { ...query, folder: 'invoices', issuer: cuit }) : [];
  }
}
