import { PageQuery, pageOf, pageResponse } from '#app/api/_wire/page.ts';
import { StateResponse, stateResponse } from '#app/api/silo/v1/_wire/state.ts';
import { entryRoute } from '#app/api/silo/v1/entries/entry-route.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page } from '#lib/paging.ts';
import { fetchListedEntry } from '#lib/silo/entries.ts';
import { listStates, StateInput, setState } from '#lib/silo/states.ts';

const here = entryRoute('/states', 'States');

export const GET = endpoint(
  {
    ...here,
    operation: 'listStates',
    summary: 'List the states an entry had, the newest first',
    query: PageQuery,
    answers: { 200: pageOf(StateResponse) },
  },
  async (ctx, { params, query }) => {
    const { id } = await fetchListedEntry(ctx, params.id);
    return { body: pageResponse(page(await listStates(ctx, id, query), query), stateResponse) };
  },
);

export const POST = endpoint(
  {
    ...here,
    operation: 'setState',
    idempotency: 'by-key',
    summary: 'Set the state of an entry',
    body: StateInput,
    answers: { 201: StateResponse },
    failures: ['gone'],
  },
  async (ctx, { params, body }) => ({
    status: 201,
    body: stateResponse(await setState(ctx, params.id, body)),
  }),
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
