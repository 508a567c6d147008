import { AuthorityResponse, authorityResponse } from '#app/api/apps/gov-ar/v1/_wire/authority.ts';
import { authorityStatusOf } from '#lib/authority-status.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';

export const GET = endpoint(
  {
    service: 'apps/gov-ar',
    version: 'v1',
    route: 'authority',
    tag: 'Authority',
    operation: 'fetchAuthority',
    summary: 'Fetch whether the authority answers',
    details:
      "What Alta has seen of the authority of the workspace's environment, in the calls that it makes anyway. One " +
      'lost answer among others is no outage. Where it is in doubt it asks the authority in the background, once a ' +
      'minute at most: ask again a few seconds later.',
    answers: { 200: AuthorityResponse },
  },
  async ({ workspace: { environment } }) => ({
    body: authorityResponse(environment, await authorityStatusOf(environment)),
  }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
