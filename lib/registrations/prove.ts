import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { areStale } from '#lib/age.ts';
import { addressOf, type InvoicingService, invoicingServices } from '#lib/arca/services.ts';
import { audit } from '#lib/audit.ts';
import { obtainTicket, represents, type TicketOutcome } from '#lib/certificates/access-ticket.ts';
import type { Rejection, RejectionReason } from '#lib/certificates/rejection.ts';
import { type CertificateRow, unactivatedKeyPairs } from '#lib/certificates/store.ts';
import { type Context, fetchWorkspace, inTransaction } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';
import type { InvoicingServiceId } from '#lib/documents/invoice/document-types.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { enqueue, isWithoutEntry, laneOf } from '#lib/queue.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { readPointsOnCompletion } from './check-points-of-sale.ts';
import { isSameRejection, lockUnproved, recordLogin } from './complete.ts';
import { verifyDelegation } from './delegation.ts';
import { fetchUnfinishedRegistration, findByEntry } from './find.ts';
import { lacksPointOfSale, readPointsOfSale } from './points-of-sale.ts';
import { receivedKeyPair } from './present.ts';
import {
  isAwaitingAnswer,
  lockRegistration,
  lockUnfinished,
  queueLogin,
  type Registration,
  wayOf,
} from './registration.ts';

/**
 * Requests a login at the authority with the supplier's certificate. Does nothing while one is running, or if the
 * registration was completed meanwhile, as by the request that a client repeats.
 */
export async function requestProof(ctx: Context, registration: Registration): Promise<void> {
  // A login that is marked as running for longer than any login takes has lost its queue entry.
  const lostBefore = new Date(Date.now() - 10 * 60_000);
  await inTransaction(ctx, async (tx) => {
    const { completedAt, revokedAt } = await lockRegistration(tx, registration);
    if (completedAt && !revokedAt) return;
    await lockUnfinished(tx, registration);
    if (!registration.certificate) {
      throw new AltaError('conflict', 'No certificate was received yet.', { code: 'awaiting-certificate' });
    }
    const isNotRunning = or(
      ne(registrations.proofStatus, 'running'),
      lt(registrations.updatedAt, lostBefore),
    );
    if (!(await queueLogin(tx, ctx, registration, isNotRunning))) return;
    await audit(tx, ctx, 'registration.proof-requested', { kind: 'registration', id: registration.id });
  });
}

/**
 * Requests a login with the certificate of a supplier's unfinished registration, instead of at its next try.
 * @throws AltaError `not-found`, `conflict`
 */
export async function requestLogin(ctx: Context, entryId: string): Promise<void> {
  requirePermission(ctx, 'registrations:write');
  await requestProof(ctx, await fetchUnfinishedRegistration(ctx, entryId));
}

/** A login at the authority takes a second or two. */
const proofPollMs = 500;

/** Waits up to `waitMs` for the outcome of the requested login. @returns the registration at that time */
export const awaitProof = (ctx: Context, registration: Registration, waitMs: number): Promise<Registration> =>
  awaitWhile(ctx, registration, waitMs, ({ proof }) => proof.status === 'running');

/** Waits up to `waitMs` for a requested check of the delegation. @returns the registration at that time */
export const awaitDelegationCheck = (
  ctx: Context,
  registration: Registration,
  waitMs: number,
): Promise<Registration> =>
  awaitWhile(
    ctx,
    registration,
    waitMs,
    ({ delegation }) => delegation?.checkedAt?.getTime() === registration.delegation?.checkedAt?.getTime(),
  );

async function awaitWhile(
  ctx: Context,
  registration: Registration,
  waitMs: number,
  isPending: (current: Registration) => boolean,
): Promise<Registration> {
  const until = Date.now() + waitMs;
  for (;;) {
    const current = await findByEntry(ctx, registration.entryId);
    if (!current || !isPending(current) || Date.now() >= until) return current ?? registration;
    await wait(proofPollMs);
  }
}

/** Runs one login attempt. Does nothing for an earlier round or a finished registration. */
export async function proveRegistration(
  { registrationId, round }: { registrationId: string; round: number },
  now = new Date(),
): Promise<void> {
  const [row] = await database().select().from(registrations).where(eq(registrations.id, registrationId));
  if (!row || row.completedAt || row.revokedAt || row.proofRound !== round) return;
  const ctx: Context = {
    workspace: await fetchWorkspace(row.workspaceId),
    actor: { kind: 'engine', id: row.id },
  };
  const login = await tryLogin(ctx, row, now);
  const result = await database().transaction(async (tx) => {
    const current = await lockUnproved(tx, row);
    return current ? recordLogin(tx, ctx, current, login, now) : 'open';
  });
  if (result === 'completed') await readPointsOnCompletion(ctx, row);
}

export interface Login {
  certificate: CertificateRow | undefined;
  /** Services that the outcome is about. */
  services: InvoicingServiceId[];
  outcome: ProofOutcome;
}

/** Logs in to the registration's services, or uses stored tickets. Does not write to the registration. */
async function tryLogin(ctx: Context, row: RegistrationRow, now: Date): Promise<Login> {
  const certificate = receivedKeyPair(await unactivatedKeyPairs(ctx, row.id));
  const { services } = row;
  try {
    const supplier = supplierOf(await fetchEntry(ctx, row.entryId));
    if (!certificate || !supplier)
      throw new Error('The certificate or the supplier of the registration is missing.');
    return { certificate, services, outcome: await proveServices(certificate, services, supplier.cuit, now) };
  } catch (error) {
    // Our own defect counts as an outage, so that the login is retried and the supplier does not wait
    // forever.
    log().error({ err: error, registration: row.id }, 'the login could not be tried');
    const outcome = {
      kind: 'not-proved',
      reason: 'authority-unavailable',
      detail: {},
      retry: 'outage',
    } as const;
    return { certificate, services, outcome };
  }
}

/** Logs in to one service after the other. The outcome is that of the first that does not prove the certificate. */
async function proveServices(
  certificate: CertificateRow,
  services: InvoicingServiceId[],
  cuit: string,
  now: Date,
): Promise<ProofOutcome> {
  let proved: ProofOutcome = { kind: 'proved' };
  for (const id of services) {
    const ticket = await obtainTicket(certificate, id, { mustRepresent: cuit, now });
    const outcome = await proofOutcomeOf(ticket, invoicingServices[id], certificate, cuit);
    if (outcome.kind !== 'proved') return outcome;
    if (outcome.note) proved = outcome;
  }
  return proved;
}

type ProofOutcome =
  | { kind: 'proved'; note?: 'ticket-held-elsewhere' }
  | { kind: 'later'; retryAfterSeconds: number }
  | ({ kind: 'not-proved' | 'certificate-refused' } & Rejection & {
        retry?: 'propagation' | 'outage';
        retryAfterSeconds?: number;
      });

async function proofOutcomeOf(
  outcome: TicketOutcome,
  service: InvoicingService,
  certificate: CertificateRow,
  cuit: string,
): Promise<ProofOutcome> {
  // Logs the authority's codes for the operator; the supplier sees only our reasons.
  const { kind, ...details } = outcome;
  if (kind !== 'granted' && kind !== 'busy')
    log().warn(
      { certificate: certificate.id, service: service.id, kind, ...details },
      'a login at the authority',
    );
  switch (outcome.kind) {
    case 'granted':
      return (await mayActFor(outcome, service, certificate, cuit))
        ? { kind: 'proved' }
        : {
            kind: 'not-proved',
            reason: 'cuit-not-represented',
            detail: { ...representedBy(outcome, cuit), service: service.id },
            retry: 'propagation',
          };
    case 'already-authenticated':
      // The certificate and its authorization are good, or the authority would have rejected them first
      // (docs/authority.md#order-of-the-login-checks).
      return { kind: 'proved', note: 'ticket-held-elsewhere' };
    case 'not-authorised':
      return {
        kind: 'not-proved',
        reason: 'not-authorised',
        detail: { service: service.id },
        retry: 'propagation',
      };
    case 'certificate-refused':
      return outcome.reason === 'not-yet-valid'
        ? {
            kind: 'not-proved',
            reason: 'not-yet-valid',
            detail: { notBefore: isoOf(certificate.notBefore) },
            retry: 'outage',
          }
        : { kind: 'certificate-refused', reason: outcome.reason, detail: detailOf(certificate) };
    case 'busy':
      return { kind: 'later', retryAfterSeconds: outcome.retryAfterSeconds };
    case 'defect':
      // Our own defect. The supplier sees it as an outage, since they cannot do anything about it.
      log().error({ code: outcome.code, message: outcome.message }, 'the authority refused a request');
      return { kind: 'not-proved', reason: 'authority-unavailable', detail: {}, retry: 'outage' };
    case 'unavailable':
      return {
        kind: 'not-proved',
        reason: 'authority-unavailable',
        detail: {},
        retry: 'outage',
        retryAfterSeconds: outcome.retryAfterSeconds,
      };
  }
}

/**
 * Returns whether the ticket may act for the CUIT. Asks the service if the relations could not be read, since
 * the token is opaque by contract.
 */
async function mayActFor(
  outcome: Extract<TicketOutcome, { kind: 'granted' }>,
  service: InvoicingService,
  certificate: CertificateRow,
  cuit: string,
) {
  const answer = represents(outcome.ticket, cuit);
  if (answer !== 'unknown') return answer === 'yes';
  const asked = await service.calls.listPointsOfSale({
    ...addressOf(service, certificate.environment),
    ticket: outcome.ticket,
    cuit,
  });
  return asked.kind !== 'cuit-not-represented';
}

const representedBy = ({ ticket }: Extract<TicketOutcome, { kind: 'granted' }>, cuit: string) => ({
  expectedCuit: cuit,
  ...(ticket.relations?.length ? { cuit: ticket.relations.join(', ') } : {}),
});

const isoOf = (date: Date | null) => date?.toISOString() ?? '';
const detailOf = (certificate: CertificateRow) => ({
  alias: certificate.certificateAlias ?? certificate.alias,
  notAfter: isoOf(certificate.notAfter),
});

/** Minimum seconds between two looks at the authority, across all callers and open pages. */
const pauseSeconds = 10;

/**
 * Minimum seconds between looks by the reason of the last rejection. With other reasons the supplier has to
 * act first.
 */
const pauseSecondsByReason: Partial<Record<RejectionReason, number>> = {
  'not-authorised': pauseSeconds,
  // The authority issues no new ticket, with current relations, for two minutes in live
  // (docs/authority.md#re-login-window).
  'cuit-not-represented': 120,
  // The authority's manual asks for a minute (docs/authority.md#login-faults).
  'authority-unavailable': 60,
  'not-yet-valid': 60,
};
/** Short, since most looks use the shared ticket, which has its own minimum age (`ticketPauseMs`). */
const delegationPauseSeconds = 30;

/**
 * Queues a look at the authority for a supplier who waits at an open page, which calls this every few
 * seconds. Does nothing if no answer is awaited or the last look is too recent. Scheduled checks are
 * unaffected.
 */
export async function requestLook(
  ctx: Context,
  registration: Registration,
  now = new Date(),
): Promise<'looking' | 'not-now'> {
  const pause = lookIntervalOf(registration);
  if (pause === undefined) return 'not-now';
  return inTransaction(ctx, async (tx) => {
    const { id, workspaceId, proofStatus, revokedAt, updatedAt } = registrations;
    const claimed = await tx
      .update(registrations)
      .set({ updatedAt: now })
      .where(
        and(
          eq(id, registration.id),
          eq(workspaceId, ctx.workspace.id),
          isNull(revokedAt),
          ne(proofStatus, 'running'),
          areStale(updatedAt, pause * 1_000, now),
          isWithoutEntry('registration-look', { registrationId: id }),
        ),
      )
      .returning({ id });
    if (claimed.length === 0) return 'not-now';
    await enqueue(tx, laneOf(ctx.workspace), 'registration-look', { registrationId: registration.id });
    return 'looking';
  });
}

/** Returns the minimum seconds between the last write and a look; undefined if no look is needed. */
function lookIntervalOf(registration: Registration): number | undefined {
  const { state, certificate, proof, lastRejection, way, delegation } = registration;
  if (state === 'revoked') return undefined;
  if (way === 'delegation' && delegation && isAwaitingAnswer(delegation)) return delegationPauseSeconds;
  if (state === 'completed') return lacksPointOfSale(registration) ? pauseSeconds : undefined;
  const isWaiting = proof.status === 'retrying' || proof.status === 'settled';
  return certificate && isWaiting && lastRejection ? pauseSecondsByReason[lastRejection.reason] : undefined;
}

/** Runs the requested look: a login, a delegation check, or after completion the points of sale. */
export async function lookAtAuthority(
  { registrationId }: { registrationId: string },
  now = new Date(),
): Promise<void> {
  const [row] = await database().select().from(registrations).where(eq(registrations.id, registrationId));
  if (!row || row.revokedAt) return;
  const ctx: Context = {
    workspace: await fetchWorkspace(row.workspaceId),
    actor: { kind: 'engine', id: row.id },
  };
  if (await awaitsDelegation(ctx, row)) return void (await verifyDelegation(ctx, row.entryId, now));
  if (row.completedAt) return lookForPoints(ctx, row, now);
  if (!row.certificateReceivedAt || row.proofStatus === 'running') return;
  const login = await tryLogin(ctx, row, now);
  const result = await database().transaction(async (tx) => {
    const current = await lockUnproved(tx, row);
    if (!current || current.proofStatus === 'running' || !isChange(login.outcome, current)) return 'open';
    const inNewRound = await startRound(tx, current);
    return recordLogin(tx, ctx, inNewRound, login, now);
  });
  if (result === 'completed') await readPointsOnCompletion(ctx, row);
}

async function awaitsDelegation(ctx: Context, row: RegistrationRow): Promise<boolean> {
  if (wayOf(row) !== 'delegation') return false;
  const { delegation } = (await findByEntry(ctx, row.entryId)) ?? {};
  return delegation !== undefined && isAwaitingAnswer(delegation);
}

async function lookForPoints(ctx: Context, { entryId }: RegistrationRow, now: Date): Promise<void> {
  const registration = await findByEntry(ctx, entryId, now);
  if (registration && lacksPointOfSale(registration)) await readPointsOfSale(ctx, registration, now);
}

/** Returns whether the outcome differs from the last rejection. An outage does not replace it. */
function isChange({ kind, ...outcome }: ProofOutcome, { lastRejection }: RegistrationRow): boolean {
  if (kind === 'later') return false;
  if (!('reason' in outcome)) return true;
  return outcome.reason !== 'authority-unavailable' && !isSameRejection(outcome, lastRejection);
}

/** Starts a new proof round, so that the attempt queued for the previous one does nothing. */
async function startRound(tx: Transaction, { id }: RegistrationRow): Promise<RegistrationRow> {
  const [row] = await tx
    .update(registrations)
    .set({ proofRound: sql`${registrations.proofRound} + 1`, proofAttempts: 0 })
    .where(eq(registrations.id, id))
    .returning();
  if (!row) throw notFound('The registration');
  return row;
}
