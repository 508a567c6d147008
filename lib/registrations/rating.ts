import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { AltaError } from '#lib/errors.ts';
import { lockRegistration, type Registration } from './registration.ts';

/** Answers to «¿Fue fácil?», best first. */
export const ratings = ['easy', 'so-so', 'hard'] as const;
export type Rating = (typeof ratings)[number];

export const maxCommentLength = 500;

/** Replaces NULs and lone surrogates, which cannot be stored, and other invisible characters. */
const plain = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, ' ')
    .trim();

export const RatingInput = z.strictObject({
  rating: z.enum(ratings),
  /** If omitted, an existing comment stays. */
  comment: z.string().overwrite(plain).max(maxCommentLength).optional(),
});
export type RatingInput = z.infer<typeof RatingInput>;

/** Returns whether the registration is complete or has received a certificate, and was not ended. */
export const canBeRated = ({ facts }: Pick<Registration, 'facts'>): boolean =>
  facts.revokedAt === undefined &&
  (facts.completedAt !== undefined || facts.certificateReceivedAt !== undefined);

/**
 * Stores the rating; can be repeated. The comment is stored in the registration only, not in the audit log.
 * @throws AltaError `conflict` before it can be rated, and after it was ended
 */
export async function rateRegistration(
  ctx: Context,
  registration: Registration,
  { rating, comment }: RatingInput,
  now = new Date(),
): Promise<void> {
  if (!canBeRated(registration)) {
    throw new AltaError('conflict', 'There is nothing to rate yet.');
  }
  await inTransaction(ctx, async (tx) => {
    const current = await lockRegistration(tx, registration);
    if (current.revokedAt)
      throw new AltaError('conflict', 'The registration was ended.', { code: 'revoked' });
    const ratingComment = comment ?? current.ratingComment;
    if (current.rating === rating && current.ratingComment === ratingComment) return;
    await tx
      .update(registrations)
      .set({ rating, ratingComment, ratedAt: now })
      .where(eq(registrations.id, current.id));
    const subject = { kind: 'registration', id: current.id } as const;
    await audit(tx, ctx, 'registration.rated', subject, { rating, commented: Boolean(ratingComment) });
  });
}
