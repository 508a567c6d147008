import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { PageQuery } from '#lib/paging.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import { entryRoute } from '../../entry-route.ts';

export const GET = endpoint(
  { ...entryRoute('/activity'), query: PageQuery },
  async (ctx, { params, query }) => ({
    body: await entryActivity(ctx, params.id, query),
  }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
