import { requestNewLink } from '#lib/registrations/link.ts';
import { postExpired } from '../handler.tsx';

/** Asks the account holder for a new link, in place of an expired one. */
export const POST = postExpired(({ ctx, linkId }) => requestNewLink(ctx, linkId));
