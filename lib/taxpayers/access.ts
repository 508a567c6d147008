import { isYounger } from '#lib/age.ts';
import { authorityOf } from '#lib/arca/authority.ts';
import type { RegisterCaller } from '#lib/arca/taxpayers-register.ts';
import { lastLogin, obtainTicket, represents, type TicketOutcome } from '#lib/certificates/access-ticket.ts';
import type { CertificateRow } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import { type DelegateService, delegateOf } from '../registrations/delegation/delegate.ts';

/** What a ticket for the register is asked for. */
export const registerService: DelegateService = 'ws_sr_constancia_inscripcion';

export type Access =
  | { kind: 'granted'; caller: RegisterCaller; certificate: CertificateRow; ticketAt: Date }
  | NotAuthorised
  | Unavailable;

export interface NotAuthorised {
  kind: 'not-authorised';
  /** Nobody is named who asks for the workspace; or theirs does not sign; or may not ask the register. */
  reason: 'no-delegate' | 'certificate' | 'service';
}

export interface Unavailable {
  kind: 'unavailable';
  cause: string;
  retryAfterSeconds: number;
}

/** What changes the answer is done in the portal, by a person: so long nobody logs in again to see whether it was. */
export const pauseMs = 10 * 60_000;

/** What it takes to ask the register for the workspace: the delegate's certificate, and a ticket that represents them. */
export async function registerAccess(ctx: Context, now: Date): Promise<Access> {
  const delegate = await delegateOf(ctx);
  if (!delegate) return { kind: 'not-authorised', reason: 'no-delegate' };
  const { certificate, cuit } = delegate;
  if (!certificate?.notAfter || certificate.notAfter <= now) {
    return { kind: 'not-authorised', reason: 'certificate' };
  }
  const last = await lastLogin(certificate, registerService);
  if (last && isYounger(last.at, pauseMs, now)) {
    if (last.outcome === 'not-authorised') return { kind: 'not-authorised', reason: 'service' };
    if (last.outcome === 'certificate-refused') return { kind: 'not-authorised', reason: 'certificate' };
  }
  const login = await obtainTicket(certificate, registerService, { mustRepresent: cuit, pauseMs, now });
  if (login.kind !== 'granted') return withoutTicket(login);
  const { ticket } = login;
  if (represents(ticket, cuit) === 'no') return { kind: 'not-authorised', reason: 'service' };
  const { padron: endpoint, timeoutMs } = authorityOf(certificate.environment);
  return {
    kind: 'granted',
    certificate,
    ticketAt: ticket.generatedAt,
    caller: { endpoint, timeoutMs, ticket, cuit },
  };
}

function withoutTicket(login: Exclude<TicketOutcome, { kind: 'granted' }>): NotAuthorised | Unavailable {
  switch (login.kind) {
    case 'not-authorised':
      return { kind: 'not-authorised', reason: 'service' };
    case 'certificate-refused':
      return { kind: 'not-authorised', reason: 'certificate' };
    case 'defect':
      return { kind: 'unavailable', cause: 'defect', retryAfterSeconds: 900 };
    case 'unavailable':
      return { kind: 'unavailable', cause: login.cause, retryAfterSeconds: login.retryAfterSeconds };
    case 'busy':
    case 'already-authenticated':
      return { kind: 'unavailable', cause: login.kind, retryAfterSeconds: login.retryAfterSeconds };
  }
}
