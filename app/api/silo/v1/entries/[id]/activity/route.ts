import { entryRoute } from '#app/api/silo/v1/entries/entry-route.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { PageQuery, pageOf } from '#lib/paging.ts';
import { ActivityResponse, activityResponse, entryActivity } from '#lib/reports/activity.ts';

export const GET = endpoint(
  {
    ...entryRoute('/activity', 'Entries'),
    operation: 'listEntryActivity',
    summary: 'List what was done to an entry, its registrations and its jobs',
    query: PageQuery,
    answers: { 200: pageOf(ActivityResponse) },
  },
  async (ctx, { params, query }) => {
    const { list, ...rest } = await entryActivity(ctx, params.id, query);
    return { body: { ...rest, list: list.map(activityResponse) } };
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
