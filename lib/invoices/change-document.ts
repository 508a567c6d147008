import { and, eq, isNull } from 'drizzle-orm';
import type { ServiceCaller } from '#lib/arca/invoicing.ts';
import { addressOf, type TicketedService, wsfe } from '#lib/arca/services.ts';
import { obtainTicket, represents, type TicketOutcome } from '#lib/certificates/access-ticket.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { creditInvoiceTag } from '#lib/documents/invoice/credit-invoice.ts';
import { documentTypeExtension } from '#lib/documents/invoice/extensions.ts';
import { itemsOf, membersOf } from '#lib/documents/json.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { AltaError } from '#lib/errors.ts';
import type { StoredFault } from '#lib/faults.ts';
import { ticketPauseMs, verifyDelegation } from '#lib/registrations/delegation.ts';
import { requirePermission } from '#lib/roles.ts';
import { changeEntry, type EntryChange, lockEntry } from '#lib/silo/change-entry.ts';
import { type EntryRow, fetchEntry } from '#lib/silo/entries.ts';
import { buenosAiresDay, dayMs } from '#lib/time.ts';
import { delegationLost, delegationWaitSeconds, findIssuer, govArFault, type Issuer } from './issuer.ts';
import { findSubmission, type Obstacle } from './submissions.ts';

/**
 * Changes an entry of any folder, but not a submitted invoice, a closed entry, nor the CUIT of a registered supplier.
 * @throws AltaError as `changeEntry`, and `conflict` `already-issued`, `being-issued`, `entry-closed` or
 * `registered-cuit`
 */
export async function changeDocument(ctx: Context, id: string, change: EntryChange): Promise<EntryRow> {
  requirePermission(ctx, 'entries:write');
  return inTransaction(ctx, async (tx) => {
    // Submitting the invoice takes the same lock, so whichever comes second sees the other's result.
    const { folder, closedAt } = await lockEntry(tx, ctx, id);
    if (folder === 'invoices') await refuseSubmitted({ ...ctx, tx }, id);
    if (closedAt) {
      throw new AltaError('conflict', 'The entry is closed: create another one.', { code: 'entry-closed' });
    }
    const { before, after } = await changeEntry({ ...ctx, tx }, id, change);
    await refuseOtherCuit(tx, before, after);
    return after;
  });
}

/** A submitted invoice cannot change; a note can correct it. */
async function refuseSubmitted(ctx: Context, entryId: string): Promise<void> {
  const submission = await findSubmission(ctx, { entryId });
  if (!submission) return;
  throw submission.status === 'authorised'
    ? new AltaError('conflict', 'The authority has authorized the invoice: correct it with a note.', {
        code: 'already-issued',
      })
    : new AltaError('conflict', 'The invoice is being sent to the authority.', { code: 'being-issued' });
}

/**
 * A supplier's CUIT cannot change while it has a registration, because the certificate request and the
 * certificate contain it.
 */
async function refuseOtherCuit(tx: Transaction, before: EntryRow, after: EntryRow): Promise<void> {
  const cuit = supplierOf(before)?.cuit;
  if (!cuit || supplierOf(after)?.cuit === cuit) return;
  const notEnded = and(eq(registrations.entryId, before.id), isNull(registrations.revokedAt));
  if ((await tx.$count(registrations, notEnded)) === 0) return;
  throw new AltaError(
    'conflict',
    'The supplier is registered, or is being registered, under this CUIT: unregister it first, or create another entry.',
    {
      code: 'registered-cuit',
      fields: { 'data.tax_id.code': 'can not be changed: the registration is for this CUIT' },
    },
  );
}

/** Days until a credit invoice is due, if its document names no due date. */
const usualTermDays = 30;

/**
 * Turns an invoice that the authority refused (10192) into a credit invoice (FCE): the tag, and a due date if it has
 * none. The account is taken from the supplier's settings.
 * @throws AltaError as `changeDocument`; `validation` if the supplier has no account
 */
export async function changeToCreditInvoice(ctx: Context, id: string, now = new Date()): Promise<EntryRow> {
  const { doc } = await fetchEntry(ctx, id);
  const terms = membersOf(membersOf(doc.payment).terms);
  const due = itemsOf(terms.due_dates).length > 0;
  const date = buenosAiresDay(new Date(now.getTime() + usualTermDays * dayMs));
  const data = {
    $tags: [...new Set([...itemsOf(doc.$tags), creditInvoiceTag])],
    tax: { ext: { [documentTypeExtension]: null } },
    ...(due ? {} : { payment: { terms: { due_dates: [{ date }] } } }),
  };
  return changeDocument(ctx, id, { data, mode: 'merge' });
}

export type Access =
  /** `ticketAt`: issue time of the ticket. */
  | { kind: 'granted'; caller: ServiceCaller; issuer: Issuer; ticketAt: Date }
  /** Only the supplier can fix the cause. */
  | { kind: 'refused'; fault: StoredFault }
  /** Temporary. */
  | { kind: 'later'; obstacle: Obstacle; retryAfterSeconds: number };

/** Gets the certificate and ticket for calling a service on behalf of a company. */
export async function accessFor(
  ctx: Context,
  service: TicketedService,
  cuit: string,
  now: Date,
): Promise<Access> {
  const found = await findIssuer(ctx, cuit, now);
  if (found.kind === 'none') return { kind: 'refused', fault: found.fault };
  if (found.kind === 'later') return later(found.obstacle, delegationWaitSeconds);
  const { issuer } = found;
  const pauseMs = issuer.delegated ? ticketPauseMs() : 0;
  const login = await obtainTicket(issuer.certificate, service.id, { mustRepresent: cuit, pauseMs, now });
  if (login.kind !== 'granted') return accessWithoutTicket(login, issuer, service);
  if (represents(login.ticket, cuit) === 'no') return refusalWithoutRelation(ctx, service, issuer, now);
  const { generatedAt: ticketAt } = login.ticket;
  const address = addressOf(service, issuer.certificate.environment);
  return { kind: 'granted', issuer, ticketAt, caller: { ...address, ticket: login.ticket, cuit } };
}

/**
 * Handles the authority's answer that the certificate may not act for the company. For a delegated company,
 * verifies the delegation again and lets the invoice wait, since a revoked delegation may be granted again.
 */
export async function refusalWithoutRelation(
  ctx: Context,
  service: TicketedService,
  { entryId, cuit, delegated }: Issuer,
  now: Date,
): Promise<Exclude<Access, { kind: 'granted' }>> {
  // Every delegation is verified with WSFE, but not every one with another service.
  if (!delegated || !isAuthorizedByRegistration(service))
    return { kind: 'refused', fault: notRepresented(cuit, service) };
  const { answer } = await verifyDelegation(ctx, entryId, now);
  return answer === 'not-granted'
    ? later(delegationLost, delegationWaitSeconds)
    : later({ code: 'delegation-doubted' }, doubtSeconds);
}

const doubtSeconds = 300;

/** The supplier may have authorized a certificate other than the one registered here. */
const notRepresented = (cuit: string, service: TicketedService): StoredFault =>
  govArFault({
    code: 'cuit-not-represented',
    params: { cuit, ...(isAuthorizedByRegistration(service) ? {} : { why: service.id }) },
  });

const notAuthorised = (service: TicketedService): StoredFault =>
  govArFault({
    code: 'not-authorised',
    ...(isAuthorizedByRegistration(service) ? {} : { params: { why: service.id } }),
  });

/** Every registration authorizes the certificate for WSFE. Faults name other services. */
const isAuthorizedByRegistration = ({ id }: TicketedService): boolean => id === wsfe.id;

function accessWithoutTicket(
  login: Exclude<TicketOutcome, { kind: 'granted' }>,
  { delegated }: Issuer,
  service: TicketedService,
): Access {
  // Wait: the supplier cannot fix the delegate's certificate, and all delegated invoices of the workspace
  // depend on it. Not so for a service that not every registration authorizes.
  const isDelegateFault =
    login.kind === 'certificate-refused' ||
    (login.kind === 'not-authorised' && isAuthorizedByRegistration(service));
  if (delegated && isDelegateFault) return later({ code: 'delegate-without-certificate' }, doubtSeconds);
  switch (login.kind) {
    case 'busy':
      return later({ code: 'logging-in' }, login.retryAfterSeconds);
    case 'already-authenticated':
      return later({ code: 'ticket-held-elsewhere' }, login.retryAfterSeconds);
    case 'unavailable': {
      const params = { why: 'login', cause: login.cause };
      return later({ code: 'authority-unavailable', params }, login.retryAfterSeconds);
    }
    case 'defect':
      return later({ code: 'defect', params: { why: 'login', own: login.message } }, 900);
    case 'not-authorised':
      return {
        kind: 'refused',
        fault: notAuthorised(service),
      };
    case 'certificate-refused':
      return { kind: 'refused', fault: govArFault({ code: `certificate-${login.reason}` }) };
  }
}

const later = (obstacle: Obstacle, retryAfterSeconds: number) =>
  ({ kind: 'later', obstacle, retryAfterSeconds }) as const;
