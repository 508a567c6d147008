import { authorityOf } from '#lib/arca/authority.ts';
import type { WsfeCaller } from '#lib/arca/wsfe.ts';
import { obtainTicket, represents, type TicketOutcome } from '#lib/certificates/access-ticket.ts';
import type { CertificateRow } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import type { Fault } from '#lib/errors.ts';
import { findIssuer, refusal } from './issuer.ts';
import type { Obstacle } from './submissions.ts';

export type Access =
  | { kind: 'granted'; caller: WsfeCaller; certificate: CertificateRow }
  /** Only the supplier can change it. */
  | { kind: 'refused'; fault: Fault }
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
export const notRepresented = (cuit: string): Fault =>
  refusal(
    'cuit-not-represented',
    `The registered certificate may not act for the CUIT ${cuit}: at the authority the service is authorised to ` +
      "another certificate, or to nobody. Authorise it for this certificate's alias and run the job again.",
  );

function withoutTicket(login: Exclude<TicketOutcome, { kind: 'granted' }>): Access {
  switch (login.kind) {
    case 'busy':
      return later(
        'logging-in',
        'Another process is logging in with this certificate',
        login.retryAfterSeconds,
      );
    case 'already-authenticated':
      return later(
        'ticket-held-elsewhere',
        'Another system holds a ticket of this certificate: the authority gives no second one while it lives',
        login.retryAfterSeconds,
      );
    case 'unavailable':
      return later(
        'authority-unavailable',
        `The authority does not answer logins (${login.cause})`,
        login.retryAfterSeconds,
      );
    case 'defect':
      return later('defect', `The authority refused Alta's login: ${login.message}`, 900);
    case 'not-authorised':
      return {
        kind: 'refused',
        fault: refusal(
          'not-authorised',
          'The certificate is no longer authorised for electronic invoicing at the authority: authorise its alias again.',
        ),
      };
    case 'certificate-refused':
      return {
        kind: 'refused',
        fault: refusal(
          `certificate-${login.reason}`,
          `The authority refuses the supplier's certificate (${login.reason}): run its registration again.`,
        ),
      };
  }
}

const later = (code: string, message: string, retryAfterSeconds: number): Access => ({
  kind: 'later',
  obstacle: { code, message },
  retryAfterSeconds,
});
