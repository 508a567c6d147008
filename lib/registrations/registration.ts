import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { findConnectedSettings } from '#lib/accounts/apps.ts';
import type { PointOfSale } from '#lib/arca/invoicing.ts';
import { audit, type Subject } from '#lib/audit.ts';
import type { EntryAction } from '#lib/audit-actions.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { CheckOutcome } from '#lib/certificates/checks.ts';
import type { Rejection } from '#lib/certificates/rejection.ts';
import { makeCertificateRequest } from '#lib/certificates/store.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import {
  type DelegationRow,
  type LinkPurpose,
  type RegistrationMode,
  type RegistrationRow,
  type RegistrationWay,
  registrations,
} from '#lib/database/tables/registrations.ts';
import { type InvoicingServiceId, invoicingServiceIds } from '#lib/documents/invoice/document-types.ts';
import type { IssuerGap } from '#lib/documents/invoice/paper-gaps.ts';
import { isSingleLine } from '#lib/documents/validation.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import type { Locale } from '#lib/i18n.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { renameParty } from '#lib/silo/change-entry.ts';
import { dayMs } from '#lib/time.ts';
import type { AccountHolder } from './account-holder.ts';
import { isCuitInQuestion, isCuitReported } from './cuit-doubt.ts';
import { refuseHelper } from './helper.ts';
import { usablePoints } from './points-of-sale.ts';
import type { Rating } from './rating.ts';
import { progressAt } from './reminder-schedule.ts';
import type { RegistrationFacts, RegistrationState } from './state.ts';

/** On whose behalf the wizard's user acts: themselves, their company, or a client. */
export const voices = ['self', 'company', 'client'] as const;
export type Voice = (typeof voices)[number];

/**
 * How a supplier can invoice: with their own certificate, or through the workspace's delegate. A
 * registration's `mode` is one of these or leaves the choice to the supplier; `way` is undefined until they
 * have chosen.
 */
export const registrationModes = ['certificate', 'delegation', 'choice'] as const;
export const registrationWays = ['certificate', 'delegation'] as const;
export type { RegistrationWay };

export const wayOf = ({
  mode,
  chosen,
}: {
  mode: RegistrationMode;
  chosen: RegistrationWay | null;
}): RegistrationWay | undefined => (mode === 'choice' ? (chosen ?? undefined) : mode);

/** Services that a registration asks for, each once and in the order of `invoicingServiceIds`. */
export const RegistrationServices = z
  .array(z.enum(invoicingServiceIds))
  .max(10)
  .refine((services) => services.includes('wsfe'), 'must have wsfe')
  .transform((services) => invoicingServiceIds.filter((id) => services.includes(id)));

/** State of a delegation at the authority; absent until the supplier says that they have delegated. */
export interface Delegation {
  delegateCuit: string;
  claimedAt: Date;
  grantedAt?: Date | undefined;
  lostAt?: Date | undefined;
  /** The supplier says that they delegated again after it was lost. */
  isClaimedAnew: boolean;
  checkedAt?: Date | undefined;
  answer?: DelegationRow['answer'] | undefined;
  nextCheckAt?: Date | undefined;
}

/** Returns whether the authority still has to confirm that the supplier has delegated, or has delegated again. */
export const isAwaitingAnswer = ({ grantedAt, isClaimedAnew }: Delegation): boolean =>
  !grantedAt || isClaimedAnew;

/** The current link, with the answers of its holder and their position in the guide. */
export interface Link {
  id: string;
  /** `arca-steps-only`: handed over to the helper `holder`. */
  scope: 'full' | 'arca-steps-only';
  /** Only of a link for now. */
  purpose?: LinkPurpose | undefined;
  expiresAt: Date;
  holder?: string | undefined;
  openedAt?: Date | undefined;
  voice?: Voice | undefined;
  /** Current card of the guide, as the wizard names it. */
  place?: string | undefined;
  locale?: Locale | undefined;
}

/** A supplier's registration as the wizard, the Console and the API see it. Contains no key, ticket or ref. */
export interface Registration {
  id: string;
  workspaceId: string;
  entryId: string;
  environment: Environment;
  intent: 'register' | 'renew';
  mode: RegistrationMode;
  /** Services of the authority to invoice with; `wsfe` first. */
  services: InvoicingServiceId[];
  way?: RegistrationWay | undefined;
  state: RegistrationState;
  facts: RegistrationFacts;
  delegation?: Delegation | undefined;
  supplier: { name: string; cuit: string };
  /**
   * Names in the authority's register, by CUIT: the supplier's and the delegate's. Null: nobody has the CUIT. Missing
   * until the register has answered. Only in live.
   */
  namesAtAuthority: Record<string, string | null>;
  /** The supplier's answer to whether the CUIT is theirs; absent once the account holder has changed the CUIT. */
  cuitAnswer?: { answer: 'right' | 'wrong'; at: Date } | undefined;
  /** Address for expiry notices, from the wizard. */
  noticeEmail?: string | undefined;
  /** Address in the supplier's document, entered by the account holder. */
  documentEmail?: string | undefined;
  /** Whether the supplier's document has an account for credit invoices (FCE). */
  hasCreditAccount: boolean;
  /** Data that the PDFs of the supplier's invoices will lack, by its document. */
  paperGaps: IssuerGap[];
  accountHolder: AccountHolder;
  link: Link;
  /**
   * Request of the newest key pair; certificates for earlier ones are still accepted. Also present for a
   * delegation, since the supplier may change their mind.
   */
  request: { alias: string; csr: string; createdAt: Date; downloadedAt?: Date | undefined };
  certificate?:
    | {
        alias: string;
        holderCuit: string;
        issuer: string;
        notBefore: Date;
        notAfter: Date;
        fingerprint: string;
      }
    | undefined;
  /** Rejection of the last upload or proof; stays until the next attempt. */
  lastRejection?: (Rejection & { at: Date; checks: CheckOutcome[] }) | undefined;
  proof: {
    status: 'none' | 'running' | 'retrying' | 'settled';
    /** Time of the last write to the registration, usually by the last login. */
    lookedAt?: Date | undefined;
    nextAttemptAt?: Date | undefined;
    /** Set once the authority has refused the certificate for a day: the supplier has to act. */
    givenUpAt?: Date | undefined;
  };
  /** The supplier's rating. The comment is shown only in the Console. */
  rating?: { answer: Rating; commented: boolean } | undefined;
  pointsOfSale: {
    readAt?: Date | undefined;
    nextReadAt?: Date | undefined;
    list: PointOfSale[];
    unavailable: boolean;
  };
}

/** Returns the days left, rounded up; 0 after `end`. */
export const daysLeft = (end: Date, now: Date): number =>
  Math.max(0, Math.ceil((end.getTime() - now.getTime()) / dayMs));

type Locked = Pick<RegistrationRow, 'id'>;

/**
 * Locks the registration until the transaction ends, so that concurrent changes by tabs and the engine run
 * one after the other.
 */
export async function lockRegistration(tx: Transaction, { id }: Locked): Promise<RegistrationRow> {
  const [row] = await tx.select().from(registrations).where(eq(registrations.id, id)).for('update');
  if (!row) throw notFound('The registration');
  return row;
}

/**
 * Locks a registration that must be unfinished.
 * @throws AltaError `conflict` `completed` or `revoked`
 */
export async function lockUnfinished(tx: Transaction, registration: Locked): Promise<RegistrationRow> {
  const row = await lockRegistration(tx, registration);
  if (row.revokedAt) {
    const message = 'The registration was ended: run the workflow again to start a new one.';
    throw new AltaError('conflict', message, { code: 'revoked' });
  }
  if (row.completedAt) {
    const message = 'The registration is complete: its link can not be extended.';
    throw new AltaError('conflict', message, { code: 'completed' });
  }
  return row;
}

type Progress =
  | 'startedAt'
  | 'detailsConfirmedAt'
  | 'serviceEnabledAt'
  | 'requestDownloadedAt'
  | 'authorisationClaimedAt'
  | 'pointOfSaleClaimedAt'
  | 'pointsOfSaleSettledAt';

const actions: Record<Progress, EntryAction> = {
  startedAt: 'registration.started',
  detailsConfirmedAt: 'registration.details-confirmed',
  serviceEnabledAt: 'registration.service-enabled',
  requestDownloadedAt: 'registration.request-downloaded',
  authorisationClaimedAt: 'registration.authorisation-claimed',
  pointOfSaleClaimedAt: 'registration.point-of-sale-claimed',
  pointsOfSaleSettledAt: 'registration.points-of-sale-settled',
};

/** Records the supplier's progress. Idempotent: the first time counts. */
export async function noteProgress(
  ctx: Context,
  registration: Registration,
  progress: Progress,
  now = new Date(),
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const updated = await tx
      .update(registrations)
      .set({ [progress]: now, ...progressAt(now) })
      .where(and(eq(registrations.id, registration.id), isNull(registrations[progress])))
      .returning({ id: registrations.id });
    if (!updated.length) return;
    const subject: Subject = { kind: 'registration', id: registration.id };
    await audit(tx, ctx, actions[progress], subject, detailOf(registration, progress));
  });
}

/** The number of usable points of sale shows whether the step was done or postponed. */
const detailOf = (registration: Registration, progress: Progress) =>
  progress === 'pointsOfSaleSettledAt' ? { usable: usablePoints(registration).length } : undefined;

/**
 * Details that the supplier confirms. Without `name`, the one that the account holder entered stays.
 * Validation messages are codes, which the wizard translates.
 */
export const Details = z.object({
  name: z
    .string()
    .overwrite((name) => name.toWellFormed().trim())
    .min(1, 'name-missing')
    .max(200, 'name-too-long')
    .refine(isSingleLine, 'name-invalid')
    .optional(),
  email: z.string().trim().min(1, 'email-missing').max(254, 'email-invalid').pipe(z.email('email-invalid')),
  /** The answer to «¿Vendés al exterior?»; absent if it was not asked. */
  exports: z.boolean().optional(),
});
export type Details = z.infer<typeof Details>;

/**
 * Stores the address for expiry notices, the services that the supplier needs if they were asked, and, in the
 * entry's document, the name that they typed. The name in the authority's register is never taken over: with a wrong
 * CUIT it would be a stranger's.
 * @throws AltaError `forbidden` to a helper; `conflict` while the CUIT is in question
 */
export async function confirmDetails(
  ctx: Context,
  registration: Registration,
  details: Details,
  now = new Date(),
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockUnfinished(tx, registration);
    await refuseHelper({ ...ctx, tx }, registration);
    if (isCuitInQuestion(registration) || isCuitReported(registration)) {
      throw new AltaError('conflict', 'The supplier has not confirmed that the CUIT is theirs.');
    }
    if (details.name !== undefined) await renameParty(tx, ctx, registration.entryId, details.name);
    const { email, exports } = details;
    if (exports !== undefined) await changeServices(tx, ctx, row, exports ? ['wsfe', 'wsfex'] : ['wsfe']);
    await tx.update(registrations).set({ noticeEmail: email }).where(eq(registrations.id, registration.id));
    await noteProgress({ ...ctx, tx }, registration, 'detailsConfirmedAt', now);
  });
}

/**
 * Changes what the unfinished registration, which the caller has locked, asks for. If the certificate was only refused
 * for a service that is left out now, a login is requested, since nobody has to act any more.
 */
export async function changeServices(
  tx: Transaction,
  ctx: Context,
  row: RegistrationRow,
  services: InvoicingServiceId[],
): Promise<void> {
  await tx.update(registrations).set({ services }).where(eq(registrations.id, row.id));
  const refused = row.lastRejection?.detail.service;
  if (refused === undefined || services.some((service) => service === refused)) return;
  await queueLogin(tx, ctx, row);
}

/**
 * Queues a login with the certificate, in a new round, so that attempts queued before do nothing. Returns whether it did:
 * not if the registration does not meet the condition.
 */
export async function queueLogin(
  tx: Transaction,
  { workspace }: Context,
  { id }: Locked,
  condition?: SQL,
): Promise<boolean> {
  const [started] = await tx
    .update(registrations)
    .set({
      proofStatus: 'running',
      proofRound: sql`${registrations.proofRound} + 1`,
      proofAttempts: 0,
      nextProofAt: null,
      proofGivenUpAt: null,
      lastRejection: null,
    })
    .where(and(eq(registrations.id, id), condition))
    .returning({ round: registrations.proofRound });
  if (!started) return false;
  await enqueue(tx, laneOf(workspace), 'registration-prove', { registrationId: id, round: started.round });
  return true;
}

const maxKeyPairs = 20;

/**
 * Generates a new key pair under a new alias and resets the steps done in the portal with the old one. A
 * certificate for an earlier key pair is still accepted.
 */
export async function startAgain(ctx: Context, registration: Registration, now = new Date()): Promise<void> {
  const settings = await findConnectedSettings(ctx, 'gov-ar');
  await refuseTooMany(ctx, registration);
  const request = await makeCertificateRequest(ctx, {
    registrationId: registration.id,
    entryId: registration.entryId,
    organisation: registration.supplier.name,
    cuit: registration.supplier.cuit,
    aliasPrefix: settings?.aliasPrefix,
  });
  await inTransaction(ctx, async (tx) => {
    await lockUnfinished(tx, registration);
    await refuseTooMany({ ...ctx, tx }, registration);
    await tx.insert(certificates).values({ ...request, createdAt: now });
    await tx
      .update(registrations)
      .set({ requestDownloadedAt: null, authorisationClaimedAt: null, ...progressAt(now) })
      .where(eq(registrations.id, registration.id));
    await audit(tx, ctx, 'registration.started-again', { kind: 'registration', id: registration.id });
  });
}

/** Records the first download of the newest request, so that a person who comes back later knows of it. */
export async function noteDownload(
  ctx: Context,
  { id, request }: Registration,
  now = new Date(),
): Promise<void> {
  if (request.downloadedAt) return;
  const { registrationId, alias, downloadedAt } = certificates;
  await inTransaction(ctx, (tx) =>
    tx
      .update(certificates)
      .set({ downloadedAt: now })
      .where(and(eq(registrationId, id), eq(alias, request.alias), isNull(downloadedAt))),
  );
}

async function refuseTooMany(ctx: Context, registration: Registration): Promise<void> {
  const count = await reader(ctx).$count(certificates, eq(certificates.registrationId, registration.id));
  if (count >= maxKeyPairs) {
    throw new AltaError('rate-limited', 'Too many certificate requests were made for this registration.');
  }
}
