import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { connectedApp } from '#lib/accounts/apps.ts';
import { audit, type Subject } from '#lib/audit.ts';
import type { EntryAction } from '#lib/audit-actions.ts';
import { makeCertificateRequest } from '#lib/certificates/store.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { isSingleLine } from '#lib/documents/validation.ts';
import { AltaError } from '#lib/errors.ts';
import { renameParty } from '#lib/silo/change-entry.ts';
import { refuseHelper } from './links/helper-scope.ts';
import { lockUnfinished } from './lock.ts';
import { usablePoints } from './points-of-sale/usable.ts';
import type { Registration } from './registration.ts';
import { progressAt } from './reminders/schedule.ts';

type Progress =
  | 'begunAt'
  | 'detailsConfirmedAt'
  | 'serviceEnabledAt'
  | 'requestDownloadedAt'
  | 'authorisationClaimedAt'
  | 'pointOfSaleClaimedAt'
  | 'pointsOfSaleSettledAt';

const actions: Record<Progress, EntryAction> = {
  begunAt: 'registration.started',
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
