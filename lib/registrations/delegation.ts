import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { fetchApp } from '#lib/accounts/apps.ts';
import { addressOf, padron, type TicketedService, wsfe } from '#lib/arca/services.ts';
import type { AccessTicket } from '#lib/arca/wsaa.ts';
import { listPointsOfSale } from '#lib/arca/wsfe.ts';
import { audit } from '#lib/audit.ts';
import { obtainTicket, represents } from '#lib/certificates/access-ticket.ts';
import { activeCertificate, type CertificateRow, isActive } from '#lib/certificates/store.ts';
import { type Context, fetchWorkspace, inTransaction, reader } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import type { Delegate } from '#lib/database/tables/accounts.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import {
  type DelegationRow,
  delegations,
  type RegistrationRow,
  registrations,
} from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { supplierInList, supplierOf } from '#lib/documents/party.ts';
import { env } from '#lib/env.ts';
import { AltaError, type ErrorCode } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { hasWords, searchQuery } from '#lib/silo/search.ts';
import { dayMs, hourMs, minuteMs } from '#lib/time.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { readAtCompletion } from './check-points-of-sale.ts';
import { completeRegistration } from './complete.ts';
import { newestRegistration } from './find.ts';
import { delegationOf } from './present.ts';
import { type Delegation, lockRegistration, type Registration, wayOf } from './registration.ts';
import { progressAt } from './reminder-schedule.ts';

/** One check of the schedule. One that was made already, or of a schedule that has ended, does nothing. */
export async function checkDelegation(
  { entryId, checks }: { entryId: string; checks: number },
  now = new Date(),
): Promise<void> {
  const isDue = and(
    eq(delegations.entryId, entryId),
    eq(delegations.checks, checks),
    isNotNull(delegations.nextCheckAt),
  );
  const [row] = await database().select().from(delegations).where(isDue);
  if (!row) return;
  const workspace = await fetchWorkspace(row.workspaceId);
  const ctx: Context = { workspace, actor: { kind: 'engine', id: entryId } };
  const answer = await ask(ctx, row, now);
  const completed = await database().transaction(async (tx) => {
    const current = await lockDelegation(tx, ctx, entryId);
    if (current?.checks !== checks) return undefined;
    const recorded = await recordAnswer(tx, ctx, current, answer, now);
    await putNextCheck(tx, ctx, recorded.facts, answer, now);
    return recorded.completed;
  });
  await follow(ctx, completed);
}

/** What a delegation is known to be, after the authority was asked. */
export interface Verified {
  /** Of this answer: an unknown leaves the facts as they were. */
  answer: DelegationAnswer['kind'];
  delegateCuit: string;
  checkedAt: Date;
}

/**
 * Asks the authority now. Its schedule goes on beside that.
 * @throws AltaError `conflict` `not-claimed`: nobody said that they have delegated.
 */
export async function verifyDelegation(ctx: Context, entryId: string, now = new Date()): Promise<Verified> {
  requirePermission(ctx, 'registrations:write');
  const [row] = await database()
    .select()
    .from(delegations)
    .where(and(eq(delegations.entryId, entryId), eq(delegations.workspaceId, ctx.workspace.id)));
  if (!row) throw notClaimed();
  const answer = await ask(ctx, row, now, ticketPauseMs());
  const completed = await database().transaction(async (tx) => {
    const current = await lockDelegation(tx, ctx, entryId);
    if (current?.delegateCuit !== row.delegateCuit) return undefined;
    const { facts, completed: done } = await recordAnswer(tx, ctx, current, answer, now);
    // From now on by the pace of what it has become.
    if (isGranted(facts) !== isGranted(current)) await putNextCheck(tx, ctx, facts, answer, now);
    return done;
  });
  await follow(ctx, completed);
  return { answer: answer.kind, delegateCuit: row.delegateCuit, checkedAt: now };
}

const notClaimed = () =>
  new AltaError('conflict', 'The supplier has not said that they have delegated.', { code: 'not-claimed' });

async function ask(
  ctx: Context,
  row: DelegationRow,
  now: Date,
  maxAgeMs?: number,
): Promise<DelegationAnswer> {
  const certificate = await activeCertificate(ctx, row.delegateEntryId);
  const supplier = supplierOf(await fetchEntry(ctx, row.entryId));
  if (!certificate || !supplier) return { kind: 'unknown' };
  const { delegateCuit } = row;
  const about = { cuit: supplier.cuit, delegateCuit, wasGranted: isGranted(row) };
  return askDelegation(certificate, about, now, maxAgeMs);
}

/** What was queued before does nothing from now on. */
async function putNextCheck(
  tx: Transaction,
  { workspace }: Context,
  { entryId, ...facts }: DelegationRow,
  answer: DelegationAnswer,
  now: Date,
): Promise<void> {
  const checks = facts.checks + 1;
  const next = nextCheckAfter(facts, answer, now);
  await tx
    .update(delegations)
    .set({ checks, nextCheckAt: next ?? null })
    .where(eq(delegations.entryId, entryId));
  if (next) await enqueue(tx, laneOf(workspace), 'delegation-check', { entryId, checks }, next);
}

/** In live the points of sale can be read from now on. */
async function follow(ctx: Context, completed: RegistrationRow | undefined): Promise<void> {
  if (completed) await readAtCompletion(ctx, completed);
}

/** The delegation as it is now, held. The registration's row comes first, as with who claims it. */
async function lockDelegation(
  tx: Transaction,
  ctx: Context,
  entryId: string,
): Promise<DelegationRow | undefined> {
  await tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.entryId, entryId), isNull(registrations.revokedAt)))
    .for('update');
  const [row] = await tx
    .select()
    .from(delegations)
    .where(and(eq(delegations.entryId, entryId), eq(delegations.workspaceId, ctx.workspace.id)))
    .for('update');
  return row;
}

/**
 * Writes what the authority said of a delegation, which the caller holds. Only a clear no takes a grant back; what could
 * not be asked changes nothing. Says whether that completed the supplier's registration.
 */
async function recordAnswer(
  tx: Transaction,
  ctx: Context,
  row: DelegationRow,
  answer: DelegationAnswer,
  now: Date,
): Promise<{ facts: DelegationRow; completed: RegistrationRow | undefined }> {
  const wasGranted = isGranted(row);
  // Asked by an older ticket, whose relations were frozen before those of the answer that is known.
  const isOutdated = answer.kind !== 'unknown' && row.ticketAt !== null && answer.ticketAt < row.ticketAt;
  if (isOutdated) return { facts: row, completed: undefined };
  const checked = {
    checkedAt: now,
    answer: answer.kind,
    ...(answer.kind === 'unknown' ? {} : { ticketAt: answer.ticketAt }),
  };
  if (answer.kind === 'granted' && !wasGranted) {
    const facts = await write(tx, row, { ...checked, grantedAt: now, lostAt: null });
    return { facts, completed: await tellGranted(tx, ctx, facts, now) };
  }
  if (answer.kind === 'not-granted' && wasGranted) {
    const facts = await write(tx, row, { ...checked, lostAt: now });
    await tell(tx, ctx, facts, 'lost');
    return { facts, completed: undefined };
  }
  return { facts: await write(tx, row, checked), completed: undefined };
}

async function write(
  tx: Transaction,
  { entryId }: DelegationRow,
  change: Partial<DelegationRow>,
): Promise<DelegationRow> {
  const [row] = await tx.update(delegations).set(change).where(eq(delegations.entryId, entryId)).returning();
  if (!row) throw new Error(`The delegation of ${entryId} is gone.`);
  return row;
}

async function tellGranted(
  tx: Transaction,
  ctx: Context,
  row: DelegationRow,
  now: Date,
): Promise<RegistrationRow | undefined> {
  await tell(tx, ctx, row, 'granted');
  const registration = await newestRegistration({ ...ctx, tx }, row.entryId);
  const isOpen = registration && !registration.completedAt && !registration.revokedAt;
  if (!isOpen || wayOf(registration) !== 'delegation') return undefined;
  await completeRegistration(tx, ctx, registration, { by: 'delegation' }, now);
  return registration;
}

async function tell(
  tx: Transaction,
  ctx: Context,
  { entryId, delegateCuit }: DelegationRow,
  what: 'granted' | 'lost',
): Promise<void> {
  const registration = await newestRegistration({ ...ctx, tx }, entryId);
  if (!registration) return;
  await audit(tx, ctx, `registration.delegation-${what}`, { kind: 'registration', id: registration.id });
  const data = { registrationId: registration.id, delegateCuit };
  await publishEvent(tx, ctx, `registration.delegation_${what}`, { entryId, data });
}

type DelegationAnswer =
  | { kind: 'granted'; ticketAt: Date }
  /** As far as this ticket knows: what came after it, only the next one does. */
  | { kind: 'not-granted'; ticketAt: Date }
  /** It could not be asked, or the delegate itself is in trouble. */
  | { kind: 'unknown'; retryAfterSeconds?: number };

/** A ticket serves all who delegate: however many wait for a newer one, it is replaced at most this often. */
export const ticketPauseMs = () => env().ARCA_SHARED_TICKET_SECONDS * 1_000;

/** What nobody asks for by hand may rest on a ticket of the last hour. */
const sweepAgeMs = 60 * 60_000;

/**
 * Whether the delegate's certificate may act for `cuit` (docs/authority.md#delegation). The ticket's relations say it;
 * what was granted is only taken for lost when the authority refuses this CUIT, and in the same breath takes the
 * delegate's own.
 */
async function askDelegation(
  certificate: CertificateRow,
  { cuit, delegateCuit, wasGranted }: { cuit: string; delegateCuit: string; wasGranted: boolean },
  now: Date,
  maxAgeMs = sweepAgeMs,
): Promise<DelegationAnswer> {
  const login = await obtainTicket(certificate, wsfe.id, {
    mustRepresent: cuit,
    maxAgeMs,
    pauseMs: ticketPauseMs(),
    now,
  });
  // Somebody else who shares the ticket is fetching it.
  if (login.kind === 'busy') return { kind: 'unknown', retryAfterSeconds: 5 };
  if (login.kind !== 'granted') {
    log().warn({ certificate: certificate.id, kind: login.kind }, 'a delegation could not be asked about');
    return { kind: 'unknown' };
  }
  const { ticket } = login;
  const ticketAt = ticket.generatedAt;
  const known = represents(ticket, cuit);
  if (known === 'yes') return { kind: 'granted', ticketAt };
  if (known === 'no' && !wasGranted) return { kind: 'not-granted', ticketAt };
  const said = await isRepresented(certificate, ticket, cuit);
  if (said === 'yes') return { kind: 'granted', ticketAt };
  if (said === 'unknown' || (await isRepresented(certificate, ticket, delegateCuit)) !== 'yes') {
    return { kind: 'unknown' };
  }
  return { kind: 'not-granted', ticketAt };
}

async function isRepresented(
  { environment }: CertificateRow,
  ticket: AccessTicket,
  cuit: string,
): Promise<'yes' | 'no' | 'unknown'> {
  const { kind } = await listPointsOfSale({ ...addressOf(wsfe, environment), ticket, cuit });
  if (kind === 'listed') return 'yes';
  return kind === 'cuit-not-represented' ? 'no' : 'unknown';
}

/** Acts that are done by hand are seen soon after. */
const waitingMs = 15 * minuteMs;
/** What nobody has accepted in a month is asked about again when somebody says so. */
const lastingMs = 30 * dayMs;
/** Nobody tells when a supplier takes it back. */
const grantedMs = 7 * dayMs;

type Facts = Pick<DelegationRow, 'claimedAt' | 'grantedAt' | 'lostAt'>;

const isGranted = ({ grantedAt, lostAt }: Facts): boolean => grantedAt !== null && lostAt === null;

/** When the authority is asked again unasked; undefined when that is no use any more. */
function nextCheckAfter(facts: Facts, answer: DelegationAnswer, now: Date): Date | undefined {
  if (answer.kind === 'unknown' && answer.retryAfterSeconds) {
    return new Date(now.getTime() + answer.retryAfterSeconds * 1_000);
  }
  if (isGranted(facts)) return new Date(now.getTime() + (answer.kind === 'unknown' ? hourMs : grantedMs));
  const since = Math.max(facts.claimedAt.getTime(), facts.lostAt?.getTime() ?? 0);
  return now.getTime() - since < lastingMs ? new Date(now.getTime() + waitingMs) : undefined;
}

/** Who could act for the workspace's suppliers: one of them, with a certificate of its own. */
export interface Candidate {
  entryId: string;
  name: string;
  cuit: string;
}

/** As many as a choice can show. */
export const mostListed = 50;

/**
 * The first to be registered first, which the own company mostly is; `mostListed` at the most. `q` narrows them down as
 * it does the list of suppliers.
 */
export async function listCandidates(
  ctx: Context,
  { q = '' }: { q?: string } = {},
  now = new Date(),
): Promise<Candidate[]> {
  requirePermission(ctx, 'apps:write');
  if (q === '') return candidates(ctx, now);
  const words = searchQuery(q);
  return words ? candidates(ctx, now, hasWords(ctx, words)) : [];
}

async function candidates(ctx: Context, now: Date, among?: SQL): Promise<Candidate[]> {
  const rows = await reader(ctx)
    .select({ entryId: entries.id, snippet: entries.snippet })
    .from(certificates)
    .innerJoin(entries, eq(entries.id, certificates.entryId))
    .where(
      and(eq(certificates.workspaceId, ctx.workspace.id), isActive, gt(certificates.notAfter, now), among),
    )
    .orderBy(asc(certificates.activatedAt))
    .limit(mostListed);
  return rows.flatMap(({ entryId, snippet }) => {
    const supplier = supplierInList({ snippet });
    return supplier ? [{ entryId, ...supplier }] : [];
  });
}

/**
 * The supplier says that they have delegated to the workspace's delegate: from here on the authority is asked until it
 * knows. Said again, it is asked anew; what was granted stays granted.
 * @throws AltaError `conflict`: `no-delegate`, `is-delegate`, `not-by-delegation`, `revoked`
 */
export async function claimDelegation(
  ctx: Context,
  registration: Registration,
  now = new Date(),
): Promise<Delegation> {
  const delegate = await delegateOf(ctx);
  if (!delegate) throw conflict('no-delegate', 'The workspace has named nobody who acts for its suppliers.');
  if (delegate.siloEntryId === registration.entryId || delegate.cuit === registration.supplier.cuit) {
    throw conflict('is-delegate', 'The supplier is the delegate: it acts with a certificate of its own.');
  }
  return inTransaction(ctx, async (tx) => {
    const row = await lockRegistration(tx, registration);
    if (row.revokedAt) throw conflict('revoked', 'The registration was ended.');
    if (row.mode === 'certificate' || (row.completedAt && registration.way !== 'delegation')) {
      throw conflict('not-by-delegation', 'The registration is by a certificate of the supplier’s own.');
    }
    const chosen = row.mode === 'choice' && !row.completedAt ? { chosen: 'delegation' as const } : {};
    await tx
      .update(registrations)
      .set({ ...chosen, ...progressAt(now) })
      .where(eq(registrations.id, row.id));
    const claimed = await writeClaim(tx, ctx, registration, delegate, now);
    await enqueue(tx, laneOf(ctx.workspace), 'delegation-check', {
      entryId: claimed.entryId,
      checks: claimed.checks,
    });
    const data = { registrationId: row.id, delegateCuit: delegate.cuit };
    await audit(tx, ctx, 'registration.delegation-claimed', { kind: 'registration', id: row.id });
    await publishEvent(tx, ctx, 'registration.delegation_claimed', { entryId: row.entryId, data });
    return delegationOf(claimed);
  });
}

async function writeClaim(
  tx: Transaction,
  ctx: Context,
  { entryId, environment }: Registration,
  { siloEntryId: delegateEntryId, cuit: delegateCuit }: { siloEntryId: string; cuit: string },
  now: Date,
): Promise<DelegationRow> {
  const claim = { delegateEntryId, delegateCuit, claimedAt: now, nextCheckAt: now };
  const isAnother = sql`${delegations.delegateCuit} <> ${delegateCuit}`;
  const unlessAnother = (column: typeof delegations.grantedAt | typeof delegations.lostAt) =>
    sql`case when ${isAnother} then null else ${column} end`;
  const [row] = await tx
    .insert(delegations)
    .values({ entryId, workspaceId: ctx.workspace.id, environment, ...claim })
    .onConflictDoUpdate({
      target: delegations.entryId,
      set: {
        ...claim,
        // What was granted to one says nothing of another.
        grantedAt: unlessAnother(delegations.grantedAt),
        lostAt: unlessAnother(delegations.lostAt),
        checks: sql`${delegations.checks} + 1`,
      },
    })
    .returning();
  if (!row) throw new Error(`The delegation of ${entryId} could not be written.`);
  return row;
}

const conflict = (code: ErrorCode, message: string) => new AltaError('conflict', message, { code });

/** The services that the delegate's certificate needs: for invoices, and for the taxpayers' register. */
export const delegateServices = [wsfe.id, padron.id] as const;
export type DelegateService = TicketedService['id'];

/** Who acts for the workspace's suppliers; `certificate` is undefined while theirs does not sign. */
export async function delegateOf(
  ctx: Context,
): Promise<(Delegate & { certificate: CertificateRow | undefined }) | undefined> {
  const { settings } = await fetchApp(ctx, 'gov-ar');
  if (!settings.delegate) return undefined;
  const certificate = await activeCertificate(ctx, settings.delegate.siloEntryId);
  return { ...settings.delegate, certificate };
}

/** How many suppliers have delegated to this one, or say so. */
export const countDelegators = (ctx: Context, delegateEntryId: string): Promise<number> =>
  reader(ctx).$count(delegations, eq(delegations.delegateEntryId, delegateEntryId));
