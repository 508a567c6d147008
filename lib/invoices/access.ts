import { authorityOf } from '#lib/arca/authority.ts';
import type { WsfeCaller } from '#lib/arca/wsfe.ts';
import { obtainTicket, represents, type TicketOutcome } from '#lib/certificates/access-ticket.ts';
import type { CertificateRow } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import type { StoredFault } from '#lib/faults/fault.ts';
import { findIssuer, refusal } from './issuer.ts';
import type { Obstacle } from './submissions.ts';

export type Access =
  | { kind: 'granted'; caller: WsfeCaller; certificate: CertificateRow }
  /** Only the supplier can change it. */
  | { kind: 'refused'; fault: StoredFault }
  /** It may be over the next time. */
  | { kind: 'later'; obstacle: Obstacle; retryAfterSeconds: number };

/** What it takes to speak to WSFE for the company: its certificate, and a ticket that represents it. */
export async function accessFor(ctx: Context, cuit: string, now: Date): Promise<Access> {
  const found = await findIssuer(ctx, cuit, now);
  if (found.kind === 'none') return { kind: 'refused', fault: found.fault };
  const { certificate } = found.issuer;
  const login = await obtainTicket(certificate, 'wsfe', { mustRepresent: cuit, now });
  if (login.kind !== 'granted') return withoutTicket(login);
  if (represents(login.ticket, cuit) === 'no') return { kind: 'refused', fault: notRepresented(cuit) };
  const { wsfe: endpoint, timeoutMs } = authorityOf(certificate.environment);
  return { kind: 'granted', certificate, caller: { endpoint, timeoutMs, ticket: login.ticket, cuit } };
}

/** A supplier may have delegated the service to another certificate than the one it registered here. */
export const notRepresented = (cuit: string): StoredFault =>
  refusal({ code: 'cuit-not-represented', params: { cuit } });

function withoutTicket(login: Exclude<TicketOutcome, { kind: 'granted' }>): Access {
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

const later = (obstacle: Obstacle, retryAfterSeconds: number): Access => ({
  kind: 'later',
  obstacle,
  retryAfterSeconds,
});
