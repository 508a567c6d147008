import { ById } from '#app/api/_wire/fields.ts';
import { InstantInput } from '#app/api/_wire/instant.ts';
import { PageQuery, pageOf, pageResponse } from '#app/api/_wire/page.ts';
import { StateResponse, stateResponse } from '#app/api/silo/v1/_wire/state.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { page } from '#lib/paging.ts';
import { fetchListedEntry } from '#lib/silo/entries.ts';
import { listStates, StateInput, setState, setStateAt } from '#lib/silo/states.ts';

const here = { service: 'silo', version: 'v1', tag: 'States' } as const;

export const states = {
  listStates: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entries/{id}/states',
      summary: 'List the states of an entry, newest first',
      params: ById,
      query: PageQuery,
      answers: { 200: pageOf(StateResponse) },
    },
    async (ctx, { params, query }) => {
      const { id } = await fetchListedEntry(ctx, params.id);
      return { body: pageResponse(page(await listStates(ctx, id, query), query), stateResponse) };
    },
  ),

  setState: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'entries/{id}/states',
      summary: 'Set the state of an entry',
      idempotency: 'by-key',
      params: ById,
      body: StateInput,
      answers: { 201: StateResponse },
      failures: ['gone'],
    },
    async (ctx, { params, body }) => ({
      status: 201,
      body: stateResponse(await setState(ctx, params.id, body)),
    }),
  ),

  putState: endpoint(
    {
      ...here,
      method: 'PUT',
      route: 'entries/{id}/states/{at}',
      summary: 'Set the state of an entry as of an instant',
      details:
        'Sending the same again changes nothing; a different state for the same instant is a 409. If the entry has a later state, this one is only added to its history.',
      params: ById.extend({ at: InstantInput }),
      body: StateInput,
      answers: { 200: StateResponse },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params: { id, at }, body }) => ({
      body: stateResponse(await setStateAt(ctx, { entryId: id, at }, body)),
    }),
  ),
};
