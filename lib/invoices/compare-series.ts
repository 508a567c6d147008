import { and, eq, gte, inArray, isNotNull, or, sql } from 'drizzle-orm';
import {
  type FoundInvoice,
  isSameNumber,
  isSameSale,
  type Sale,
  type ServiceRefusal,
} from '#lib/arca/invoicing.ts';
import { type InvoicingService, serviceFor } from '#lib/arca/services.ts';
import { type Context, reader } from '#lib/context.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { textOf } from '#lib/documents/json.ts';
import { notFound } from '#lib/errors.ts';
import type { StoredMessage } from '#lib/faults.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { accessFor } from './change-document.ts';
import { isInSeries, type Series } from './series.ts';
import { loadSubmissions, openStatuses, type Submission, selectDecisiveSubmission } from './submissions.ts';

export type SeriesComparison =
  | {
      kind: 'compared';
      /** Last number the authority authorized, 0 if none. */
      last: number;
      /** Recent vouchers without an invoice in this workspace, newest first. */
      unknownVouchers: UnknownVoucher[];
    }
  | { kind: 'unanswered'; why: StoredMessage };

export interface UnknownVoucher {
  voucher: FoundInvoice;
  /** Entry of a waiting invoice that is identical to the cent: the answer to its request was lost. */
  waitingEntryId?: string;
}

/** Number of newest vouchers that are checked. */
export const newestNumbers = 20;
/** Short, because a user is waiting for the page. */
const timeoutMs = 15_000;
/** Most submissions read: those with a number first, then waiting ones in the order of their jobs. */
const maxSubmissions = 500;

/**
 * Compares a series at the authority with the workspace's invoices: the last number, and recent vouchers that
 * belong to none of the invoices. Stores and sends nothing.
 */
export async function compareSeries(
  ctx: Context,
  requested: Omit<Series, 'environment'>,
  now = new Date(),
): Promise<SeriesComparison> {
  requirePermission(ctx, 'invoices:read');
  const series = { ...requested, environment: ctx.workspace.environment };
  const service = serviceFor(series.documentType);
  const access = await accessFor(ctx, service, series.cuit, now);
  if (access.kind === 'refused') return { kind: 'unanswered', why: access.fault };
  if (access.kind === 'later') return { kind: 'unanswered', why: access.obstacle };
  const caller = { ...access.caller, timeoutMs };
  const { calls } = service;
  const answer = await calls.readLastNumber(caller, series);
  if (answer.kind !== 'last') return { kind: 'unanswered', why: reasonOf(answer, service, series.cuit) };
  const { number: last } = answer;
  const first = Math.max(1, last - newestNumbers + 1);
  const submissions = await ownSubmissions(ctx, series, first);
  const numbers = new Set(submissions.flatMap(({ cae, number }) => (cae ? [number] : [])));
  const missing = Array.from({ length: last - first + 1 }, (_, index) => last - index).filter(
    (number) => !numbers.has(number),
  );
  const found = await Promise.all(missing.map((number) => calls.findInvoice(caller, { ...series, number })));
  const refusal = found.find((each) => each.kind !== 'found' && each.kind !== 'missing');
  if (refusal) return { kind: 'unanswered', why: reasonOf(refusal, service, series.cuit) };
  const vouchers = found.flatMap((each) => (each.kind === 'found' ? [each.invoice] : []));
  return {
    kind: 'compared',
    last,
    unknownVouchers: vouchers.map((voucher) => unknownVoucherOf(voucher, submissions, calls)),
  };
}

export type InvoiceComparison =
  | {
      kind: 'compared';
      /** Whether it has a CAE here. If not, `numbers` are those of requests whose answer is missing. */
      isAuthorised: boolean;
      series: Pick<Series, 'pointOfSale' | 'documentType'>;
      here: ComparedInvoice;
      numbers: ComparedNumber[];
    }
  /** No number was used for it. */
  | { kind: 'unsent' }
  | { kind: 'unanswered'; why: StoredMessage };

export type ComparedInvoice = Sale & { cae: string | undefined };

export interface ComparedNumber {
  number: number;
  /** The authority's voucher with this number. */
  voucher: FoundInvoice | undefined;
  /** Empty if it is the same document. */
  differences: ComparedField[];
}

const comparedTexts = ['cae', 'date', 'concept', 'currency', 'destination'] as const;
const comparedAmounts = ['total', 'net', 'vat', 'exempt', 'outsideScope', 'otherTaxes'] as const;
export type ComparedField =
  | (typeof comparedTexts)[number]
  | (typeof comparedAmounts)[number]
  | 'customer'
  | 'exchangeRate'
  | 'request';

/** Requests without an answer that are looked up: the newest. */
const maxNumbers = 5;

/**
 * Compares an invoice with what the authority has under its number or, while it has no CAE, under the numbers of the
 * requests whose answer is missing. Stores and sends nothing.
 * @throws AltaError `not-found`, also for other entries
 */
export async function compareInvoice(
  ctx: Context,
  entryId: string,
  now = new Date(),
): Promise<InvoiceComparison> {
  requirePermission(ctx, 'invoices:read');
  const { folder, doc } = await fetchEntry(ctx, entryId);
  if (folder !== 'invoices') throw notFound('The invoice');
  const all = await loadSubmissions(reader(ctx), entryId);
  const own = all.filter(({ workspaceId }) => workspaceId === ctx.workspace.id);
  const submission = selectDecisiveSubmission(ctx, own) ?? own[0];
  const numbers = submission ? numbersOf(submission) : [];
  if (!submission || numbers.length === 0) return { kind: 'unsent' };
  const { cuit, pointOfSale, documentType, cae, request } = submission;
  const service = serviceFor(documentType);
  const access = await accessFor(ctx, service, cuit, now);
  if (access.kind === 'refused') return { kind: 'unanswered', why: access.fault };
  if (access.kind === 'later') return { kind: 'unanswered', why: access.obstacle };
  const caller = { ...access.caller, timeoutMs };
  const series = { pointOfSale, documentType };
  const found = await Promise.all(
    numbers.map((number) => service.calls.findInvoice(caller, { ...series, number })),
  );
  const refusal = found.find((each) => each.kind !== 'found' && each.kind !== 'missing');
  if (refusal) return { kind: 'unanswered', why: reasonOf(refusal, service, cuit) };
  const sale = service.calls.saleOf(request);
  const here = { ...sale, date: sale.date ?? textOf(doc.issue_date), cae: cae ?? undefined };
  return {
    kind: 'compared',
    isAuthorised: cae !== null,
    series,
    here,
    numbers: numbers.map((number, index) => {
      const answer = found[index];
      const voucher = answer?.kind === 'found' ? answer.invoice : undefined;
      return { number, voucher, differences: voucher ? differencesOf(here, voucher) : [] };
    }),
  };
}

const numbersOf = ({ cae, number, unansweredNumbers }: Submission): number[] => {
  const own = number === null ? [] : [number];
  if (cae) return own;
  return [...new Set([...unansweredNumbers, ...own])]
    .toSorted((one, other) => other - one)
    .slice(0, maxNumbers);
};

function differencesOf(here: ComparedInvoice, voucher: FoundInvoice): ComparedField[] {
  const isOtherText = (key: (typeof comparedTexts)[number]) =>
    // Without a CAE here there is nothing to compare it with.
    !(key === 'cae' && !here.cae) && here[key] !== voucher[key];
  const isOtherCustomer =
    here.receiverDocumentType !== voucher.receiverDocumentType ||
    !isSameNumber(here.receiverDocumentNumber, voucher.receiverDocumentNumber);
  const isOtherRate =
    here.exchangeRate && voucher.exchangeRate && !isSameNumber(here.exchangeRate, voucher.exchangeRate);
  const differences = [
    ...comparedTexts.filter(isOtherText),
    ...(isOtherCustomer ? (['customer'] as const) : []),
    ...comparedAmounts.filter((key) => !isSameNumber(here[key], voucher[key])),
    ...(isOtherRate ? (['exchangeRate'] as const) : []),
  ];
  // Two equal exports have different requests.
  return differences.length > 0 || isSameSale(voucher, here) ? differences : ['request'];
}

function unknownVoucherOf(
  voucher: FoundInvoice,
  submissions: Submission[],
  { saleOf }: InvoicingService['calls'],
): UnknownVoucher {
  const waiting = submissions.find(({ cae, request }) => !cae && isSameSale(voucher, saleOf(request)));
  return { voucher, ...(waiting ? { waitingEntryId: waiting.entryId } : {}) };
}

/** The workspace's submissions in the series: open ones, and authorized ones numbered from `first` on. */
const ownSubmissions = (ctx: Context, series: Series, first: number): Promise<Submission[]> =>
  reader(ctx)
    .select()
    .from(invoiceSubmissions)
    .where(
      and(
        isInSeries(invoiceSubmissions, series),
        eq(invoiceSubmissions.workspaceId, ctx.workspace.id),
        or(
          and(isNotNull(invoiceSubmissions.cae), gte(invoiceSubmissions.number, first)),
          inArray(invoiceSubmissions.status, openStatuses),
        ),
      ),
    )
    .orderBy(sql`${invoiceSubmissions.number} desc nulls last`, invoiceSubmissions.jobCreatedAt)
    .limit(maxSubmissions);

function reasonOf(refusal: ServiceRefusal, { faultPrefix }: InvoicingService, cuit: string): StoredMessage {
  switch (refusal.kind) {
    case 'unavailable':
      return { code: 'authority-unavailable', params: { why: 'invoice', cause: refusal.cause } };
    case 'ticket-refused':
      return { code: 'ticket-refused', params: { own: refusal.message } };
    case 'cuit-not-represented':
      return { code: 'cuit-not-represented', params: { cuit } };
    case 'refused':
      return { code: `${faultPrefix}${refusal.code}`, params: { own: refusal.message } };
    case 'defect':
      return { code: 'defect', params: { own: refusal.message } };
  }
}
