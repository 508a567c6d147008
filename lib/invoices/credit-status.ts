import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { serviceFor } from '#lib/arca/services.ts';
import { type RegisteredCreditInvoice, readCreditInvoice } from '#lib/arca/wsfecred.ts';
import { audit } from '#lib/audit.ts';
import { type Context, fetchWorkspace, type Workspace } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { documentType as findDocumentType } from '#lib/documents/invoice/document-types.ts';
import { log } from '#lib/log.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { listMeta, setMetaValue } from '#lib/silo/meta.ts';
import { dayMs } from '#lib/time.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { registryCaller } from './credit-registry.ts';
import { findIssuer } from './issuer.ts';
import type { Submission } from './submissions.ts';

/** Place of the status in the entry's meta, where the API shows it. */
const metaPlace = { src: 'gov-ar', key: 'fce' } as const;

/** What the customer did with an authorized credit invoice, as stored in the meta. */
const StoredStatus = z.object({
  status: z.enum(['pending', 'received', 'accepted', 'rejected']),
  /** Instant of the status, in UTC. */
  since: z.string().optional(),
  acceptance: z.enum(['express', 'tacit']).optional(),
  /** Last day on which the customer may reject it. */
  accept_by: z.string().optional(),
  reasons: z.array(z.string()).optional(),
});
type StoredStatus = z.infer<typeof StoredStatus>;

interface CreditStatus extends Omit<RegisteredCreditInvoice, 'since'> {
  since?: Date | undefined;
  checkedAt: Date;
}

/** Undefined for other documents, and without an answer from the registry so far. */
export async function fetchCreditStatus(ctx: Context, entryId: string): Promise<CreditStatus | undefined> {
  const row = (await listMeta(ctx, entryId)).find(
    ({ src, key }) => src === metaPlace.src && key === metaPlace.key,
  );
  const stored = row && StoredStatus.safeParse(row.value).data;
  if (!stored) return undefined;
  const { status, since, acceptance, accept_by: acceptBy, reasons = [] } = stored;
  return {
    status,
    since: since === undefined ? undefined : new Date(since),
    ...(acceptance ? { acceptance } : {}),
    ...(acceptBy ? { acceptBy } : {}),
    reasons,
    checkedAt: row.updatedAt,
  };
}

/** Customers may act from the day after the authorization on. */
const checkIntervalMs = dayMs;
/** Silence accepts a credit invoice 30 days after its delivery, so that nothing is left to learn by then. */
const checkPeriodMs = 60 * dayMs;

/** Schedules the checks of authorized credit invoices, in the transaction that stores their authorization. */
export async function scheduleCreditChecks(
  tx: Transaction,
  workspace: Workspace,
  authorised: readonly Submission[],
  now: Date,
): Promise<void> {
  const next = new Date(now.getTime() + checkIntervalMs);
  for (const { id, documentType } of authorised) {
    const type = findDocumentType(String(documentType));
    if (!type?.isCreditInvoice || type.type !== 'standard') continue;
    await tx
      .update(invoiceSubmissions)
      .set({ nextCreditCheckAt: next, creditChecks: 0 })
      .where(eq(invoiceSubmissions.id, id));
    const check = { submissionId: id, checks: 0 };
    await enqueue(tx, laneOf(workspace), 'credit-invoice-check', check, next);
  }
}

/**
 * Runs one scheduled check. Does nothing if it already ran or the schedule has ended. The schedule ends with the
 * customer's decision; without an authorization for the registry it runs to its end and finds nothing.
 */
export async function checkCreditInvoice(
  { submissionId: id, checks }: { submissionId: string; checks: number },
  now = new Date(),
): Promise<void> {
  const isDue = and(
    eq(invoiceSubmissions.id, id),
    eq(invoiceSubmissions.creditChecks, checks),
    isNotNull(invoiceSubmissions.nextCreditCheckAt),
  );
  const [submission] = await database().select().from(invoiceSubmissions).where(isDue);
  if (!submission) return;
  const workspace = await fetchWorkspace(submission.workspaceId);
  const ctx: Context = { workspace, actor: { kind: 'engine', id } };
  const invoice = await askRegistry(ctx, submission, now);
  await database().transaction(async (tx) => {
    const next = nextCheckAfter(submission, invoice, now);
    const checksMade = checks + 1;
    const [current] = await tx
      .update(invoiceSubmissions)
      .set({ nextCreditCheckAt: next ?? null, creditChecks: checksMade })
      .where(isDue)
      .returning({ id: invoiceSubmissions.id });
    if (!current) return;
    if (invoice) await recordStatus(tx, ctx, submission, invoice);
    if (!next) return;
    const nextCheck = { submissionId: id, checks: checksMade };
    await enqueue(tx, laneOf(workspace), 'credit-invoice-check', nextCheck, next);
  });
}

const isFinal = ({ status }: RegisteredCreditInvoice) => status === 'accepted' || status === 'rejected';

function nextCheckAfter(
  { settledAt }: Submission,
  invoice: RegisteredCreditInvoice | undefined,
  now: Date,
): Date | undefined {
  const since = settledAt?.getTime() ?? 0;
  if ((invoice && isFinal(invoice)) || now.getTime() - since >= checkPeriodMs) return undefined;
  return new Date(now.getTime() + checkIntervalMs);
}

/** Undefined if the registry is not authorized, does not answer, or does not have the invoice yet. */
async function askRegistry(
  ctx: Context,
  { cuit, documentType, pointOfSale, number, request }: Submission,
  now: Date,
): Promise<RegisteredCreditInvoice | undefined> {
  const { date, receiverDocumentNumber: receiver } = serviceFor(documentType).calls.saleOf(request);
  const found = await findIssuer(ctx, cuit, now);
  if (found.kind !== 'issuer' || number === null || date === undefined) return undefined;
  const caller = await registryCaller(found.issuer, now);
  if (!caller) return undefined;
  const key = { documentType, pointOfSale, number, receiver, date };
  const outcome = await readCreditInvoice(caller, key);
  if (outcome.kind === 'found') return outcome.invoice;
  if (outcome.kind === 'failed') log().warn(outcome, 'the registry of credit invoices did not respond');
  return undefined;
}

async function recordStatus(
  tx: Transaction,
  ctx: Context,
  { entryId, pointOfSale, number }: Submission,
  invoice: RegisteredCreditInvoice,
): Promise<void> {
  const { status, since, acceptance, acceptBy, reasons } = invoice;
  const value: StoredStatus = {
    status,
    ...(since ? { since: since.toISOString() } : {}),
    ...(acceptance ? { acceptance } : {}),
    ...(acceptBy ? { accept_by: acceptBy } : {}),
    ...(reasons.length > 0 ? { reasons } : {}),
  };
  await setMetaValue(tx, ctx, { entryId, ...metaPlace, value });
  if (!isFinal(invoice)) return;
  const data = {
    series: String(pointOfSale),
    code: String(number ?? ''),
    ...(acceptance ? { acceptance } : {}),
    ...(status === 'rejected' ? { reason: reasons.join('; ') } : {}),
  };
  const isAccepted = status === 'accepted';
  const subject = { kind: 'entry', id: entryId } as const;
  await audit(tx, ctx, isAccepted ? 'entry.fce-accepted' : 'entry.fce-rejected', subject, {
    ...(acceptance ? { by: acceptance } : {}),
  });
  await publishEvent(tx, ctx, isAccepted ? 'invoice.fce_accepted' : 'invoice.fce_rejected', {
    entryId,
    data,
  });
}
