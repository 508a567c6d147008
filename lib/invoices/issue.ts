import { isDeepStrictEqual } from 'node:util';
import { serviceFor } from '#lib/arca/services.ts';
import { type Context, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { allowArgument, type jobs } from '#lib/database/tables/workflows.ts';
import { isValidCuit } from '#lib/documents/cuit.ts';
import { isAssumed } from '#lib/documents/invoice/assumed-codes.ts';
import { isCountryCuit } from '#lib/documents/invoice/countries.ts';
import {
  codeOfStatus,
  contradicts,
  type RegisterStatus,
  registerStatusOf,
  uncategorised,
  vatStatusExtension,
  vatStatusOf,
  withRegisterStatus,
} from '#lib/documents/invoice/customer.ts';
import { letterFor } from '#lib/documents/invoice/document-types.ts';
import { documentTypeExtension } from '#lib/documents/invoice/extensions.ts';
import { buildInvoice, type Invoice } from '#lib/documents/invoice/invoice.ts';
import { usualStatus } from '#lib/documents/invoice/issuer-status.ts';
import { correctedPeriod } from '#lib/documents/invoice/note.ts';
import { AltaError } from '#lib/errors.ts';
import { waitForTurn } from '#lib/event-loop.ts';
import { type CodedMessage, type StoredFault, storedFault } from '#lib/faults.ts';
import { usablePointOfSale } from '#lib/registrations/check-points-of-sale.ts';
import { lockEntry, storeCustomerStatus } from '#lib/silo/change-entry.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { isLongInvoice } from '#lib/silo/issuer-status.ts';
import { findRecentTaxpayer, findTaxpayerIfAvailable, type KnownTaxpayer } from '#lib/taxpayers.ts';
import { buenosAiresDay } from '#lib/time.ts';
import { submitCredit } from './credit-note.ts';
import { creditInvoiceFault, needsCreditInvoice } from './credit-registry.ts';
import {
  delegationWaitSeconds,
  findIssuer,
  govArFault,
  type Issuer,
  issuerClassFault,
  pointOfSaleClassFault,
} from './issuer.ts';
import { lastIssueDate } from './last-number.ts';
import { scheduleSend } from './series.ts';
import {
  findSubmission,
  loadSubmissions,
  type Obstacle,
  type Submission,
  selectDecisiveSubmission,
  submit,
  takeOver,
} from './submissions.ts';

export type Issue =
  /** `remark`: a notice that this call found. */
  | { kind: 'on-its-way'; submission: Submission; remark?: CodedMessage | undefined }
  | { kind: 'authorised'; submission: Submission }
  | { kind: 'refused'; faults: StoredFault[] }
  /** It cannot be determined now whether the invoice may be sent. */
  | { kind: 'later'; obstacle: Obstacle; retryAfterSeconds: number };

type Job = Pick<typeof jobs.$inferSelect, 'id' | 'createdAt' | 'args'>;

/**
 * Submits an invoice to its series, or returns the progress of its earlier submission. Safe to call repeatedly
 * and from several jobs. Call the returned function in the transaction that stores its result.
 * @throws AltaError `validation` with the faults of a document that the authority would refuse
 */
export async function issueInvoice(
  ctx: Context,
  { entry, job, now }: { entry: EntryRow; job: Job; now: Date },
): Promise<(tx: Transaction) => Promise<Issue>> {
  const earlierSubmissions = await loadSubmissions(reader(ctx), entry.id);
  const decisive = selectDecisiveSubmission(ctx, earlierSubmissions, job.id);
  if (decisive && decisive.status !== 'withdrawn') return (tx) => progressOf(tx, ctx, entry, job);
  if (isLongInvoice(entry.doc)) await waitForTurn();
  const invoice = buildInvoice(entry.doc, { now });
  if (!hasSameAmounts(entry, invoice)) return async () => ({ kind: 'refused', faults: [outdated] });
  const cuit = invoice.supplier.tax_id.code;
  const issuer = await findIssuer(ctx, cuit, now);
  if (issuer.kind === 'none') return async () => ({ kind: 'refused', faults: [issuer.fault] });
  if (issuer.kind === 'later') {
    const { obstacle } = issuer;
    return async () => ({ kind: 'later', obstacle, retryAfterSeconds: delegationWaitSeconds });
  }
  const obstacle = await checkPointOfSale(ctx, issuer.issuer, invoice);
  if (obstacle) return async () => obstacle;
  const dateFault = await seriesDateFault(ctx, invoice, now);
  if (dateFault) return async () => ({ kind: 'refused', faults: [dateFault] });
  // Sequential: if a service does not answer, its next query is skipped.
  const { status, fault: customerFault, remark } = await checkCustomer(ctx, invoice, now);
  const issuerFault = await issuerClassFault(ctx, invoice, now);
  const faults = [issuerFault, customerFault].filter((fault) => fault !== undefined);
  if (faults.length > 0) return async () => ({ kind: 'refused', faults });
  const sent = status ? buildInvoice(customerOf(invoice, status), { now }) : invoice;
  const allowed = job.args[allowArgument];
  const creditFault =
    allowed === needsCreditInvoice ? undefined : await creditInvoiceFault(ctx, issuer.issuer, sent, now);
  if (creditFault) return async () => ({ kind: 'refused', faults: [creditFault] });
  const series = seriesOf(sent);
  const request = serviceFor(series.documentType).calls.requestOf(sent, entry.id);
  return async (tx) => {
    const current = await lockEntry(tx, ctx, entry.id);
    if (current.digest !== entry.digest) throw new Error('The invoice was changed while it was being read.');
    const send = async (): Promise<Issue> => {
      const { submission, isNew } = await submit(tx, ctx, {
        entryId: entry.id,
        job,
        cuit,
        series,
        request,
        earlierSubmissions,
      });
      if (isNew && status) await storeCustomerStatus(tx, ctx, current, sent, statusAuditDetail(status));
      return { kind: 'on-its-way', submission, remark };
    };
    if (sent.type !== 'credit-note') return send();
    const isIntended = allowed === 'credit-exceeds-invoice';
    return submitCredit(tx, ctx, current, { isIntended }, send);
  };
}

/**
 * Faults for which the invoice would be refused if it were sent now, as far as Alta can tell without asking the
 * authority.
 */
export async function faultsIfSentNow(
  ctx: Context,
  doc: EntryRow['doc'],
  now = new Date(),
): Promise<StoredFault[]> {
  try {
    const dateFault = await seriesDateFault(ctx, buildInvoice(doc, { now }), now);
    return dateFault ? [dateFault] : [];
  } catch (error) {
    if (error instanceof AltaError && error.key === 'validation') return error.faults.map(storedFault);
    throw error;
  }
}

/** 10016, or 1535 of WSFEX: the date must not be before the last one of the series. Today's date never is. */
async function seriesDateFault(
  { workspace: { environment } }: Context,
  invoice: Invoice,
  now: Date,
): Promise<StoredFault | undefined> {
  if (invoice.issue_date >= buenosAiresDay(now)) return undefined;
  const { code: cuit } = invoice.supplier.tax_id;
  const series = seriesOf(invoice);
  const last = await lastIssueDate({ environment, cuit, ...series });
  if (last === undefined || invoice.issue_date >= last) return undefined;
  const params = { why: 'series', date: last, pointOfSale: invoice.series };
  const { faultPrefix, notNextNumberCode } = serviceFor(series.documentType);
  return govArFault({ code: `${faultPrefix}${notNextNumberCode}`, params }, '$.issue_date');
}

const seriesOf = ({ series, tax }: Invoice) => ({
  pointOfSale: Number(series),
  documentType: Number(documentTypeIn(tax)),
});

/** Source of the customer's status, for the audit. */
const statusAuditDetail = ({ code, evidence, readAt }: RegisterStatus) => ({
  status: code,
  evidence,
  readAt,
});

const customerOf = (invoice: Invoice, status: RegisterStatus): Invoice =>
  invoice.customer ? { ...invoice, customer: withRegisterStatus(invoice.customer, status) } : invoice;

/**
 * The amounts sent must equal those of the entry and its PDF, even if a newer release calculates differently.
 */
const hasSameAmounts = ({ doc }: EntryRow, { type, totals, tax }: Invoice): boolean =>
  isDeepStrictEqual([doc.type, doc.totals], [type, totals]) &&
  documentTypeIn(doc.tax) === documentTypeIn(tax);

const documentTypeIn = (tax: unknown) => (tax as Invoice['tax'])?.ext?.[documentTypeExtension];

const outdated = govArFault({ code: 'outdated-document' }, '$');

/**
 * Checks the invoice's point of sale in live. The sandbox accepts any number. If the registration does not ask for
 * the invoice's service, its points of sale are not read: only the authority checks them (1510).
 */
async function checkPointOfSale(
  ctx: Context,
  { entryId }: Issuer,
  invoice: Invoice,
): Promise<Exclude<Issue, { submission: Submission }> | undefined> {
  const { pointOfSale: number, documentType } = seriesOf(invoice);
  const { id: service } = serviceFor(documentType);
  const found = await usablePointOfSale(ctx, entryId, { service, number });
  switch (found.kind) {
    case 'usable': {
      const fault = pointOfSaleClassFault(invoice, found.system);
      return fault && { kind: 'refused', faults: [fault] };
    }
    case 'unusable': {
      const why = service === 'wsfex' ? (`export-${found.reason}` as const) : found.reason;
      const params = { why, number, usable: found.usable };
      return {
        kind: 'refused',
        faults: [govArFault({ code: 'point-of-sale-unusable', params }, '$.series')],
      };
    }
    case 'unknown': {
      const params = { why: 'point-of-sale', number };
      return { kind: 'later', obstacle: { code: 'authority-unavailable', params }, retryAfterSeconds: 60 };
    }
  }
}

async function progressOf(tx: Transaction, ctx: Context, entry: EntryRow, job: Job): Promise<Issue> {
  const submission = await findSubmission({ ...ctx, tx }, { entryId: entry.id, jobId: job.id });
  if (!submission) throw new Error(`The submission of the invoice ${entry.id} is missing.`);
  if (submission.status === 'unconfirmed' && submission.jobId !== job.id) {
    return { kind: 'on-its-way', submission: (await takeOver(tx, submission, job)) ?? submission };
  }
  if (submission.status === 'authorised') return { kind: 'authorised', submission };
  if (submission.status === 'refused') return { kind: 'refused', faults: submission.faults };
  // A crash may have lost the queue entry; adding another is cheap.
  if (isOverdue(submission)) await scheduleSend(tx, submission);
  return { kind: 'on-its-way', submission };
}

const overdueMs = 60_000;
const isOverdue = ({ nextAttemptAt, updatedAt }: Submission) =>
  (nextAttemptAt ?? updatedAt).getTime() + overdueMs < Date.now();

/** Result of checking an invoice's customer in the register. Empty if the register has no answer. */
interface CustomerCheck {
  /** Status to use if the document has none. */
  status?: RegisterStatus;
  /** Set if the document's status contradicts the register's. */
  fault?: StoredFault;
  /** Notice for the user; the invoice is sent anyway. */
  remark?: CodedMessage;
}

/**
 * Checks the customer in the register, which takes a few seconds at most. A note has the class of the document
 * that it corrects: a new status of the customer neither changes the class nor refuses the note. A note for a
 * period names no document, so an assumed status does not settle its class.
 */
async function checkCustomer(
  ctx: Context,
  { customer, type, preceding }: Pick<Invoice, 'customer' | 'type' | 'preceding'>,
  now: Date,
): Promise<CustomerCheck> {
  const cuit = customer?.tax_id?.country === 'AR' ? customer.tax_id.code : undefined;
  if (!cuit || cuit === uncategorised || isCountryCuit(cuit) || !isValidCuit(cuit)) return {};
  const taxpayer = await findTaxpayerIfAvailable(ctx, cuit, { now });
  if (!taxpayer) return {};
  const remark = remarkOn(taxpayer);
  const isNote = type !== 'standard';
  const statedStatus = statedStatusOf(customer);
  if (statedStatus === undefined) {
    const status = statusOf(taxpayer);
    const letterOf = (code: string) => letterFor(usualStatus, code);
    const isOtherClass = letterOf(status?.code ?? '') !== letterOf(vatStatusOf(customer));
    const keepsClass = isNote && !correctedPeriod(preceding);
    return { ...remark, ...(status && !(keepsClass && isOtherClass) ? { status } : {}) };
  }
  if (isNote || !isContradicted(statedStatus, taxpayer)) return remark;
  const recent = await findRecentTaxpayer(ctx, cuit, now);
  return recent && isContradicted(statedStatus, recent)
    ? { fault: statusContradictionFault(statedStatus, recent) }
    : remark;
}

const statedStatusOf = (customer: Invoice['customer']): string | undefined =>
  isAssumed(customer, vatStatusExtension) || registerStatusOf(customer)
    ? undefined
    : customer?.ext?.[vatStatusExtension];

const isContradicted = (statedStatus: string, { vat, kind }: KnownTaxpayer): boolean =>
  vat !== undefined && contradicts(statedStatus, vat.status, kind);

const statusOf = ({ cuit, vat, readAt }: KnownTaxpayer): RegisterStatus | undefined =>
  vat && {
    code: codeOfStatus[vat.status],
    of: cuit,
    evidence: vat.evidence,
    readAt: readAt.toISOString(),
  };

const statusContradictionFault = (statedStatus: string, { cuit, vat, readAt }: KnownTaxpayer): StoredFault =>
  govArFault(
    {
      code: 'customer-status-contradicted',
      params: {
        given: statedStatus,
        ...(vat ? { why: vat.status, evidence: vat.evidence } : {}),
        cuit,
        date: buenosAiresDay(readAt),
      },
    },
    `$.customer.ext.${vatStatusExtension}`,
  );

const remarkOn = ({ cuit, state, readAt }: KnownTaxpayer): Pick<CustomerCheck, 'remark'> =>
  state === 'inactive'
    ? {
        remark: { code: 'customer-inactive', params: { cuit, date: buenosAiresDay(readAt) } },
      }
    : {};
