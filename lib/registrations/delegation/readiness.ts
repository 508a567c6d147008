import { isYounger } from '#lib/age.ts';
import { keptTicket, lastLogin, obtainTicket, represents } from '#lib/certificates/access-ticket.ts';
import type { CertificateRow } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { ticketPauseMs } from './ask.ts';
import { type DelegateService, delegateOf, delegateServices } from './delegate.ts';

/** What the authority lets the delegate's certificate do, as its last login for the service says. */
interface ServiceReadiness {
  service: DelegateService;
  /**
   * `other-cuit`: it gets in, but not on the delegate's own behalf. `refused`: the certificate, whatever the service.
   * `unknown`: the authority could not be asked.
   */
  status: 'authorised' | 'not-authorised' | 'other-cuit' | 'refused' | 'unknown' | 'unasked';
  askedAt?: Date | undefined;
}

/** How the one who acts for the workspace's suppliers stands. */
export interface DelegateReadiness {
  entryId: string;
  name: string;
  cuit: string;
  acceptsWithinHours?: number | undefined;
  /** Undefined while none signs. */
  certificate?: { alias: string; notAfter: Date } | undefined;
  /** Empty while no certificate signs. */
  services: ServiceReadiness[];
}

/** Undefined while nobody is named. Asks the authority nothing. */
export async function delegateReadiness(
  ctx: Context,
  now = new Date(),
): Promise<DelegateReadiness | undefined> {
  requirePermission(ctx, 'registrations:read');
  const delegate = await delegateOf(ctx);
  if (!delegate) return undefined;
  const { siloEntryId: entryId, name, cuit, acceptsWithinHours } = delegate;
  const certificate = signing(delegate.certificate, now);
  return {
    entryId,
    name,
    cuit,
    acceptsWithinHours,
    certificate: certificate && {
      alias: certificate.row.certificateAlias ?? certificate.row.alias,
      notAfter: certificate.notAfter,
    },
    services: certificate
      ? await Promise.all(delegateServices.map((service) => readinessOf(certificate.row, service, cuit, now)))
      : [],
  };
}

/** What came of a check. */
export interface CheckedDelegate {
  readiness: DelegateReadiness;
  /** What could not be asked anew can be from then on: the authority was asked a moment ago. */
  askAgainAt?: Date | undefined;
}

/**
 * Logs in once for each service with the delegate's certificate, unless that was done a moment ago. Not to be called
 * in a transaction.
 * @throws AltaError `conflict`: `no-delegate`, `not-registered` while its certificate does not sign, `key-destroyed`
 */
export async function checkDelegate(ctx: Context, now = new Date()): Promise<CheckedDelegate> {
  requirePermission(ctx, 'apps:write');
  const delegate = await delegateOf(ctx);
  if (!delegate) {
    throw new AltaError('conflict', 'The workspace has named nobody who acts for its suppliers.', {
      code: 'no-delegate',
    });
  }
  const certificate = signing(delegate.certificate, now);
  if (!certificate) {
    throw new AltaError(
      'conflict',
      'The certificate of the delegate does not sign: renew its registration.',
      {
        code: 'not-registered',
      },
    );
  }
  const waits = await Promise.all(
    delegateServices.map((service) => logIn(certificate.row, service, delegate.cuit, now)),
  );
  const readiness = await delegateReadiness(ctx, now);
  if (!readiness) throw new Error('The delegate is gone.');
  const waitMs = Math.max(...waits);
  return { readiness, ...(waitMs > 0 ? { askAgainAt: new Date(now.getTime() + waitMs) } : {}) };
}

/** How long it takes until the authority can be asked, where it was not: 0 where it was. */
async function logIn(
  row: CertificateRow,
  service: DelegateService,
  cuit: string,
  now: Date,
): Promise<number> {
  const before = await lastLogin(row, service);
  const wish = { mustRepresent: cuit, maxAgeMs: ticketPauseMs(), pauseMs: ticketPauseMs(), now };
  const login = await obtainTicket(row, service, wish);
  if (login.kind === 'busy') return login.retryAfterSeconds * 1_000;
  if (login.kind === 'unavailable' && login.cause === 'failed-just-now')
    return login.retryAfterSeconds * 1_000;
  const isStale = login.kind === 'granted' && represents(login.ticket, cuit) === 'no';
  const after = await lastLogin(row, service);
  if (!isStale || !before || after?.at.getTime() !== before.at.getTime()) return 0;
  if (!isYounger(before.at, ticketPauseMs(), now)) return 0;
  return before.at.getTime() + ticketPauseMs() - now.getTime();
}

async function readinessOf(
  row: CertificateRow,
  service: DelegateService,
  cuit: string,
  now: Date,
): Promise<ServiceReadiness> {
  const last = await lastLogin(row, service);
  if (!last) return { service, status: 'unasked' };
  const ticket = await keptTicket(row, service, now);
  const isForAnother = ticket !== undefined && represents(ticket, cuit) === 'no';
  const status = () => {
    switch (last.outcome) {
      case 'not-authorised':
        return 'not-authorised';
      case 'certificate-refused':
        return 'refused';
      case 'granted':
      case 'already-authenticated':
        return isForAnother ? 'other-cuit' : 'authorised';
      case 'unavailable':
      case 'defect':
        return 'unknown';
    }
  };
  return { service, status: status(), askedAt: last.at };
}

function signing(
  row: CertificateRow | undefined,
  now: Date,
): { row: CertificateRow; notAfter: Date } | undefined {
  return row?.notAfter && row.notAfter > now ? { row, notAfter: row.notAfter } : undefined;
}
