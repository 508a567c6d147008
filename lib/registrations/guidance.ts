import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Context, inTransaction } from '#lib/context.ts';
import { registrationLinks } from '#lib/database/tables/registrations.ts';
import { locales } from '#lib/i18n.ts';
import { noteProgress } from './progress.ts';
import { type Registration, serviceListings, voices } from './registration.ts';

/** What the holder of a link says of themselves; the pages, the steps and the minutes follow from it. */
export const Answers = z.object({ voice: z.enum(voices), serviceListed: z.enum(serviceListings) });
export type Answers = z.infer<typeof Answers>;

/** Keeps the answers with the link by which they came, and that the registration has begun. Again changes them. */
export async function answerQuestions(
  ctx: Context,
  registration: Registration,
  answers: Answers,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.update(registrationLinks).set(answers).where(ofLink(registration));
    await noteProgress({ ...ctx, tx }, registration, 'begunAt');
  });
}

/** At which card of the guide the holder of the link is: the next visit opens there. */
export async function notePlace(ctx: Context, registration: Registration, place: string): Promise<void> {
  await inTransaction(ctx, (tx) => tx.update(registrationLinks).set({ place }).where(ofLink(registration)));
}

export const LocaleChoice = z.enum(locales);

/** In which language this link speaks, on every device. */
export async function chooseLocale(
  ctx: Context,
  registration: Registration,
  locale: z.infer<typeof LocaleChoice>,
): Promise<void> {
  await inTransaction(ctx, (tx) => tx.update(registrationLinks).set({ locale }).where(ofLink(registration)));
}

const ofLink = ({ link }: Registration) => eq(registrationLinks.id, link.id);
