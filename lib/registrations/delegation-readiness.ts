import { and, count, desc, eq } from 'drizzle-orm';
import { fetchApp } from '#lib/accounts/apps.ts';
import { isRecent } from '#lib/age.ts';
import { fetchStoredTicket, lastLogin, obtainTicket, represents } from '#lib/certificates/access-ticket.ts';
import { type CertificateRow, isActive } from '#lib/certificates/store.ts';
import { type Context, fetchWorkspace, reader } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { delegations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { partyOfListedEntry, supplierOf } from '#lib/documents/party.ts';
import { env } from '#lib/env.ts';
import { AltaError } from '#lib/errors.ts';
import { type Composer, notNeeded, queueMail } from '#lib/mail/mails.ts';
import { type DelegateRisk, delegateLetter } from '#lib/mail/registration-letters.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { fetchSender } from './account-holder.ts';
import { renewalDays } from './create.ts';
import {
  countDelegators,
  type DelegateService,
  delegateOf,
  delegateServices,
  ticketPauseMs,
} from './delegation.ts';
import { daysLeft } from './registration.ts';

/** Whether the delegate's certificate is authorized for a service, as of its last login. */
interface ServiceReadiness {
  service: DelegateService;
  /** Whether the workspace asks no supplier for it. */
  isOptional: boolean;
  /**
   * `other-cuit`: the login works, but not for the delegate's own CUIT. `refused`: the certificate is refused
   * for any service. `unknown`: the authority could not be asked. `unasked`: there was no login yet.
   */
  status: 'authorised' | 'not-authorised' | 'other-cuit' | 'refused' | 'unknown' | 'unasked';
  askedAt?: Date | undefined;
}

export interface DelegateReadiness {
  entryId: string;
  name: string;
  cuit: string;
  acceptsWithinHours?: number | undefined;
  /** Undefined without a valid certificate. */
  certificate?: { alias: string; notAfter: Date } | undefined;
  /** Empty without a valid certificate. */
  services: ServiceReadiness[];
}

/** Returns the delegate's status; undefined if the workspace has none. Does not ask the authority. */
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
      ? await Promise.all(
          delegateServices.map(async (service) => ({
            ...(await readinessOf(certificate.row, service, cuit, now)),
            isOptional: !delegate.services.includes(service),
          })),
        )
      : [],
  };
}

export interface CheckedDelegate {
  readiness: DelegateReadiness;
  /** Earliest time to ask again, if a service was not asked because its last login is too recent. */
  askAgainAt?: Date | undefined;
}

/**
 * Logs in to each service with the delegate's certificate, unless that was done recently. Do not call inside
 * a transaction.
 * @throws AltaError `conflict`: `no-delegate`, `not-registered` without a valid certificate, `key-destroyed`
 */
export async function checkDelegate(ctx: Context, now = new Date()): Promise<CheckedDelegate> {
  requirePermission(ctx, 'apps:write');
  const delegate = await delegateOf(ctx);
  if (!delegate) {
    throw new AltaError('conflict', 'The workspace has no delegate.', {
      code: 'no-delegate',
    });
  }
  const certificate = signing(delegate.certificate, now);
  if (!certificate) {
    throw new AltaError('conflict', 'The delegate has no valid certificate: renew its registration.', {
      code: 'not-registered',
    });
  }
  const waits = await Promise.all(
    delegateServices.map((service) => logIn(certificate.row, service, delegate.cuit, now)),
  );
  const readiness = await delegateReadiness(ctx, now);
  if (!readiness) throw new Error('The delegate is gone.');
  const waitMs = Math.max(...waits);
  return { readiness, ...(waitMs > 0 ? { askAgainAt: new Date(now.getTime() + waitMs) } : {}) };
}

/**
 * Logs in to a service. Returns the milliseconds to wait before the authority can be asked; 0 if no wait is
 * needed.
 */
async function logIn(
  row: CertificateRow,
  service: DelegateService,
  cuit: string,
  now: Date,
): Promise<number> {
  const previousLogin = await lastLogin(row, service);
  const wish = { mustRepresent: cuit, maxAgeMs: ticketPauseMs(), pauseMs: ticketPauseMs(), now };
  const login = await obtainTicket(row, service, wish);
  if (login.kind === 'busy') return login.retryAfterSeconds * 1_000;
  if (login.kind === 'unavailable' && login.cause === 'failed-just-now')
    return login.retryAfterSeconds * 1_000;
  const isStale = login.kind === 'granted' && represents(login.ticket, cuit) === 'no';
  const after = await lastLogin(row, service);
  if (!isStale || !previousLogin || after?.at.getTime() !== previousLogin.at.getTime()) return 0;
  if (!isRecent(previousLogin.at, ticketPauseMs(), now)) return 0;
  return previousLogin.at.getTime() + ticketPauseMs() - now.getTime();
}

async function readinessOf(
  row: CertificateRow,
  service: DelegateService,
  cuit: string,
  now: Date,
): Promise<Omit<ServiceReadiness, 'isOptional'>> {
  const last = await lastLogin(row, service);
  if (!last) return { service, status: 'unasked' };
  const ticket = await fetchStoredTicket(row, service, now);
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

/** A supplier whose certificate acts for other suppliers: the current delegate or a previous one. */
export interface ActingDelegate {
  entryId: string;
  name: string;
  suppliers: number;
  isCurrentDelegate: boolean;
  notAfter?: Date | undefined;
  /** Set if invoices of the delegating suppliers fail, or will fail soon. */
  trouble?: 'ends-soon' | 'does-not-sign' | undefined;
}

export async function listActingDelegates(ctx: Context, now = new Date()): Promise<ActingDelegate[]> {
  requirePermission(ctx, 'registrations:read');
  const { settings } = await fetchApp(ctx, 'gov-ar');
  const { id, snippet } = entries;
  const rows = await reader(ctx)
    .select({ entryId: id, snippet, suppliers: count(), notAfter: certificates.notAfter })
    .from(delegations)
    .innerJoin(entries, eq(id, delegations.delegateEntryId))
    .leftJoin(certificates, and(eq(certificates.entryId, id), isActive))
    .where(eq(delegations.workspaceId, ctx.workspace.id))
    .groupBy(id, certificates.id)
    .orderBy(desc(count()), id);
  return rows.map(({ entryId, snippet, suppliers, notAfter }) => ({
    entryId,
    name: partyOfListedEntry({ snippet })?.name ?? '',
    suppliers,
    isCurrentDelegate: entryId === settings.delegate?.siloEntryId,
    notAfter: notAfter ?? undefined,
    trouble: troubleOf(notAfter, now),
  }));
}

const soonMs = renewalDays * 86_400_000;

function troubleOf(notAfter: Date | null, now: Date): ActingDelegate['trouble'] {
  if (!notAfter || notAfter <= now) return 'does-not-sign';
  return notAfter.getTime() - now.getTime() <= soonMs ? 'ends-soon' : undefined;
}

/** Notifies the account holder by event and mail if suppliers depend on the certificate. */
export async function notifyDelegateAtRisk(
  tx: Transaction,
  ctx: Context,
  { id: certificateId, entryId, notAfter }: CertificateRow,
  risk: DelegateRisk,
  now: Date,
): Promise<void> {
  const delegators = await countDelegators({ ...ctx, tx }, entryId);
  if (delegators === 0) return;
  await publishEvent(tx, ctx, 'delegate.at_risk', {
    entryId,
    data: {
      certificate_id: certificateId,
      reason: risk,
      delegated_suppliers: String(delegators),
      ...(notAfter ? { not_after: notAfter.toISOString(), days_left: String(daysLeft(notAfter, now)) } : {}),
    },
  });
  const mail = { kind: 'delegate-at-risk', workspace: ctx.workspace, subject: certificateId } as const;
  await queueMail(tx, { ...mail, data: { risk } }, now);
}

export const composeDelegateAtRisk: Composer<'delegate-at-risk'> = async (
  { subject, data: { risk } },
  now,
) => {
  const [row] = await database().select().from(certificates).where(eq(certificates.id, subject));
  if (!row?.notAfter || row.supersededAt) return notNeeded;
  const { entryId, notAfter } = row;
  const workspace = await fetchWorkspace(row.workspaceId);
  const ctx: Context = { workspace, actor: { kind: 'engine' } };
  const delegators = await countDelegators(ctx, entryId);
  const { contactEmail } = await fetchSender(workspace);
  const delegate = supplierOf(await fetchEntry(ctx, entryId));
  if (delegators === 0 || !contactEmail || !delegate) return notNeeded;
  const { environment, slug } = workspace;
  const about = { environment, delegate, delegators, notAfter, risk, daysLeft: daysLeft(notAfter, now) };
  const letter = delegateLetter(about, `${env().ALTA_ORIGIN}/w/${slug}/entries/${entryId}`);
  return { kind: 'send', letters: [{ ...letter, to: contactEmail }] };
};
