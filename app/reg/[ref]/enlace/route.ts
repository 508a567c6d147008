import { requestNewLink } from '#lib/registrations/link.ts';
import { postExpired } from '../handler.tsx';

/** Who holds an expired link asks its sender for another. */
export const POST = postExpired(({ ctx, linkId }) => requestNewLink(ctx, linkId));
