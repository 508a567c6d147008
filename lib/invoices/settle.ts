import { sql } from 'drizzle-orm';
import type { Authorised } from '#lib/arca/request-authorisation.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { oneSetAtATime, sideBySide } from '#lib/database/sets.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { Decimal } from '#lib/documents/invoice/amount.ts';
import { currencyOfAuthority } from '#lib/documents/invoice/currencies.ts';
import type { StoredFault, StoredMessage } from '#lib/faults/fault.ts';
import { log } from '#lib/log.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { stampEntries } from '#lib/silo/stamp-entries.ts';
import { publishEvents } from '#lib/webhooks/outbox.ts';
import type { Lot } from './next-lot.ts';
import { invoiceQrUrl } from './qr.ts';
import { sendSoon } from './series.ts';
import type { Submission } from './submissions.ts';
import { removeUnclaimed } from './unclaimed.ts';

/** What was found out about a submission. */
export type Finding =
  | ({ kind: 'authorised' } & Authorised)
  /** Authorized in a time that this database does not remember: the voucher is its own from now on. */
  | ({ kind: 'claimed'; number: number } & Authorised)
  /** Its number stays free: the next invoice of the series takes it. */
  | { kind: 'refused'; faults: StoredFault[] }
  | { kind: 'withdrawn' }
  /** Back to its place in the series, without a number. */
  | { kind: 'returned' }
  /** Tried again in `seconds`. */
  | { kind: 'put-off'; obstacle: StoredMessage; seconds: number };

export interface Settled {
  submission: Submission;
  finding: Finding;
}

/** Of as many series that are sent at the same time. */
const lotsTogether = 16;

/** Stores the lot's numbers before the authority hears them. */
export async function takeNumbers(lot: Lot, firstNumber: number): Promise<Lot> {
  const numbered = lot.submissions.map((submission, index) => ({
    ...submission,
    status: 'sending' as const,
    number: firstNumber + index,
    nextAttemptAt: null,
  }));
  await store(numbered.map((submission) => rowOf(submission, 'queued')));
  return { ...lot, isOut: true, submissions: numbered };
}

/** The rows of a lot, all or none. */
const store = oneSetAtATime<Row[], void>(lotsTogether, (lots) =>
  database().transaction(async (tx) => {
    const changed = await change(tx, lots.flat());
    if (changed.size < lots.flat().length) throw new Error('The lot was taken by another process.');
    return lots.map(() => undefined);
  }),
);

/** In one transaction, each submission only while it still stands as it was read. */
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

const write = oneSetAtATime<Settlement, void>(lotsTogether, (settlements) =>
  database().transaction(async (tx) => {
    const rows = settlements.flatMap(({ settled, now }) =>
      settled.map((each) => rowOf(afterwards(each, now), each.submission.status)),
    );
    const changed = await change(tx, rows);
    return sideBySide(settlements, (each) => writeWhatFollows(tx, each, changed));
  }),
);

async function writeWhatFollows(
  tx: Transaction,
  { lot, settled, now }: Settlement,
  changed: Set<string>,
): Promise<void> {
  const written = settled.filter(({ submission }) => changed.has(submission.id));
  await stampInvoices(tx, lot, written);
  const waking = written.filter(({ finding }) => finding.kind !== 'returned');
  const lane = laneOf(lot.workspace, lot.series.cuit);
  await Promise.all(waking.map(({ submission }) => enqueue(tx, lane, 'job-wake', { ref: submission.id })));
  const retryAt = retryOf(written, now);
  if (retryAt) await sendSoon(tx, { ...lot.series, workspaceId: lot.workspace.id }, retryAt);
}

function afterwards({ submission, finding }: Settled, now: Date): Submission {
  const through = { ...submission, obstacle: null, nextAttemptAt: null, settledAt: now };
  switch (finding.kind) {
    case 'authorised':
    case 'claimed':
      return {
        ...through,
        status: 'authorised',
        number: numberOf({ submission, finding }),
        cae: finding.cae,
        caeExpiry: finding.caeExpiry,
        observations: finding.observations,
      };
    case 'refused':
      return { ...through, status: 'refused', number: null, faults: finding.faults };
    case 'withdrawn':
      return { ...submission, status: 'withdrawn', settledAt: now };
    case 'returned':
      return { ...submission, status: 'queued', number: null, nextAttemptAt: null };
    case 'put-off': {
      const nextAttemptAt = new Date(now.getTime() + finding.seconds * 1_000);
      return { ...submission, attempts: submission.attempts + 1, nextAttemptAt, obstacle: finding.obstacle };
    }
  }
}

const numberOf = ({ submission, finding }: Settled) =>
  finding.kind === 'claimed' ? finding.number : submission.number;

type Row = ReturnType<typeof rowOf>;

/** Under the columns' names, and as it stood before. */
const rowOf = (after: Submission, was: Submission['status']) => ({
  id: after.id,
  was,
  status: after.status,
  number: after.number,
  attempts: after.attempts,
  next_attempt_at: after.nextAttemptAt,
  obstacle: after.obstacle,
  faults: after.faults,
  observations: after.observations,
  cae: after.cae,
  cae_expiry: after.caeExpiry,
  settled_at: after.settledAt,
});

/** @returns the ids of the rows that still stood so. */
async function change(tx: Transaction, rows: Row[]): Promise<Set<string>> {
  const { rows: changed } = await tx.execute<{ id: string }>(sql`
    update ${invoiceSubmissions} as submission set
      status = after.status, number = after.number, attempts = after.attempts,
      next_attempt_at = after.next_attempt_at, obstacle = after.obstacle, faults = after.faults,
      observations = after.observations, cae = after.cae, cae_expiry = after.cae_expiry,
      settled_at = after.settled_at, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as after (
      id uuid, was text, status text, number integer, attempts integer, next_attempt_at timestamptz,
      obstacle jsonb, faults jsonb, observations jsonb, cae text, cae_expiry text, settled_at timestamptz)
    where submission.id = after.id and submission.status = after.was
    returning submission.id`);
  return new Set(changed.map(({ id }) => id));
}

/** The CAE goes, as the invoice's number and stamps, into the entry, which carries them from now on. */
async function stampInvoices(tx: Transaction, { workspace, series }: Lot, settled: Settled[]): Promise<void> {
  const stamped = settled.flatMap((each) => {
    const { submission, finding } = each;
    if (finding.kind !== 'authorised' && finding.kind !== 'claimed') return [];
    const number = numberOf(each);
    if (number === null) throw new Error(`The submission ${submission.id} has no number.`);
    const { cuit, request, jobId, entryId } = submission;
    const { cae, caeExpiry } = finding;
    const code = String(number);
    // Where it was told none, the authority took its own: the paper and its QR have to say it.
    const taken = request.MonCotiz ?? Decimal.safeParse(finding.exchangeRate).data;
    const known = taken === undefined ? request : { ...request, MonCotiz: taken };
    const stamps = [
      { prv: 'arca-cae', val: cae },
      { prv: 'arca-cae-expiry', val: caeExpiry },
      { prv: 'arca-qr', val: invoiceQrUrl({ cuit, number, cae, request: known }) },
    ];
    const actor = { kind: 'engine' as const, id: jobId };
    const assign = (doc: Document) => ({ ...(request.MonCotiz ? doc : withRate(doc, known)), code });
    return [{ entryId, actor, code, assign, stamps }];
  });
  await stampEntries(tx, workspace, stamped);
  const data = stamped.map(({ entryId, code }) => ({
    entryId,
    data: { series: String(series.pointOfSale), code },
  }));
  await publishEvents(tx, { workspace, actor: { kind: 'engine' } }, 'invoice.authorised', data);
  const claimed = settled.flatMap(({ finding }) => (finding.kind === 'claimed' ? [finding.number] : []));
  if (claimed.length > 0) await removeUnclaimed(tx, series, claimed);
}

function withRate(doc: Document, { MonCotiz: amount, MonId }: Submission['request']): Document {
  if (amount === undefined) return doc;
  const rates = Array.isArray(doc.exchange_rates) ? doc.exchange_rates : [];
  const taken = { from: currencyOfAuthority(MonId), to: 'ARS', source: 'arca', amount };
  return { ...doc, exchange_rates: [...rates, taken] };
}

/** When the first of those that were put off is due. */
function retryOf(settled: Settled[], now: Date): Date | undefined {
  const waits = settled.flatMap(({ finding }) => (finding.kind === 'put-off' ? [finding.seconds] : []));
  return waits.length > 0 ? new Date(now.getTime() + Math.min(...waits) * 1_000) : undefined;
}

function report({ workspace }: Lot, settled: Settled[]): void {
  for (const { submission, finding } of settled) {
    const about = { workspace: workspace.id, submission: submission.id };
    if (finding.kind === 'refused') {
      log().info({ ...about, codes: finding.faults.map(({ code }) => code) }, 'an invoice was refused');
    }
    if (finding.kind === 'put-off') {
      log().warn({ ...about, code: finding.obstacle.code, seconds: finding.seconds }, 'an invoice waits');
    }
  }
}
