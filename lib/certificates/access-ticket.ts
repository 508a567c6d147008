import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { authorityOf } from '#lib/arca/authority.ts';
import type { AccessTicket } from '#lib/arca/ticket.ts';
import { type LoginOutcome, requestAccessTicket } from '#lib/arca/wsaa.ts';
import { database } from '#lib/database/client.ts';
import { accessTickets, certificates } from '#lib/database/tables/registrations.ts';
import { type SealPlace, seal, unseal } from '#lib/vault.ts';
import { type CertificateRow, keyDestroyed, signingKeyOf } from './store.ts';

export type TicketOutcome =
  | { kind: 'granted'; ticket: AccessTicket }
  /** Another process is logging in with this certificate right now. */
  | { kind: 'busy'; retryAfterSeconds: number }
  | Exclude<LoginOutcome, { kind: 'granted' }>;

/** A ticket is renewed this long before its end, so that it does not run out on the way. */
const earlyMs = 10 * 60_000;
/** Longer than a login may take: who holds the lease and dies does not block the others for long. */
const leaseMarginMs = 15_000;

/**
 * The access ticket of (certificate, service): the stored one while it lives, else a login. The authority
 * refuses a second login while a ticket lives and never gives it out again, so each is kept, sealed, for all
 * instances, and one process at a time logs in.
 *
 * @param mustRepresent a CUIT that a stored ticket has to represent: relations are frozen when it is issued,
 * and what was authorized since needs a new login.
 * @throws AltaError `conflict` when the key was destroyed.
 */
export async function obtainTicket(
  row: CertificateRow,
  service: string,
  { mustRepresent, now = new Date() }: { mustRepresent?: string; now?: Date } = {},
): Promise<TicketOutcome> {
  const good = (ticket: AccessTicket | undefined) =>
    ticket && (!mustRepresent || represents(ticket, mustRepresent) !== 'no');
  const shared = await storedTicket(row, service, now);
  if (shared && good(shared)) return { kind: 'granted', ticket: shared };
  const authority = authorityOf(row.environment);
  const leaseHolder = randomUUID();
  if (!(await takeLease(row, service, leaseHolder, authority.timeoutMs + leaseMarginMs, now))) {
    return { kind: 'busy', retryAfterSeconds: 2 };
  }
  try {
    // Whoever had the lease a moment ago may have brought one.
    const stored = await storedTicket(row, service, now);
    if (stored && good(stored)) return { kind: 'granted', ticket: stored };
    if (!row.certificate) throw new Error(`Certificate ${row.id} is not back yet.`);
    const outcome = await requestAccessTicket({
      endpoint: authority.wsaa,
      timeoutMs: authority.timeoutMs,
      certificatePem: row.certificate,
      privateKey: signingKeyOf(row),
      service,
    });
    if (outcome.kind === 'granted') await keepTicket(row, service, outcome.ticket);
    // Refused because the stored ticket lives: it is still the one that counts, for what it represents.
    if (outcome.kind === 'already-authenticated' && stored) return { kind: 'granted', ticket: stored };
    return outcome;
  } finally {
    await database()
      .update(accessTickets)
      .set({ leaseHolder: null, leaseUntil: null })
      .where(and(ofTicket(row, service), eq(accessTickets.leaseHolder, leaseHolder)));
  }
}

/** The authority refuses the stored ticket: the next one who needs one logs in. */
export async function forgetTicket(row: CertificateRow, service: string): Promise<void> {
  await database().update(accessTickets).set({ ticketSealed: null }).where(ofTicket(row, service));
}

/** Whether the ticket may act for `cuit`; unknown when its token could not be read. */
export function represents(ticket: AccessTicket, cuit: string): 'yes' | 'no' | 'unknown' {
  if (!ticket.relations) return 'unknown';
  return ticket.relations.includes(cuit) ? 'yes' : 'no';
}

async function storedTicket(
  row: CertificateRow,
  service: string,
  now: Date,
): Promise<AccessTicket | undefined> {
  const [stored] = await database().select().from(accessTickets).where(ofTicket(row, service));
  if (!stored?.ticketSealed || !stored.generatedAt || !stored.expiresAt) return undefined;
  if (stored.expiresAt.getTime() - earlyMs <= now.getTime()) return undefined;
  const secret = JSON.parse(unseal(stored.ticketSealed, placeOf(row, service)).toString()) as StoredSecret;
  return { ...secret, generatedAt: stored.generatedAt, expiresAt: stored.expiresAt };
}

type StoredSecret = Pick<AccessTicket, 'token' | 'sign' | 'relations'>;

async function keepTicket(row: CertificateRow, service: string, ticket: AccessTicket): Promise<void> {
  const { token, sign, relations, generatedAt, expiresAt } = ticket;
  const ticketSealed = seal(
    JSON.stringify({ token, sign, relations } satisfies StoredSecret),
    placeOf(row, service),
  );
  await database()
    .update(accessTickets)
    .set({ ticketSealed, generatedAt, expiresAt })
    .where(ofTicket(row, service));
}

/** @throws AltaError `conflict` when the key was destroyed, since `row` was read. */
async function takeLease(
  row: CertificateRow,
  service: string,
  leaseHolder: string,
  forMs: number,
  now: Date,
) {
  return database().transaction(async (tx) => {
    // First, as `destroyKeys` does: the key is destroyed before this, or after, and takes this row with it.
    const [certificate] = await tx
      .select({ id: certificates.id })
      .from(certificates)
      .where(and(eq(certificates.id, row.id), isNotNull(certificates.keySealed)))
      .for('share');
    if (!certificate) throw keyDestroyed();
    await tx.insert(accessTickets).values({ certificateId: row.id, service }).onConflictDoNothing();
    const taken = await tx
      .update(accessTickets)
      .set({ leaseHolder, leaseUntil: new Date(now.getTime() + forMs) })
      .where(
        and(ofTicket(row, service), or(isNull(accessTickets.leaseUntil), lt(accessTickets.leaseUntil, now))),
      )
      .returning({ leaseHolder: accessTickets.leaseHolder });
    return taken.length > 0;
  });
}

const ofTicket = (row: CertificateRow, service: string) =>
  and(eq(accessTickets.certificateId, row.id), eq(accessTickets.service, service));

const placeOf = (row: CertificateRow, service: string): SealPlace => ({
  table: 'access_tickets',
  column: 'ticket_sealed',
  row: `${row.id}/${service}`,
  workspace: row.workspaceId,
  environment: row.environment,
});
