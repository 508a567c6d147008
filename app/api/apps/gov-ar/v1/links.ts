import { Uuid } from '#app/api/_wire/fields.ts';
import { HandOver, HelperLinkResponse, helperLinkResponse } from '#app/api/apps/gov-ar/v1/_wire/helper.ts';
import { LinkResponse, linkResponse, NewLink } from '#app/api/apps/gov-ar/v1/_wire/link.ts';
import { BySupplier } from '#app/api/apps/gov-ar/v1/_wire/registration.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { noRegistration } from '#lib/registrations/find.ts';
import { handOverEntry, takeBackFromEntry } from '#lib/registrations/hand-over.ts';
import { extendLink, issueNewLink, LinkTerm, linkOf, revokeLinkOf } from '#lib/registrations/link.ts';
import { issueTimedLink } from '#lib/registrations/timed-link.ts';

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
      const link = await linkOf(ctx, params.silo_entry_id);
      if (!link) throw noRegistration();
      return { body: linkResponse(link) };
    },
  ),

  issueLink: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'entry/{silo_entry_id}/link',
      summary: 'Issue a new link, or one for now',
      details:
        "Without `expires_in` and `intent`, the previous link stops working. With one of them, the supplier's link stays, and the new one is beside it: it ends after `expires_in` minutes, nothing extends it, and it may be opened any number of times until then. A registration has ten such links at a time; one more ends the oldest.",
      idempotency: 'by-key',
      params: BySupplier,
      body: NewLink,
      answers: { 201: LinkResponse },
      failures: ['conflict'],
    },
    async (ctx, { params, body: { days, expires_in: expiresInMinutes, intent } }) => ({
      status: 201,
      body: linkResponse(
        expiresInMinutes === undefined && intent === undefined
          ? await issueNewLink(ctx, params.silo_entry_id, { days })
          : await issueTimedLink(ctx, params.silo_entry_id, { expiresInMinutes, intent }),
      ),
    }),
  ),

  extendLink: endpoint(
    {
      ...here,
      method: 'PATCH',
      route: 'entry/{silo_entry_id}/link',
      summary: 'Extend the link: it works for the given number of days from now',
      details:
        'Also the links of helpers. The address stays the same. A link is never shortened: one that ends later than that keeps its end. An expired link works again, a revoked one needs a new link.',
      idempotency: 'harmless',
      params: BySupplier,
      body: LinkTerm,
      answers: { 200: LinkResponse },
      failures: ['conflict'],
    },
    async (ctx, { params, body }) => ({
      body: linkResponse(await extendLink(ctx, params.silo_entry_id, body)),
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
      await revokeLinkOf(ctx, params.silo_entry_id);
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
      body: helperLinkResponse(await handOverEntry(ctx, params.silo_entry_id, body)),
    }),
  ),

  takeBack: endpoint(
    {
      ...here,
      method: 'DELETE',
      route: 'entry/{silo_entry_id}/links/{link_id}',
      summary: 'Take the steps at the authority back from a helper: their link stops working',
      details: 'What the helper did is kept. To revoke the supplier’s link, use `…/link`.',
      params: BySupplier.extend({ link_id: Uuid }),
      answers: { 204: 'nothing' },
    },
    async (ctx, { params }) => {
      await takeBackFromEntry(ctx, params.silo_entry_id, params.link_id);
      return { status: 204 };
    },
  ),
};
