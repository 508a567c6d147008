import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { isRecent } from '#lib/age.ts';
import { simulatorPortalOf } from '#lib/arca/portal.ts';
import { addressOf, wsaa } from '#lib/arca/services.ts';
import { type AccessTicket, type LoginOutcome, requestAccessTicket } from '#lib/arca/wsaa.ts';
import { batchLoader, rowsInKeyOrder } from '#lib/database/batching.ts';
import { type Database, database } from '#lib/database/client.ts';
import { isFree, released } from '#lib/database/leases.ts';
import { rowSealPlace } from '#lib/database/seal-places.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { accessTickets, certificates } from '#lib/database/tables/certificates.ts';
import { seal, unseal } from '#lib/vault.ts';
import { type CertificateRow, keyDestroyed, signingKeyOf } from './store.ts';

export type TicketOutcome =
  | { kind: 'granted'; ticket: AccessTicket }
  /** Another process is logging in with this certificate. */
  | { kind: 'busy'; retryAfterSeconds: number }
  | Exclude<LoginOutcome, { kind: 'granted' }>;

/** Tickets are renewed this long before they expire, so that none expires during a request. */
const expiryMarginMs = 10 * 60_000;
/** After a failed login with a certificate that many callers share, none is tried for this long. */
const outagePauseMs = 60_000;
/** The lease lasts this much longer than the login timeout, so that a crashed process blocks others only briefly. */
const leaseMarginMs = 15_000;

/**
 * Returns the access ticket for a certificate and service: the stored one while it is valid, otherwise a new
 * one. The authority refuses a second login while a ticket is valid and never reissues the ticket. Tickets are
 * therefore stored sealed, all instances share them, and only one process at a time logs in.
 * @param mustRepresent CUIT that a stored ticket must represent. A ticket's relations are fixed when it is
 * issued, so a later authorization needs a new login.
 * @param maxAgeMs replaces a ticket older than this, since it does not reflect later revocations
 * @param pauseMs for a certificate that many callers share: within this time of the last login, returns a valid
 * ticket even if it is too old or lacks the CUIT. With `pauseMs`, no login is tried for a minute after a failure.
 * @throws AltaError `conflict` when the key was destroyed.
 */
export async function obtainTicket(
  row: CertificateRow,
  service: string,
  { now = new Date(), ...requirements }: TicketRequirements & { now?: Date } = {},
): Promise<TicketOutcome> {
  const [outage, storedLogin] = await Promise.all([
    simulatedOutage(row, now),
    readStoredLogin(row, service, now),
  ]);
  if (outage) return outage;
  const storedTicketOutcome = (stored: StoredLogin) => outcomeWithoutLogin(stored, requirements, now);
  const storedOutcome = storedTicketOutcome(storedLogin);
  if (storedOutcome) return storedOutcome;
  const address = addressOf(wsaa, row.environment);
  const leaseHolder = randomUUID();
  // The row may now have a ticket that the previous lease holder has just stored.
  const leasedRow = await takeLease(row, service, leaseHolder, address.timeoutMs + leaseMarginMs, now);
  if (!leasedRow) return { kind: 'busy', retryAfterSeconds: 2 };
  let outcome: LoginOutcome | undefined;
  try {
    const stored = storedLoginOf(leasedRow, row, service, now);
    const outcomeSinceStored = storedTicketOutcome(stored);
    if (outcomeSinceStored) return outcomeSinceStored;
    if (!row.certificate) throw new Error(`Certificate ${row.id} was not received yet.`);
    outcome = await requestAccessTicket({
      ...address,
      certificatePem: row.certificate,
      privateKey: signingKeyOf(row),
      service,
    });
    if (outcome.kind === 'granted') await storeTicket(row, service, outcome.ticket);
    // The authority issues no other ticket until the stored one expires, so it is used even if it lacks the CUIT.
    if (outcome.kind === 'already-authenticated' && stored.ticket) {
      return { kind: 'granted', ticket: stored.ticket };
    }
    return outcome;
  } finally {
    const tried = outcome && { triedAt: now, outcome: outcome.kind };
    await database()
      .update(accessTickets)
      .set({ ...released, ...tried })
      .where(and(ofTicket(row, service), eq(accessTickets.leaseHolder, leaseHolder)));
  }
}

/**
 * Returns the outcome of a login during an outage that the workspace simulates (`POST /access/v1/simulate`). Every call
 * on behalf of a supplier needs a ticket, so this stops all of them, and none of another workspace.
 */
async function simulatedOutage(
  { workspaceId, environment }: CertificateRow,
  now: Date,
): Promise<TicketOutcome | undefined> {
  if (environment !== 'sandbox' || !simulatorPortalOf(environment)) return undefined;
  const row = await loadOutage(database(), workspaceId);
  if (!row?.until || row.until <= now) return undefined;
  return {
    kind: 'unavailable',
    cause: 'simulated',
    detail: 'the workspace simulates an outage of the authority',
    retryAfterSeconds: Math.ceil((row.until.getTime() - now.getTime()) / 1_000),
  };
}

const loadOutage = batchLoader(async (db: Database, workspaceIds: readonly string[]) => {
  const rows = await db
    .select({ id: workspaces.id, until: workspaces.authorityDownUntil })
    .from(workspaces)
    .where(inArray(workspaces.id, [...new Set(workspaceIds)]));
  return rowsInKeyOrder(workspaceIds, rows, ({ id }) => id);
});

/** A refused login to an optional service is not repeated for this long: only a person can change it, in the portal. */
export const optionalPauseMs = 10 * 60_000;

export type OptionalTicketOutcome =
  | Extract<TicketOutcome, { kind: 'granted' }>
  /** The certificate may not use the service for the CUIT, or is refused for any service. */
  | { kind: 'not-authorised' | 'certificate-refused' }
  | Exclude<TicketOutcome, { kind: 'granted' | 'not-authorised' | 'certificate-refused' }>;

/**
 * Returns a ticket that represents `cuit`, for a service that need not be authorized. Does not log in while a
 * refusal is recent.
 * @throws AltaError `conflict` when the key was destroyed.
 */
export async function obtainOptionalTicket(
  row: CertificateRow,
  service: string,
  cuit: string,
  now: Date,
): Promise<OptionalTicketOutcome> {
  const last = await lastLogin(row, service);
  if (last && isRecent(last.at, optionalPauseMs, now)) {
    const { outcome: kind } = last;
    if (kind === 'not-authorised' || kind === 'certificate-refused') return { kind };
  }
  const login = await obtainTicket(row, service, { mustRepresent: cuit, pauseMs: optionalPauseMs, now });
  if (login.kind !== 'granted') return login;
  return represents(login.ticket, cuit) === 'no' ? { kind: 'not-authorised' } : login;
}

export interface TicketRequirements {
  mustRepresent?: string;
  maxAgeMs?: number;
  pauseMs?: number;
}

/** Returns the outcome if no login is needed or allowed; otherwise undefined. */
function outcomeWithoutLogin(
  { ticket, triedAt, outcome }: StoredLogin,
  { mustRepresent, maxAgeMs = Number.POSITIVE_INFINITY, pauseMs = 0 }: TicketRequirements,
  now: Date,
): TicketOutcome | undefined {
  const wasTriedWithin = (ms: number) => triedAt !== undefined && isRecent(triedAt, ms, now);
  if (!ticket) {
    if (!pauseMs || outcome === 'granted' || !triedAt || !wasTriedWithin(outagePauseMs)) return undefined;
    return failedJustNow(triedAt.getTime() + outagePauseMs - now.getTime());
  }
  const lacksRelation = mustRepresent !== undefined && represents(ticket, mustRepresent) === 'no';
  const isTooOld = now.getTime() - ticket.generatedAt.getTime() > maxAgeMs;
  return (lacksRelation || isTooOld) && !wasTriedWithin(pauseMs) ? undefined : { kind: 'granted', ticket };
}

const failedJustNow = (waitMs: number): TicketOutcome => ({
  kind: 'unavailable',
  cause: 'failed-just-now',
  detail: 'the last login failed less than a minute ago',
  retryAfterSeconds: Math.ceil(waitMs / 1_000),
});

export async function lastLogin(
  row: CertificateRow,
  service: string,
): Promise<{ at: Date; outcome: LoginOutcome['kind'] } | undefined> {
  const [stored] = await database().select().from(accessTickets).where(ofTicket(row, service));
  return stored?.triedAt && stored.outcome ? { at: stored.triedAt, outcome: stored.outcome } : undefined;
}

/** Returns the stored ticket while it is valid. Never logs in. */
export async function fetchStoredTicket(
  row: CertificateRow,
  service: string,
  now = new Date(),
): Promise<AccessTicket | undefined> {
  return (await readStoredLogin(row, service, now)).ticket;
}

/**
 * Deletes a ticket that the authority refused; the next caller logs in.
 * @param generatedAt of the refused ticket, so that a newer ticket is not deleted
 */
export async function forgetTicket(row: CertificateRow, service: string, generatedAt: Date): Promise<void> {
  await database()
    .update(accessTickets)
    .set({ ticketSealed: null })
    .where(and(ofTicket(row, service), eq(accessTickets.generatedAt, generatedAt)));
}

/** Whether the ticket may act for `cuit`; unknown if its token could not be read. */
export function represents(ticket: AccessTicket, cuit: string): 'yes' | 'no' | 'unknown' {
  if (!ticket.relations) return 'unknown';
  return ticket.relations.includes(cuit) ? 'yes' : 'no';
}

interface StoredLogin {
  ticket?: AccessTicket;
  triedAt?: Date | undefined;
  outcome?: LoginOutcome['kind'] | undefined;
}
type TicketRow = typeof accessTickets.$inferSelect;

async function readStoredLogin(row: CertificateRow, service: string, now: Date): Promise<StoredLogin> {
  const stored = await loadTicketRow(database(), { certificateId: row.id, service });
  return stored ? storedLoginOf(stored, row, service, now) : {};
}

type TicketKey = Pick<TicketRow, 'certificateId' | 'service'>;
const ticketKey = ({ certificateId, service }: TicketKey) => `${certificateId}/${service}`;

const loadTicketRow = batchLoader(async (db: Database, keys: readonly TicketKey[]) => {
  const certificateIds = [...new Set(keys.map(({ certificateId }) => certificateId))];
  const rows = await db
    .select()
    .from(accessTickets)
    .where(inArray(accessTickets.certificateId, certificateIds));
  return rowsInKeyOrder(keys.map(ticketKey), rows, ticketKey);
});

function storedLoginOf(stored: TicketRow, row: CertificateRow, service: string, now: Date): StoredLogin {
  const tried = { triedAt: stored.triedAt ?? undefined, outcome: stored.outcome ?? undefined };
  const { ticketSealed, generatedAt, expiresAt } = stored;
  if (!ticketSealed || !generatedAt || !expiresAt) return tried;
  if (expiresAt.getTime() - expiryMarginMs <= now.getTime()) return tried;
  const secret = JSON.parse(unseal(ticketSealed, ticketSealPlace(row, service)).toString()) as StoredSecret;
  return { ...tried, ticket: { ...secret, generatedAt, expiresAt } };
}

type StoredSecret = Pick<AccessTicket, 'token' | 'sign' | 'relations'>;

async function storeTicket(row: CertificateRow, service: string, ticket: AccessTicket): Promise<void> {
  const { token, sign, relations, generatedAt, expiresAt } = ticket;
  const ticketSealed = seal(
    JSON.stringify({ token, sign, relations } satisfies StoredSecret),
    ticketSealPlace(row, service),
  );
  await database()
    .update(accessTickets)
    .set({ ticketSealed, generatedAt, expiresAt })
    .where(ofTicket(row, service));
}

/**
 * Returns the updated row; undefined if another process holds the lease.
 * @throws AltaError `conflict` when the key was destroyed after `row` was read.
 */
async function takeLease(
  row: CertificateRow,
  service: string,
  leaseHolder: string,
  forMs: number,
  now: Date,
): Promise<TicketRow | undefined> {
  return database().transaction(async (tx) => {
    // Locks the certificate first, as `destroyKeys` does. The key is then destroyed either before this lock, or
    // later, together with the ticket row.
    const [certificate] = await tx
      .select({ id: certificates.id })
      .from(certificates)
      .where(and(eq(certificates.id, row.id), isNotNull(certificates.keySealed)))
      .for('share');
    if (!certificate) throw keyDestroyed();
    await tx.insert(accessTickets).values({ certificateId: row.id, service }).onConflictDoNothing();
    const updated = await tx
      .update(accessTickets)
      .set({ leaseHolder, leaseUntil: new Date(now.getTime() + forMs) })
      .where(and(ofTicket(row, service), isFree(accessTickets, now)))
      .returning();
    return updated[0];
  });
}

const ofTicket = (row: CertificateRow, service: string) =>
  and(eq(accessTickets.certificateId, row.id), eq(accessTickets.service, service));

const ticketSealPlace = ({ id, workspaceId, environment }: CertificateRow, service: string) =>
  rowSealPlace(accessTickets.ticketSealed, { id: workspaceId, environment }, `${id}/${service}`);
