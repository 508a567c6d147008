import { AltaError } from '#lib/errors.ts';
import { RatingInput, rateRegistration } from '#lib/registrations/rating.ts';
import { ratingAnchor } from '../_parts/rating.tsx';
import { nextPath } from '../flow.ts';
import { readForm } from '../form-data.ts';
import { get, post, seeOther } from '../handler.tsx';

export const POST = post(async ({ request, ctx, registration, props }) => {
  const { rating, comment } = await readForm(request);
  // The page does not show the earlier comment, so an empty box does not delete it.
  const parsed = RatingInput.safeParse({ rating, comment: comment?.trim() || undefined });
  if (!parsed.success) throw new AltaError('input', 'The rating or the comment is not valid.');
  await rateRegistration(ctx, registration, parsed.data);
  return seeOther(props, nextPath(registration), ratingAnchor);
});

/** Redirects a person who opens the form's address. */
export const GET = get(({ registration, props }) => seeOther(props, nextPath(registration)));
