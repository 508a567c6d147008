import { HandOver, HelperLinkResponse, helperLinkResponse } from '#app/api/apps/gov-ar/v1/_wire/helper.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { handOverEntry } from '#lib/registrations/hand-over.ts';
import { registrationRoute } from '../route-description.ts';

export const POST = endpoint(
  {
    ...registrationRoute('links'),
    operation: 'handOver',
    idempotency: 'harmless',
    summary: "Hand the authority's steps over to somebody, with a link of their own",
    details:
      'As the supplier does in the wizard, and with its limits: the link is for the steps at the authority alone, ends with the supplier’s, and is mailed to `email`. Whoever has it already, under that name and there, keeps theirs. `…/registration` lists all links.',
    body: HandOver,
    answers: { 201: HelperLinkResponse },
    failures: ['conflict'],
  },
  async (ctx, { params, body }) => ({
    status: 201,
    body: helperLinkResponse(await handOverEntry(ctx, params.siloEntryId, body)),
  }),
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
