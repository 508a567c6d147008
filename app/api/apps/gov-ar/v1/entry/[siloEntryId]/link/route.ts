import { LinkResponse, linkResponse } from '#app/api/apps/gov-ar/v1/_wire/link.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { noRegistration } from '#lib/registrations/find.ts';
import { extendLink, issueNewLink, LinkTerm, linkOf, revokeLinkOf } from '#lib/registrations/link.ts';
import { registrationRoute } from '../route-description.ts';

const here = registrationRoute('link');

export const GET = endpoint(
  {
    ...here,
    operation: 'fetchLink',
    summary: "Fetch the link of a supplier's registration",
    answers: { 200: LinkResponse },
  },
  async (ctx, { params }) => {
    const link = await linkOf(ctx, params.siloEntryId);
    if (!link) throw noRegistration();
    return { body: linkResponse(link) };
  },
);

export const POST = endpoint(
  {
    ...here,
    operation: 'issueLink',
    idempotency: 'by-key',
    summary: 'Issue a new link in place of the one before, which stops working',
    body: LinkTerm,
    answers: { 201: LinkResponse },
    failures: ['conflict'],
  },
  async (ctx, { params, body }) => ({
    status: 201,
    body: linkResponse(await issueNewLink(ctx, params.siloEntryId, body)),
  }),
);

export const PATCH = endpoint(
  {
    ...here,
    operation: 'extendLink',
    idempotency: 'harmless',
    summary: 'Make the same link good for so many days from now',
    body: LinkTerm,
    answers: { 200: LinkResponse },
    failures: ['conflict'],
  },
  async (ctx, { params, body }) => ({ body: linkResponse(await extendLink(ctx, params.siloEntryId, body)) }),
);

export const DELETE = endpoint(
  {
    ...here,
    operation: 'revokeLink',
    summary: 'Revoke the link; what the supplier did so far is kept, and a new link leads there',
    answers: { 204: 'nothing' },
  },
  async (ctx, { params }) => {
    await revokeLinkOf(ctx, params.siloEntryId);
    return { status: 204 };
  },
);

export const { PUT, OPTIONS } = otherMethods('GET', 'POST', 'PATCH', 'DELETE');
