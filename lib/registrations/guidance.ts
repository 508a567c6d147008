import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { areStale } from '#lib/age.ts';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import {
  type RegistrationWay,
  registrationLinks,
  registrations,
} from '#lib/database/tables/registrations.ts';
import { locales } from '#lib/i18n.ts';
import { noteProgress, type Registration, registrationWays, voices } from './registration.ts';
import { progressAt } from './reminder-schedule.ts';

/** The link holder's answers, which determine the wizard's pages, steps and durations. */
export const Answers = z.object({
  voice: z.enum(voices),
  way: z.enum(registrationWays).optional(),
});
export type Answers = z.infer<typeof Answers>;

/**
 * Stores the answers in the link, and records that the supplier has started. `way` is stored in the
 * registration if its mode is `choice`. Can be repeated.
 */
export async function answerQuestions(
  ctx: Context,
  registration: Registration,
  { way, ...answers }: Answers,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.update(registrationLinks).set(answers).where(ofLink(registration));
    if (way && registration.mode === 'choice') await chooseWay(tx, ctx, registration, way);
    await noteProgress({ ...ctx, tx }, registration, 'startedAt');
  });
}

async function chooseWay(
  tx: Transaction,
  ctx: Context,
  { id, way: currentWay }: Registration,
  way: RegistrationWay,
) {
  const { mode, completedAt, revokedAt } = registrations;
  const isOpen = and(eq(registrations.id, id), eq(mode, 'choice'), isNull(completedAt), isNull(revokedAt));
  const chosen = await tx
    .update(registrations)
    .set({ chosen: way })
    .where(isOpen)
    .returning({ id: registrations.id });
  if (chosen.length === 0 || way === currentWay) return;
  await audit(tx, ctx, 'registration.way-chosen', { kind: 'registration', id }, { way });
}

/** Stores the holder's current card of the guide. Their next visit opens there. */
export async function notePlace(
  ctx: Context,
  registration: Registration,
  place: string,
  now = new Date(),
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.update(registrationLinks).set({ place }).where(ofLink(registration));
    // Reminders count days, so one write an hour suffices.
    const isDue = areStale(registrations.progressedAt, 3_600_000, now);
    await tx
      .update(registrations)
      .set(progressAt(now))
      .where(and(eq(registrations.id, registration.id), isDue));
  });
}

export const LocaleChoice = z.enum(locales);

/** Stores the language in the link, so that it applies on all devices. */
export async function chooseLocale(
  ctx: Context,
  registration: Registration,
  locale: z.infer<typeof LocaleChoice>,
): Promise<void> {
  await inTransaction(ctx, (tx) => tx.update(registrationLinks).set({ locale }).where(ofLink(registration)));
}

const ofLink = ({ link }: Registration) => eq(registrationLinks.id, link.id);
