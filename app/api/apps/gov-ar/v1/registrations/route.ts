import { pageOf, pageResponse } from '#app/api/_wire/page.ts';
import {
  OpenRegistrationQuery,
  OpenRegistrationResponse,
  openRegistrationQuery,
  openRegistrationResponse,
} from '#app/api/apps/gov-ar/v1/_wire/open-registration.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page } from '#lib/paging.ts';
import { listOpenRegistrations } from '#lib/reports/open-registrations.ts';

export const GET = endpoint(
  {
    service: 'apps/gov-ar',
    version: 'v1',
    route: 'registrations',
    operation: 'listRegistrations',
    summary: 'List who is on the way, and where they are stuck',
    details:
      'The registrations that are neither completed nor ended, of suppliers who are not archived; whoever did something last comes first. Of a renewal from when the supplier takes it up.',
    tag: 'Registration',
    query: OpenRegistrationQuery,
    answers: { 200: pageOf(OpenRegistrationResponse) },
  },
  async (ctx, { query }) => ({
    body: pageResponse(
      page(await listOpenRegistrations(ctx, openRegistrationQuery(query)), query),
      openRegistrationResponse,
    ),
  }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
