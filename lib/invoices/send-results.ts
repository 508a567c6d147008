import { sql } from 'drizzle-orm';
import { faultsOf } from '#lib/arca/faults.ts';
import type { Authorised, Sale } from '#lib/arca/invoicing.ts';
import { serviceFor } from '#lib/arca/services.ts';
import { lockOpenWorkspaces } from '#lib/context.ts';
import { oneSetAtATime, runAll } from '#lib/database/batching.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { Decimal } from '#lib/documents/invoice/amount.ts';
import { currencyOfAuthority } from '#lib/documents/invoice/currencies.ts';
import type { StoredFault, StoredMessage } from '#lib/faults.ts';
import { log } from '#lib/log.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { stampEntries } from '#lib/silo/change-entry.ts';
import { forgetTaxpayer } from '#lib/taxpayers.ts';
import { publishEvents } from '#lib/webhooks/outbox.ts';
import { scheduleCreditChecks } from './credit-status.ts';
import { removeUnclaimed } from './last-number.ts';
import { invoiceQrUrl } from './qr.ts';
import type { Lot } from './send-series.ts';
import { scheduleSend } from './series.ts';
import { hasPendingRequest, type Submission } from './submissions.ts';

/** Result of sending or looking up a submission. */
export type Finding =
  | ({ kind: 'authorised' } & Authorised)
  /** Authorized by a request that was never answered, or that this database has lost. */
  | ({ kind: 'claimed'; number: number } & Authorised)
  /**
   * Final, like `withdrawn`: the number is free for the next invoice of the series. While a request may still
   * be in progress, the submission becomes `unconfirmed` instead.
   */
  | { kind: 'refused'; faults: StoredFault[] }
  | { kind: 'withdrawn' }
  /** Back to the queue without a number: the authority did not authorize the number it had. */
  | { kind: 'returned' }
  /**
   * Back to the queue: the authority has no voucher with the number, but may still be processing the request.
   */
  | { kind: 'unanswered' }
  /** Retried after `seconds`. */
  | { kind: 'put-off'; obstacle: StoredMessage; seconds: number };

export interface Settled {
  submission: Submission;
  finding: Finding;
}

/** Applies one finding to several submissions. */
export const withFinding = (submissions: Submission[], finding: Finding): Settled[] =>
  submissions.map((submission) => ({ submission, finding }));

/**
 * How long the authority may keep processing a request after we stopped waiting for its answer
 * (docs/authority.md#lost-answers).
 */
const underWayMs = 10 * 60_000;

/** Most lots of concurrently sent series that are stored in one transaction. */
const lotsPerTransaction = 16;

/** Stores the lot's numbers before they are sent to the authority. */
export async function takeNumbers(lot: Lot, firstNumber: number): Promise<Lot> {
  const numbered = lot.submissions.map((submission, index) => ({
    ...submission,
    status: 'sending' as const,
    number: firstNumber + index,
    nextAttemptAt: null,
  }));
  const rows = numbered.map((submission, index) => rowOf(submission, lot.submissions[index]));
  await store({ workspaceId: lot.workspace.id, rows });
  return { ...lot, status: 'sending', submissions: numbered };
}

/** Stores the rows of a lot, all or none; none if the workspace was closed meanwhile. */
const store = oneSetAtATime<{ workspaceId: string; rows: Row[] }, void>(lotsPerTransaction, (lots) =>
  database().transaction(async (tx) => {
    await lockOpenWorkspaces(
      tx,
      lots.map(({ workspaceId }) => workspaceId),
    );
    const rows = lots.flatMap((lot) => lot.rows);
    const changed = await change(tx, rows);
    if (changed.size < rows.length) throw new Error('The lot was taken by another process.');
    return lots.map(() => undefined);
  }),
);

/** Stores findings in one transaction, except for submissions that another process has changed since. */
export async function settle(lot: Lot, settled: Settled[], now: Date): Promise<void> {
  if (settled.length === 0) return;
  await write({ lot, settled, now });
  report(lot, settled);
}

interface Settlement {
  lot: Lot;
  settled: Settled[];
  now: Date;
}

const write = oneSetAtATime<Settlement, void>(lotsPerTransaction, (settlements) =>
  database().transaction(async (tx) => {
    const rows = settlements.flatMap(({ settled, now }) =>
      settled.map((each) => rowOf(submissionAfter(each, now), each.submission)),
    );
    const changed = await change(tx, rows);
    return runAll(settlements, (each) => writeConsequences(tx, each, changed));
  }),
);

async function writeConsequences(
  tx: Transaction,
  { lot, settled, now }: Settlement,
  changed: Set<string>,
): Promise<void> {
  const written = settled.filter(({ submission }) => changed.has(submission.id));
  for (const { submission, finding } of settled) {
    if (changed.has(submission.id)) continue;
    // The process that took over the series has stored the outcome, or will look it up.
    log().warn(
      { submission: submission.id, finding: finding.kind },
      'an invoice was settled by another process',
    );
  }
  await stampInvoices(tx, lot, written);
  // The issuer may have changed its status since the register was read: the next invoice gets the class of today.
  if (written.some(({ finding }) => isRefusedIssuer(finding)))
    await forgetTaxpayer(tx, { workspaceId: lot.workspace.id, cuit: lot.series.cuit });
  const toWake = written.filter(
    ({ finding }) => finding.kind !== 'returned' && finding.kind !== 'unanswered',
  );
  const authorised = written.filter(({ finding: { kind } }) => kind === 'authorised' || kind === 'claimed');
  await scheduleCreditChecks(
    tx,
    lot.workspace,
    authorised.map(({ submission }) => submission),
    now,
  );
  const lane = laneOf(lot.workspace, lot.series.cuit);
  await Promise.all(toWake.map(({ submission }) => enqueue(tx, lane, 'job-wake', { ref: submission.id })));
  const retries = written.flatMap((each) => submissionAfter(each, now).nextAttemptAt ?? []);
  const [retryAt] = retries.toSorted((one, other) => one.getTime() - other.getTime());
  if (retryAt) await scheduleSend(tx, { ...lot.series, workspaceId: lot.workspace.id }, retryAt);
}

/** docs/authority.md#vat-status-of-the-issuer */
const isRefusedIssuer = (finding: Finding): boolean =>
  finding.kind === 'refused' && finding.faults.some(({ code }) => code === 'ARCA-10000');

function submissionAfter({ submission, finding }: Settled, now: Date): Submission {
  const settledSubmission = { ...submission, obstacle: null, nextAttemptAt: null, settledAt: now };
  switch (finding.kind) {
    case 'authorised':
    case 'claimed':
      return {
        ...settledSubmission,
        status: 'authorised',
        number: numberOf({ submission, finding }),
        cae: finding.cae,
        caeExpiry: finding.caeExpiry,
        observations: finding.observations,
        unansweredNumbers: [],
        underWayUntil: null,
      };
    case 'refused':
    case 'withdrawn': {
      const { kind: status } = finding;
      const closed = {
        ...settledSubmission,
        number: null,
        faults: finding.kind === 'refused' ? finding.faults : [],
      };
      if (!hasPendingRequest(submission, now)) return { ...closed, status };
      const nextAttemptAt = new Date(now.getTime() + firstLookMs);
      return {
        ...closed,
        status: 'unconfirmed',
        settledAt: null,
        attempts: 0,
        nextAttemptAt,
        obstacle: unconfirmed,
      };
    }
    case 'returned':
      return { ...submission, status: 'queued', number: null, nextAttemptAt: null };
    case 'unanswered': {
      const { number, unansweredNumbers } = submission;
      return {
        ...submission,
        status: 'queued',
        number: null,
        nextAttemptAt: null,
        unansweredNumbers: [...new Set([...unansweredNumbers, ...(number === null ? [] : [number])])],
        underWayUntil: new Date(now.getTime() + underWayMs),
      };
    }
    case 'put-off': {
      const nextAttemptAt = new Date(now.getTime() + finding.seconds * 1_000);
      return { ...submission, attempts: submission.attempts + 1, nextAttemptAt, obstacle: finding.obstacle };
    }
  }
}

/** Delay before the first lookup of an `unconfirmed` submission. */
const firstLookMs = 15_000;

export const unconfirmed: StoredMessage = { code: 'unconfirmed' };

const numberOf = ({ submission, finding }: Settled) =>
  finding.kind === 'claimed' ? finding.number : submission.number;

type Row = ReturnType<typeof rowOf>;

/**
 * New column values of a submission, and the values that were read (`was_…`), to detect a change by another
 * process. The status alone does not suffice, because it may have returned to the earlier one.
 */
const rowOf = (after: Submission, previous: Submission | undefined) => ({
  id: after.id,
  was_status: previous?.status,
  was_number: previous?.number,
  was_attempts: previous?.attempts,
  was_unanswered: previous?.unansweredNumbers,
  status: after.status,
  number: after.number,
  unanswered_numbers: after.unansweredNumbers,
  under_way_until: after.underWayUntil,
  attempts: after.attempts,
  next_attempt_at: after.nextAttemptAt,
  obstacle: after.obstacle,
  faults: after.faults,
  observations: after.observations,
  cae: after.cae,
  cae_expiry: after.caeExpiry,
  settled_at: after.settledAt,
});

/** Updates rows that are unchanged since they were read. @returns their ids */
async function change(tx: Transaction, rows: Row[]): Promise<Set<string>> {
  const { rows: changed } = await tx.execute<{ id: string }>(sql`
    update ${invoiceSubmissions} as submission set
      status = after.status, number = after.number, unanswered_numbers = after.unanswered_numbers,
      under_way_until = after.under_way_until, attempts = after.attempts,
      next_attempt_at = after.next_attempt_at, obstacle = after.obstacle, faults = after.faults,
      observations = after.observations, cae = after.cae, cae_expiry = after.cae_expiry,
      settled_at = after.settled_at, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as after (
      id uuid, was_status text, was_number integer, was_attempts integer, was_unanswered integer[], status text, number integer, unanswered_numbers integer[],
      under_way_until timestamptz, attempts integer, next_attempt_at timestamptz,
      obstacle jsonb, faults jsonb, observations jsonb, cae text, cae_expiry text, settled_at timestamptz)
    where submission.id = after.id and submission.status = after.was_status
      and submission.number is not distinct from after.was_number
      and submission.attempts = after.was_attempts and submission.unanswered_numbers = after.was_unanswered
    returning submission.id`);
  return new Set(changed.map(({ id }) => id));
}

/** Writes number, CAE and stamps into the entries of authorized invoices. */
async function stampInvoices(tx: Transaction, { workspace, series }: Lot, settled: Settled[]): Promise<void> {
  const service = serviceFor(series.documentType);
  const { saleOf } = service.calls;
  const stamped = settled.flatMap((each) => {
    const { submission, finding } = each;
    if (finding.kind !== 'authorised' && finding.kind !== 'claimed') return [];
    const number = numberOf(each);
    if (number === null) throw new Error(`The submission ${submission.id} has no number.`);
    const { cuit, request, jobId, entryId } = submission;
    const { cae, caeExpiry, observations } = finding;
    const code = String(number);
    // If no rate was sent, the authority applied its own rate, which the PDF and the QR code must show.
    const sale = saleOf(request);
    const exchangeRate = sale.exchangeRate ?? Decimal.safeParse(finding.exchangeRate).data;
    const saleWithRate = { ...sale, exchangeRate };
    const stamps = [
      { prv: 'arca-cae', val: cae },
      { prv: 'arca-cae-expiry', val: caeExpiry },
      { prv: 'arca-qr', val: invoiceQrUrl({ cuit, number, cae, sale: saleWithRate }) },
    ];
    const actor = { kind: 'engine' as const, id: jobId };
    const assign = (doc: Document) => ({ ...(sale.exchangeRate ? doc : withRate(doc, saleWithRate)), code });
    return [{ entryId, actor, code, assign, stamps, remarks: faultsOf(service, observations) }];
  });
  await stampEntries(tx, workspace, stamped);
  const data = stamped.map(({ entryId, code, remarks }) => ({
    entryId,
    remarks,
    data: { series: String(series.pointOfSale), code },
  }));
  await publishEvents(tx, { workspace, actor: { kind: 'engine' } }, 'invoice.authorised', data);
  const claimed = settled.flatMap(({ finding }) => (finding.kind === 'claimed' ? [finding.number] : []));
  if (claimed.length > 0) await removeUnclaimed(tx, series, claimed);
}

function withRate(doc: Document, { exchangeRate: amount, currency }: Sale): Document {
  if (amount === undefined) return doc;
  const rates = Array.isArray(doc.exchange_rates) ? doc.exchange_rates : [];
  const rate = { from: currencyOfAuthority(currency), to: 'ARS', source: 'arca', amount };
  return { ...doc, exchange_rates: [...rates, rate] };
}

function report({ workspace }: Lot, settled: Settled[]): void {
  for (const { submission, finding } of settled) {
    const logFields = { workspace: workspace.id, submission: submission.id };
    if (finding.kind === 'refused') {
      log().info({ ...logFields, codes: finding.faults.map(({ code }) => code) }, 'an invoice was refused');
    }
    if (finding.kind === 'put-off') {
      log().warn(
        { ...logFields, code: finding.obstacle.code, seconds: finding.seconds },
        'an invoice is waiting',
      );
    }
  }
}
