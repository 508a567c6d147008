import { and, asc, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { fetchApp } from '#lib/accounts/apps.ts';
import { addressOf, type InvoicingService, invoicingServices, padron, wsfecred } from '#lib/arca/services.ts';
import type { AccessTicket } from '#lib/arca/wsaa.ts';
import { audit } from '#lib/audit.ts';
import { obtainTicket, represents, type TicketRequirements } from '#lib/certificates/access-ticket.ts';
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
import { type InvoicingServiceId, invoicingServiceIds } from '#lib/documents/invoice/document-types.ts';
import { partyOfListedEntry, supplierOf } from '#lib/documents/party.ts';
import { env } from '#lib/env.ts';
import { AltaError, type ErrorCode } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { hasWords, searchQuery } from '#lib/silo/search.ts';
import { dayMs, hourMs, minuteMs } from '#lib/time.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { readPointsOnCompletion } from './check-points-of-sale.ts';
import { completeRegistration } from './complete.ts';
import { newestRegistration } from './find.ts';
import { delegationOf } from './present.ts';
import { type Delegation, lockRegistration, type Registration, wayOf } from './registration.ts';
import { progressAt } from './reminder-schedule.ts';

/** Runs one scheduled check. Does nothing if it already ran or the schedule has ended. */
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
  const answer = await queryDelegation(ctx, row, now);
  const completed = await database().transaction(async (tx) => {
    const current = await lockDelegation(tx, ctx, entryId);
    if (current?.checks !== checks) return undefined;
    const recorded = await recordAnswer(tx, ctx, current, answer, now);
    await scheduleNextCheck(tx, ctx, recorded.facts, answer, now);
    return recorded.completed;
  });
  await readPointsAfter(ctx, completed);
}

export interface DelegationVerification {
  /** The current answer; `unknown` does not change whether the delegation counts as granted. */
  answer: DelegationAnswer['kind'];
  delegateCuit: string;
  checkedAt: Date;
}

/**
 * Asks the authority now, independently of the schedule.
 * @param pauseMs minimum age of the shared ticket before a newer one is fetched
 * @throws AltaError `conflict` `not-claimed` if the supplier has not claimed a delegation.
 */
export async function verifyDelegation(
  ctx: Context,
  entryId: string,
  now = new Date(),
  pauseMs = ticketPauseMs(),
): Promise<DelegationVerification> {
  requirePermission(ctx, 'registrations:write');
  const [row] = await database()
    .select()
    .from(delegations)
    .where(and(eq(delegations.entryId, entryId), eq(delegations.workspaceId, ctx.workspace.id)));
  if (!row) throw notClaimed();
  const answer = await queryDelegation(ctx, row, now, { maxAgeMs: ticketPauseMs(), pauseMs });
  const completed = await database().transaction(async (tx) => {
    const current = await lockDelegation(tx, ctx, entryId);
    if (current?.delegateCuit !== row.delegateCuit) return undefined;
    const { facts, completed: completedRow } = await recordAnswer(tx, ctx, current, answer, now);
    // The check interval differs between granted and other delegations.
    if (isGranted(facts) !== isGranted(current)) await scheduleNextCheck(tx, ctx, facts, answer, now);
    return completedRow;
  });
  await readPointsAfter(ctx, completed);
  return { answer: answer.kind, delegateCuit: row.delegateCuit, checkedAt: now };
}

const notClaimed = () =>
  new AltaError('conflict', 'The supplier has not confirmed the delegation.', { code: 'not-claimed' });

async function queryDelegation(
  ctx: Context,
  row: DelegationRow,
  now: Date,
  ticket: TicketAges = { maxAgeMs: checkTicketMaxAgeMs, pauseMs: ticketPauseMs() },
): Promise<DelegationAnswer> {
  const certificate = await activeCertificate(ctx, row.delegateEntryId);
  const supplier = supplierOf(await fetchEntry(ctx, row.entryId));
  if (!certificate || !supplier) return { kind: 'unknown' };
  const services = await servicesDelegated(ctx, row.entryId);
  const { delegateCuit } = row;
  const about = { cuit: supplier.cuit, delegateCuit, wasGranted: isGranted(row) };
  return inAll(
    await Promise.all(
      services.map((id) => askDelegation(certificate, invoicingServices[id], about, now, ticket)),
    ),
  );
}

/**
 * The services that decide about the delegation: those of the supplier's newest registration by delegation until it is
 * complete, then invoices alone. A supplier who takes exports back goes on invoicing; their exports are refused when
 * they are sent. A registration by certificate may follow, and the delegation invoices until that is complete.
 */
async function servicesDelegated(ctx: Context, entryId: string): Promise<InvoicingServiceId[]> {
  const { mode, chosen, services, completedAt, createdAt, id } = registrations;
  const byDelegation = sql`case ${mode} when 'choice' then coalesce(${chosen}, '') else ${mode} end = 'delegation'`;
  const [row] = await reader(ctx)
    .select({ services, completedAt })
    .from(registrations)
    .where(
      and(
        eq(registrations.entryId, entryId),
        eq(registrations.workspaceId, ctx.workspace.id),
        isNull(registrations.revokedAt),
      ),
    )
    .orderBy(desc(byDelegation), desc(createdAt), desc(id))
    .limit(1);
  return row && !row.completedAt ? row.services : ['wsfe'];
}

/**
 * Combines the answers about each service: granted only if all are, and not if one is not, whatever the others are.
 * Its ticket is the oldest of theirs.
 */
function inAll(answers: readonly DelegationAnswer[]): DelegationAnswer {
  const known = answers.filter((answer) => answer.kind !== 'unknown');
  const unknown = answers.find(({ kind }) => kind === 'unknown');
  if (unknown && known.every(({ kind }) => kind === 'granted')) return unknown;
  const ticketAt = new Date(Math.min(...known.map((answer) => answer.ticketAt.getTime())));
  const services = known.flatMap((answer) => (answer.kind === 'granted' ? answer.services : []));
  if (services.length === answers.length) return { kind: 'granted', ticketAt, services };
  const isConfirmed = known.some((answer) => answer.kind === 'not-granted' && answer.isConfirmed);
  return { kind: 'not-granted', ticketAt, isConfirmed };
}

/** Schedules the next check. Incrementing `checks` invalidates checks queued earlier. */
async function scheduleNextCheck(
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

async function readPointsAfter(ctx: Context, completed: RegistrationRow | undefined): Promise<void> {
  if (completed) await readPointsOnCompletion(ctx, completed);
}

/** Locks and returns the delegation. Locks the registration first, in the same order as `claimDelegation`. */
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
 * Records the authority's answer in the delegation, which the caller has locked. Only an explicit no revokes
 * a grant; `unknown` does not. Returns the registration if the grant completed it.
 */
async function recordAnswer(
  tx: Transaction,
  ctx: Context,
  row: DelegationRow,
  answer: DelegationAnswer,
  now: Date,
): Promise<{ facts: DelegationRow; completed: RegistrationRow | undefined }> {
  const wasGranted = isGranted(row);
  // The answer is based on an older ticket than the stored answer.
  const isOutdated = answer.kind !== 'unknown' && row.ticketAt !== null && answer.ticketAt < row.ticketAt;
  if (isOutdated) return { facts: row, completed: undefined };
  const checked = {
    checkedAt: now,
    answer: answer.kind,
    ...(answer.kind === 'unknown' ? {} : { ticketAt: answer.ticketAt }),
  };
  if (answer.kind === 'granted') {
    const services = await servicesDelegated({ ...ctx, tx }, row.entryId);
    // A service was added while the authority was asked about the others.
    if (services.some((service) => !answer.services.includes(service)))
      return { facts: row, completed: undefined };
    const facts = await write(tx, row, wasGranted ? checked : { ...checked, grantedAt: now, lostAt: null });
    if (!wasGranted) await announce(tx, ctx, facts, 'granted');
    return { facts, completed: await completeByDelegation(tx, ctx, facts, wasGranted, now) };
  }
  // It was granted while this answer was on its way, which no request has confirmed.
  if (answer.kind === 'not-granted' && wasGranted && !answer.isConfirmed)
    return { facts: row, completed: undefined };
  if (answer.kind === 'not-granted' && wasGranted) {
    const facts = await write(tx, row, { ...checked, lostAt: now });
    await announce(tx, ctx, facts, 'lost');
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

/**
 * Completes the open registration by delegation. An earlier grant, such as of before the supplier chose a certificate
 * and then delegation again, completes it once they claim it for this registration.
 */
async function completeByDelegation(
  tx: Transaction,
  ctx: Context,
  row: DelegationRow,
  wasGranted: boolean,
  now: Date,
): Promise<RegistrationRow | undefined> {
  const registration = await newestRegistration({ ...ctx, tx }, row.entryId);
  const isOpen = registration && !registration.completedAt && !registration.revokedAt;
  if (!isOpen || wayOf(registration) !== 'delegation') return undefined;
  if (wasGranted && row.claimedAt < registration.createdAt) return undefined;
  await completeRegistration(tx, ctx, registration, { by: 'delegation' }, now);
  return registration;
}

async function announce(
  tx: Transaction,
  ctx: Context,
  { entryId, delegateCuit }: DelegationRow,
  event: 'granted' | 'lost',
): Promise<void> {
  const registration = await newestRegistration({ ...ctx, tx }, entryId);
  if (!registration) return;
  await audit(tx, ctx, `registration.delegation-${event}`, { kind: 'registration', id: registration.id });
  const { id, intent } = registration;
  const data = { registration_id: id, intent, delegate_cuit: delegateCuit };
  await publishEvent(tx, ctx, `registration.delegation_${event}`, { entryId, data });
}

type DelegationAnswer =
  | { kind: 'granted'; ticketAt: Date; services: InvoicingServiceId[] }
  /**
   * Not granted at `ticketAt`. A grant made later appears only in a newer ticket. `isConfirmed`: by a request, not
   * only by the ticket's relations.
   */
  | { kind: 'not-granted'; ticketAt: Date; isConfirmed: boolean }
  /** The authority could not be asked, or the delegate's own access fails. */
  | { kind: 'unknown'; retryAfterSeconds?: number };

/** Minimum age, in milliseconds, at which a ticket is replaced: all suppliers who delegate share it. */
export const ticketPauseMs = () => env().ARCA_SHARED_TICKET_SECONDS * 1_000;

/** Scheduled checks may use a ticket up to an hour old. */
const checkTicketMaxAgeMs = 60 * 60_000;

type TicketAges = Required<Pick<TicketRequirements, 'maxAgeMs' | 'pauseMs'>>;

/**
 * Returns whether the delegate's certificate may act for `cuit` in the service (docs/authority.md#delegation), from
 * the ticket's relations. If these are missing, or would end a grant, also sends requests: the answer is then
 * `not-granted` only if the authority refuses this CUIT and accepts the delegate's own.
 */
async function askDelegation(
  certificate: CertificateRow,
  service: InvoicingService,
  { cuit, delegateCuit, wasGranted }: { cuit: string; delegateCuit: string; wasGranted: boolean },
  now: Date,
  ages: TicketAges,
): Promise<DelegationAnswer> {
  const login = await obtainTicket(certificate, service.id, { mustRepresent: cuit, ...ages, now });
  // Another process is fetching the shared ticket.
  if (login.kind === 'busy') return { kind: 'unknown', retryAfterSeconds: 5 };
  if (login.kind !== 'granted') {
    log().warn(
      { certificate: certificate.id, service: service.id, kind: login.kind },
      'a delegation could not be checked',
    );
    return { kind: 'unknown' };
  }
  const { ticket } = login;
  const ticketAt = ticket.generatedAt;
  const relation = represents(ticket, cuit);
  const granted = { kind: 'granted', ticketAt, services: [service.id] } as const satisfies DelegationAnswer;
  if (relation === 'yes') return granted;
  if (relation === 'no' && !wasGranted) return { kind: 'not-granted', ticketAt, isConfirmed: false };
  const represented = await isRepresented(certificate, service, ticket, cuit);
  if (represented === 'yes') return granted;
  if (
    represented === 'unknown' ||
    (await isRepresented(certificate, service, ticket, delegateCuit)) !== 'yes'
  ) {
    return { kind: 'unknown' };
  }
  return { kind: 'not-granted', ticketAt, isConfirmed: true };
}

async function isRepresented(
  { environment }: CertificateRow,
  service: InvoicingService,
  ticket: AccessTicket,
  cuit: string,
): Promise<'yes' | 'no' | 'unknown'> {
  const { kind } = await service.calls.listPointsOfSale({
    ...addressOf(service, environment),
    ticket,
    cuit,
  });
  if (kind === 'listed') return 'yes';
  return kind === 'cuit-not-represented' ? 'no' : 'unknown';
}

/** Check interval while the delegation is not granted. */
const openIntervalMs = 15 * minuteMs;
/** After a month without acceptance, checks stop until the supplier claims again. */
const checkPeriodMs = 30 * dayMs;
/** Check interval of granted delegations: the authority sends no notification when a supplier revokes one. */
const grantedIntervalMs = 7 * dayMs;

type GrantTimes = Pick<DelegationRow, 'claimedAt' | 'grantedAt' | 'lostAt'>;

const isGranted = ({ grantedAt, lostAt }: GrantTimes): boolean => grantedAt !== null && lostAt === null;

function nextCheckAfter(facts: GrantTimes, answer: DelegationAnswer, now: Date): Date | undefined {
  if (answer.kind === 'unknown' && answer.retryAfterSeconds) {
    return new Date(now.getTime() + answer.retryAfterSeconds * 1_000);
  }
  if (isGranted(facts))
    return new Date(now.getTime() + (answer.kind === 'unknown' ? hourMs : grantedIntervalMs));
  const since = Math.max(facts.claimedAt.getTime(), facts.lostAt?.getTime() ?? 0);
  return now.getTime() - since < checkPeriodMs ? new Date(now.getTime() + openIntervalMs) : undefined;
}

export interface Candidate {
  entryId: string;
  name: string;
  cuit: string;
}

export const maxCandidates = 50;

/**
 * Lists possible delegates in the order of their registration, since the workspace's own company usually
 * registers first; at most `maxCandidates`. `q` filters them as in the list of suppliers.
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

async function candidates(ctx: Context, now: Date, condition?: SQL): Promise<Candidate[]> {
  const rows = await reader(ctx)
    .select({ entryId: entries.id, snippet: entries.snippet })
    .from(certificates)
    .innerJoin(entries, eq(entries.id, certificates.entryId))
    .where(
      and(
        eq(certificates.workspaceId, ctx.workspace.id),
        isActive,
        gt(certificates.notAfter, now),
        condition,
      ),
    )
    .orderBy(asc(certificates.activatedAt))
    .limit(maxCandidates);
  return rows.flatMap(({ entryId, snippet }) => {
    const supplier = partyOfListedEntry({ snippet });
    return supplier ? [{ entryId, ...supplier }] : [];
  });
}

/**
 * Records the supplier's statement that they delegated to the workspace's delegate, and starts asking the
 * authority. Can be repeated: the authority is asked again, and an existing grant stays.
 * @throws AltaError `conflict`: `no-delegate`, `is-delegate`, `not-by-delegation`, `revoked`
 */
export async function claimDelegation(
  ctx: Context,
  registration: Registration,
  now = new Date(),
): Promise<Delegation> {
  const delegate = await delegateOf(ctx);
  if (!delegate) throw conflict('no-delegate', 'The workspace has no delegate.');
  if (delegate.siloEntryId === registration.entryId || delegate.cuit === registration.supplier.cuit) {
    throw conflict('is-delegate', 'The supplier is the delegate: it uses its own certificate.');
  }
  return inTransaction(ctx, async (tx) => {
    const row = await lockRegistration(tx, registration);
    if (row.revokedAt) throw conflict('revoked', 'The registration was ended.');
    if (row.mode === 'certificate' || (row.completedAt && registration.way !== 'delegation')) {
      throw conflict('not-by-delegation', 'The registration is by the supplier’s own certificate.');
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
    const data = { registration_id: row.id, intent: row.intent, delegate_cuit: delegate.cuit };
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
  const isNewDelegate = sql`${delegations.delegateCuit} <> ${delegateCuit}`;
  const nullIfNewDelegate = (column: typeof delegations.grantedAt | typeof delegations.lostAt) =>
    sql`case when ${isNewDelegate} then null else ${column} end`;
  const [row] = await tx
    .insert(delegations)
    .values({ entryId, workspaceId: ctx.workspace.id, environment, ...claim })
    .onConflictDoUpdate({
      target: delegations.entryId,
      set: {
        ...claim,
        // A grant to the previous delegate does not apply to a new one.
        grantedAt: nullIfNewDelegate(delegations.grantedAt),
        lostAt: nullIfNewDelegate(delegations.lostAt),
        checks: sql`${delegations.checks} + 1`,
      },
    })
    .returning();
  if (!row) throw new Error(`The delegation of ${entryId} could not be stored.`);
  return row;
}

const conflict = (code: ErrorCode, message: string) => new AltaError('conflict', message, { code });

/** Services that the delegate's certificate may use. */
export const delegateServices = [...invoicingServiceIds, padron.id, wsfecred.id] as const;
export type DelegateService = (typeof delegateServices)[number];

interface CurrentDelegate extends Delegate {
  /** Undefined if it has no active one. */
  certificate: CertificateRow | undefined;
  /** Services that the certificate needs: those that suppliers are, or may be, registered for. The others are optional. */
  services: readonly DelegateService[];
}

/** Returns the workspace's delegate. */
export async function delegateOf(ctx: Context): Promise<CurrentDelegate | undefined> {
  const { settings } = await fetchApp(ctx, 'gov-ar');
  if (!settings.delegate) return undefined;
  const certificate = await activeCertificate(ctx, settings.delegate.siloEntryId);
  const services = settings.asksForExports ? invoicingServiceIds : (settings.services ?? ['wsfe']);
  return { ...settings.delegate, certificate, services };
}

/** Counts the suppliers who have delegated to this one, or claim to. */
export const countDelegators = (ctx: Context, delegateEntryId: string): Promise<number> =>
  reader(ctx).$count(delegations, eq(delegations.delegateEntryId, delegateEntryId));
