import type { Context } from '#lib/context.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { fetchRegistration } from '../find.ts';
import { handOver, takeBack } from './hand-over.ts';
import type { Helper } from './helper.ts';
import { listLinks, type OpenHelper, openHelpers } from './list.ts';

const daySeconds = 86_400;

/**
 * Hands the authority's steps of an entry's newest registration over, as its supplier does in the wizard. Whoever has
 * it already keeps the link that they have.
 * @throws AltaError `not-found`; `conflict` `link-revoked`, `link-expired` or `too-many-helpers`; `rate-limited`
 */
export async function handOverEntry(ctx: Context, entryId: string, helper: Helper): Promise<OpenHelper> {
  const registration = await fetchRegistration(ctx, entryId);
  if (registration.state === 'expired') {
    throw new AltaError('conflict', 'The link has run out: give it another term.', { code: 'link-expired' });
  }
  const handed = await handOver(ctx, registration, helper);
  if (handed.kind === 'too-many') throw tooMany(handed.by);
  const made = (await openHelpers(ctx, registration)).find(({ id }) => id === handed.linkId);
  if (!made) throw notFound('The link');
  return made;
}

function tooMany(by: 'open' | 'day' | 'address'): AltaError {
  if (by === 'open') {
    const message = 'As many have it as can: take it back from one of them.';
    return new AltaError('conflict', message, { code: 'too-many-helpers' });
  }
  const message =
    by === 'day'
      ? 'It was handed over as often as it can be within a day.'
      : 'That address has had as many mails as it can within a day.';
  return new AltaError('rate-limited', message, { retryAfterSeconds: daySeconds });
}

/** Takes it back from one of them. Again changes nothing. @throws AltaError `not-found` unless it is a helper's link */
export async function takeBackFromEntry(ctx: Context, entryId: string, linkId: string): Promise<void> {
  const registration = await fetchRegistration(ctx, entryId);
  const links = await listLinks(ctx, registration.id);
  if (!links.some(({ id, scope }) => id === linkId && scope === 'arca-steps-only'))
    throw notFound('The link');
  await takeBack(ctx, registration, linkId);
}
