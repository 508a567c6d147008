import { authorityOf } from '#lib/arca/authority.ts';
import type { WsfeCaller } from '#lib/arca/wsfe.ts';
import { obtainTicket, represents, type TicketOutcome } from '#lib/certificates/access-ticket.ts';
import type { Context } from '#lib/context.ts';
import type { StoredFault } from '#lib/faults/fault.ts';
import { ticketPauseMs } from '#lib/registrations/delegation/ask.ts';
import { verifyDelegation } from '#lib/registrations/delegation/check.ts';
import { delegationLost, delegationWaitSeconds, findIssuer, type Issuer, refusal } from './issuer.ts';
import type { Obstacle } from './submissions.ts';

export type Access =
  /** `ticketAt`: when its ticket was issued. */
  | { kind: 'granted'; caller: WsfeCaller; issuer: Issuer; ticketAt: Date }
  /** Only the supplier can change it. */
  | { kind: 'refused'; fault: StoredFault }
  /** It may be over the next time. */
  | { kind: 'later'; obstacle: Obstacle; retryAfterSeconds: number };

/** What it takes to speak to WSFE for the company: its certificate, and a ticket that represents it. */
export async function accessFor(ctx: Context, cuit: string, now: Date): Promise<Access> {
  const found = await findIssuer(ctx, cuit, now);
  if (found.kind === 'none') return { kind: 'refused', fault: found.fault };
  if (found.kind === 'later') return later(found.obstacle, delegationWaitSeconds);
  const { issuer } = found;
  const pauseMs = issuer.delegated ? ticketPauseMs() : 0;
  const login = await obtainTicket(issuer.certificate, 'wsfe', { mustRepresent: cuit, pauseMs, now });
  if (login.kind !== 'granted') return withoutTicket(login, issuer);
  if (represents(login.ticket, cuit) === 'no') return withoutRelation(ctx, issuer, now);
  const { wsfe: endpoint, timeoutMs } = authorityOf(issuer.certificate.environment);
  const { generatedAt: ticketAt } = login.ticket;
  return { kind: 'granted', issuer, ticketAt, caller: { endpoint, timeoutMs, ticket: login.ticket, cuit } };
}

/**
 * The authority does not let the certificate act for the company. Of who delegates it is asked once more, and the
 * invoice waits: what was taken back may be given again.
 */
export async function withoutRelation(
  ctx: Context,
  { entryId, cuit, delegated }: Issuer,
  now: Date,
): Promise<Exclude<Access, { kind: 'granted' }>> {
  if (!delegated) return { kind: 'refused', fault: notRepresented(cuit) };
  const { answer } = await verifyDelegation(ctx, entryId, now);
  return answer === 'not-granted'
    ? later(delegationLost, delegationWaitSeconds)
    : later({ code: 'delegation-doubted' }, doubtSeconds);
}

const doubtSeconds = 300;

/** A supplier may have delegated the service to another certificate than the one it registered here. */
const notRepresented = (cuit: string): StoredFault =>
  refusal({ code: 'cuit-not-represented', params: { cuit } });

function withoutTicket(login: Exclude<TicketOutcome, { kind: 'granted' }>, { delegated }: Issuer): Access {
  // Not the supplier's to mend, and the whole workspace's invoices rest on it.
  const isDelegates = login.kind === 'not-authorised' || login.kind === 'certificate-refused';
  if (delegated && isDelegates) return later({ code: 'delegate-without-certificate' }, doubtSeconds);
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
      return { kind: 'refused', fault: refusal({ code: 'not-authorised' }) };
    case 'certificate-refused':
      return { kind: 'refused', fault: refusal({ code: `certificate-${login.reason}` }) };
  }
}

const later = (obstacle: Obstacle, retryAfterSeconds: number) =>
  ({ kind: 'later', obstacle, retryAfterSeconds }) as const;
