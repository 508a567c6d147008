import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { PageQuery, page } from '#lib/paging.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { listStates, StateInput, setState, stateResponse } from '#lib/silo/states.ts';
import { entryRoute } from '../../entry-route.ts';

const here = entryRoute('/states');

export const GET = endpoint({ ...here, query: PageQuery }, async (ctx, { params, query }) => {
  const { id } = await fetchEntry(ctx, params.id);
  return { body: page(await listStates(ctx, id, query), query, stateResponse) };
});

export const POST = endpoint({ ...here, body: StateInput }, async (ctx, { params, body }) => ({
  status: 201,
  body: stateResponse(await setState(ctx, params.id, body)),
}));

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
