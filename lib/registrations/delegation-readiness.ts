import { and, count, desc, eq } from 'drizzle-orm';
import { fetchApp } from '#lib/accounts/apps.ts';
import { isYounger } from '#lib/age.ts';
import { fetchStoredTicket, lastLogin, obtainTicket, represents } from '#lib/certificates/access-ticket.ts';
import { type CertificateRow, isActive } from '#lib/certificates/store.ts';
import { type Context, fetchWorkspace, reader } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { delegations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { supplierInList, supplierOf } from '#lib/documents/party.ts';
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

/** On whose certificate suppliers of the workspace rest: on the one that is named, and on those of before. */
export interface Acting {
  entryId: string;
  name: string;
  /** Who have delegated to it, or say so. */
  suppliers: number;
  isNamed: boolean;
  /** Undefined where no certificate is left. */
  notAfter?: Date | undefined;
  /** None of the suppliers' invoices goes out from then on, or goes out now. */
  trouble?: 'ends-soon' | 'does-not-sign' | undefined;
}

/** Those with the most suppliers first. */
export async function listActing(ctx: Context, now = new Date()): Promise<Acting[]> {
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
    name: supplierInList({ snippet })?.name ?? '',
    suppliers,
    isNamed: entryId === settings.delegate?.siloEntryId,
    notAfter: notAfter ?? undefined,
    trouble: troubleOf(notAfter, now),
  }));
}

const soonMs = renewalDays * 86_400_000;

function troubleOf(notAfter: Date | null, now: Date): Acting['trouble'] {
  if (!notAfter || notAfter <= now) return 'does-not-sign';
  return notAfter.getTime() - now.getTime() <= soonMs ? 'ends-soon' : undefined;
}

/** Tells the account holder, by event and by mail, as long as suppliers rest on the certificate. */
export async function tellAtRisk(
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
      certificateId,
      reason: risk,
      delegators,
      ...(notAfter ? { notAfter, daysLeft: daysLeft(notAfter, now) } : {}),
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
