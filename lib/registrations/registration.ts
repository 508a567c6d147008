import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { connectedApp } from '#lib/accounts/apps.ts';
import type { PointOfSale } from '#lib/arca/wsfe.ts';
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
  type RegistrationMode,
  type RegistrationRow,
  type RegistrationWay,
  registrations,
} from '#lib/database/tables/registrations.ts';
import { isSingleLine } from '#lib/documents/validation.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import type { Locale } from '#lib/i18n.ts';
import { renameParty } from '#lib/silo/change-entry.ts';
import { dayMs } from '#lib/time.ts';
import type { AccountHolder } from './account-holder.ts';
import { refuseHelper } from './helper.ts';
import { usablePoints } from './points-of-sale.ts';
import type { Rating } from './rating.ts';
import { progressAt } from './reminder-schedule.ts';
import type { RegistrationFacts, RegistrationState } from './state.ts';

/** For whom the person before the wizard acts: themselves, the company they belong to, or a client. */
export const voices = ['self', 'company', 'client'] as const;
export type Voice = (typeof voices)[number];

/**
 * How a supplier comes to invoice: with a certificate of their own, or by letting the workspace's delegate act. A
 * registration's `mode` says which, or leaves the choice to them; `way` is undefined until they have made it.
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

/** What the authority has said of a delegation; absent until the supplier says that they have done their part. */
export interface Delegation {
  delegateCuit: string;
  claimedAt: Date;
  grantedAt?: Date | undefined;
  lostAt?: Date | undefined;
  /** Since it was lost the supplier has said that they gave it again. */
  isClaimedAnew: boolean;
  checkedAt?: Date | undefined;
  answer?: DelegationRow['answer'] | undefined;
  nextCheckAt?: Date | undefined;
}

/** Whether the authority may have news of it: it was given, or given again, and has not been seen since. */
export const isAwaited = ({ grantedAt, isClaimedAnew }: Delegation): boolean => !grantedAt || isClaimedAnew;

/** Whether the authority's certificate service is among the services of their clave fiscal. */
export const serviceListings = ['yes', 'no', 'unknown'] as const;
type ServiceListed = (typeof serviceListings)[number];

/** The link by which the registration is looked at, with what its holder said and where they are. */
export interface Link {
  id: string;
  /** `arca-steps-only`: what the supplier handed over to somebody, `holder`. */
  scope: 'full' | 'arca-steps-only';
  expiresAt: Date;
  holder?: string | undefined;
  openedAt?: Date | undefined;
  voice?: Voice | undefined;
  serviceListed?: ServiceListed | undefined;
  /** The card of the guide they are at, as the wizard names it. */
  place?: string | undefined;
  locale?: Locale | undefined;
}

/**
 * One supplier's way to an active certificate, as the wizard, the Console and the API see it.
 * Holds no secret: no key, no ticket, no ref.
 */
export interface Registration {
  id: string;
  workspaceId: string;
  entryId: string;
  environment: Environment;
  intent: 'register' | 'renew';
  mode: RegistrationMode;
  way?: RegistrationWay | undefined;
  state: RegistrationState;
  facts: RegistrationFacts;
  delegation?: Delegation | undefined;
  supplier: { name: string; cuit: string };
  /** Where notices of expiry go; asked for in the wizard. */
  noticeEmail?: string | undefined;
  /** The address in their document, which the account holder noted. */
  documentEmail?: string | undefined;
  /** Who sent the link; shown on every page. */
  accountHolder: AccountHolder;
  link: Link;
  /** The newest key pair's request; earlier ones still match an upload. Who delegates may change their mind. */
  request: { alias: string; csr: string; createdAt: Date };
  /** The certificate that passed the local checks, if there is one. */
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
  /** The last upload's or proof's rejection; stays until the next try. */
  lastRejection?: (Rejection & { at: Date; checks: CheckOutcome[] }) | undefined;
  /** The login at the authority that proves the certificate. */
  proof: {
    status: 'none' | 'running' | 'retrying' | 'settled';
    /** When the authority was last asked, or something else about the registration was written. */
    lookedAt?: Date | undefined;
    /** When the engine tries again by itself, if it will. */
    nextAttemptAt?: Date | undefined;
    /** The authority has refused it for a day: the supplier has to act. */
    givenUpAt?: Date | undefined;
  };
  /** How easy the supplier found it; what they wrote beside it is for its reader in the Console. */
  rating?: { answer: Rating; commented: boolean } | undefined;
  pointsOfSale: {
    readAt?: Date | undefined;
    /** When the engine reads them again by itself, as long as none can be used. */
    nextReadAt?: Date | undefined;
    list: PointOfSale[];
    unavailable: boolean;
  };
}

/** Whole days, counted up; 0 when it has ended. After a pause they are fewer than the notice is for. */
export const daysLeft = (end: Date, now: Date): number =>
  Math.max(0, Math.ceil((end.getTime() - now.getTime()) / dayMs));

type Locked = Pick<RegistrationRow, 'id'>;

/**
 * Holds the registration's row for the rest of the transaction: what two tabs, or a tab and the engine, do to
 * it at the same time happens one after the other.
 */
export async function lockRegistration(tx: Transaction, { id }: Locked): Promise<RegistrationRow> {
  const [row] = await tx.select().from(registrations).where(eq(registrations.id, id)).for('update');
  if (!row) throw notFound('The registration');
  return row;
}

/**
 * The same, for what only an unfinished one can have done to it.
 * @throws AltaError `conflict` `completed` or `revoked`: from then on a link only shows how things stand.
 */
export async function lockUnfinished(tx: Transaction, registration: Locked): Promise<RegistrationRow> {
  const row = await lockRegistration(tx, registration);
  if (row.revokedAt) {
    const message = 'The registration was ended: run the workflow again for another.';
    throw new AltaError('conflict', message, { code: 'revoked' });
  }
  if (row.completedAt) {
    const message = 'The registration is complete: its link shows that, and needs no more time.';
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

/** Notes that the supplier got this far. The first time counts; again changes nothing. */
export async function noteProgress(
  ctx: Context,
  registration: Registration,
  progress: Progress,
  now = new Date(),
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const noted = await tx
      .update(registrations)
      .set({ [progress]: now, ...progressAt(now) })
      .where(and(eq(registrations.id, registration.id), isNull(registrations[progress])))
      .returning({ id: registrations.id });
    if (!noted.length) return;
    const subject: Subject = { kind: 'registration', id: registration.id };
    await audit(tx, ctx, actions[progress], subject, detailOf(registration, progress));
  });
}

/** Who leaves the points of sale for later is settled as well: the count says which it was. */
const detailOf = (registration: Registration, progress: Progress) =>
  progress === 'pointsOfSaleSettledAt' ? { usable: usablePoints(registration).length } : undefined;

/**
 * What the supplier confirms about themselves. Without a name they stay as the account holder has them. The messages
 * are codes: the wizard has the words.
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
});
export type Details = z.infer<typeof Details>;

/**
 * Stores where notices of expiry go, and in the entry's document the name that the supplier typed. What the authority's
 * register has under the CUIT is not theirs to confirm as a name: with a wrong CUIT it is a stranger's.
 * @throws AltaError `forbidden` to whom the steps were handed over
 */
export async function confirmDetails(
  ctx: Context,
  registration: Registration,
  details: Details,
  now = new Date(),
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockUnfinished(tx, registration);
    await refuseHelper({ ...ctx, tx }, registration);
    if (details.name !== undefined) await renameParty(tx, ctx, registration.entryId, details.name);
    await tx
      .update(registrations)
      .set({ noticeEmail: details.email })
      .where(eq(registrations.id, registration.id));
    await noteProgress({ ...ctx, tx }, registration, 'detailsConfirmedAt', now);
  });
}

const mostKeyPairs = 20;

/**
 * A new key pair under a new alias, which takes back what was done in the portal with the old one. A certificate for
 * an earlier one is still accepted.
 */
export async function startAgain(ctx: Context, registration: Registration, now = new Date()): Promise<void> {
  const settings = await connectedApp(ctx, 'gov-ar');
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

async function refuseTooMany(ctx: Context, registration: Registration): Promise<void> {
  const made = await reader(ctx).$count(certificates, eq(certificates.registrationId, registration.id));
  if (made >= mostKeyPairs) {
    throw new AltaError('rate-limited', 'Too many certificate requests were made for this registration.');
  }
}
