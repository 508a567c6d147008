import { z } from 'zod';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { takeBackFromEntry } from '#lib/registrations/hand-over.ts';
import { registrationRoute } from '../../route-description.ts';

const here = registrationRoute('links/{link_id}');

export const DELETE = endpoint(
  {
    ...here,
    operation: 'takeBack',
    summary: "Take the authority's steps back from somebody: their link opens nothing any more",
    details: 'What they did is kept. The supplier’s own link is revoked at `…/link`.',
    params: here.params.extend({ linkId: z.uuid('must be a UUID').toLowerCase() }),
    answers: { 204: 'nothing' },
  },
  async (ctx, { params }) => {
    await takeBackFromEntry(ctx, params.siloEntryId, params.linkId);
    return { status: 204 };
  },
);

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods('DELETE');
