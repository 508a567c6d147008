import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import {
  extendLink,
  issueNewLink,
  LinkTerm,
  linkOf,
  linkResponse,
  revokeLinkOf,
} from '#lib/registrations/entry-link.ts';
import { notStarted } from '#lib/registrations/open.ts';
import { registrationRoute } from '../route-description.ts';

const here = registrationRoute('link');

export const GET = endpoint(here, async (ctx, { params }) => {
  const link = await linkOf(ctx, params.siloEntryId);
  if (!link) throw notStarted();
  return { body: linkResponse(link) };
});

/** `{days?}`: a new link in place of the one before, which stops working. */
export const POST = endpoint({ ...here, body: LinkTerm }, async (ctx, { params, body }) => ({
  status: 201,
  body: linkResponse(await issueNewLink(ctx, params.siloEntryId, body)),
}));

/** `{days?}`: the same link, good for so many days from now. */
export const PATCH = endpoint({ ...here, body: LinkTerm }, async (ctx, { params, body }) => ({
  body: linkResponse(await extendLink(ctx, params.siloEntryId, body)),
}));

/** The link stops working; what the supplier did so far is kept, and a new link leads there. */
export const DELETE = endpoint(here, async (ctx, { params }) => {
  await revokeLinkOf(ctx, params.siloEntryId);
  return { status: 204 };
});

export const { PUT, OPTIONS } = otherMethods('GET', 'POST', 'PATCH', 'DELETE');
