import { Uuid } from '#app/api/_wire/fields.ts';
import { HandOver, HelperLinkResponse, helperLinkResponse } from '#app/api/apps/gov-ar/v1/_wire/helper.ts';
import { LinkResponse, linkResponse } from '#app/api/apps/gov-ar/v1/_wire/link.ts';
import { BySupplier } from '#app/api/apps/gov-ar/v1/_wire/registration.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { noRegistration } from '#lib/registrations/find.ts';
import { handOverEntry, takeBackFromEntry } from '#lib/registrations/hand-over.ts';
import { extendLink, issueNewLink, LinkTerm, linkOf, revokeLinkOf } from '#lib/registrations/link.ts';

const here = { service: 'apps/gov-ar', version: 'v1', tag: 'Link' } as const;

export const links = {
  fetchLink: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entry/{silo_entry_id}/link',
      summary: "Fetch the link of a supplier's registration",
      params: BySupplier,
      answers: { 200: LinkResponse },
    },
    async (ctx, { params }) => {
      const link = await linkOf(ctx, params.siloEntryId);
      if (!link) throw noRegistration();
      return { body: linkResponse(link) };
    },
  ),

  issueLink: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'entry/{silo_entry_id}/link',
      summary: 'Issue a new link; the previous one stops working',
      idempotency: 'by-key',
      params: BySupplier,
      body: LinkTerm,
      answers: { 201: LinkResponse },
      failures: ['conflict'],
    },
    async (ctx, { params, body }) => ({
      status: 201,
      body: linkResponse(await issueNewLink(ctx, params.siloEntryId, body)),
    }),
  ),

  extendLink: endpoint(
    {
      ...here,
      method: 'PATCH',
      route: 'entry/{silo_entry_id}/link',
      summary: 'Extend the link: it works for the given number of days from now',
      idempotency: 'harmless',
      params: BySupplier,
      body: LinkTerm,
      answers: { 200: LinkResponse },
      failures: ['conflict'],
    },
    async (ctx, { params, body }) => ({
      body: linkResponse(await extendLink(ctx, params.siloEntryId, body)),
    }),
  ),

  revokeLink: endpoint(
    {
      ...here,
      method: 'DELETE',
      route: 'entry/{silo_entry_id}/link',
      summary: "Revoke the link; the supplier's progress is kept, and a new link continues from there",
      params: BySupplier,
      answers: { 204: 'nothing' },
    },
    async (ctx, { params }) => {
      await revokeLinkOf(ctx, params.siloEntryId);
      return { status: 204 };
    },
  ),

  handOver: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'entry/{silo_entry_id}/links',
      summary: 'Hand the steps at the authority over to a helper, who gets their own link',
      details:
        'Same as in the wizard, with the same limits: the link is only for the steps at the authority, ends with the supplier’s link, and is mailed to `email`. A helper who already has a link, under the same name and contact, keeps it. `…/registration` lists all links.',
      idempotency: 'harmless',
      params: BySupplier,
      body: HandOver,
      answers: { 201: HelperLinkResponse },
      failures: ['conflict'],
    },
    async (ctx, { params, body }) => ({
      status: 201,
      body: helperLinkResponse(await handOverEntry(ctx, params.siloEntryId, body)),
    }),
  ),

  takeBack: endpoint(
    {
      ...here,
      method: 'DELETE',
      route: 'entry/{silo_entry_id}/links/{link_id}',
      summary: 'Take the steps at the authority back from a helper: their link stops working',
      details: 'What the helper did is kept. To revoke the supplier’s link, use `…/link`.',
      params: BySupplier.extend({ linkId: Uuid }),
      answers: { 204: 'nothing' },
    },
    async (ctx, { params }) => {
      await takeBackFromEntry(ctx, params.siloEntryId, params.linkId);
      return { status: 204 };
    },
  ),
};
