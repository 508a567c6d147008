import { PageQuery, pageOf, pageResponse } from '#app/api/_wire/page.ts';
import { ActivityResponse, activityResponse } from '#app/api/silo/v1/_wire/activity.ts';
import { entryRoute } from '#app/api/silo/v1/entries/entry-route.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { entryActivity } from '#lib/reports/activity.ts';

export const GET = endpoint(
  {
    ...entryRoute('/activity', 'Entries'),
    operation: 'listEntryActivity',
    summary: 'List what was done to an entry, its registrations and its jobs',
    query: PageQuery,
    answers: { 200: pageOf(ActivityResponse) },
  },
  async (ctx, { params, query }) => ({
    body: pageResponse(await entryActivity(ctx, params.id, query), activityResponse),
  }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
