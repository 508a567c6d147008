import { requestNewLink } from '#lib/registrations/link.ts';
import { postExpired } from '../handler.tsx';

/** Asks the sender of an expired link for a new one. */
export const POST = postExpired(({ ctx, linkId }) => requestNewLink(ctx, linkId));
