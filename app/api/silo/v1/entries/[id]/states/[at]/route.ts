import { z } from 'zod';
import { InstantInput } from '#app/api/_wire/instant.ts';
import { StateResponse, stateResponse } from '#app/api/silo/v1/_wire/state.ts';
import { entryRoute } from '#app/api/silo/v1/entries/entry-route.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { StateInput, setStateAt } from '#lib/silo/states.ts';

const here = entryRoute('/states/{at}', 'States');

export const PUT = endpoint(
  {
    ...here,
    params: z.strictObject({ ...here.params.shape, at: InstantInput }),
    operation: 'putState',
    summary: 'Set the state of an entry as of an instant, once',
    details:
      'The same again changes nothing; another state of the same instant is a 409. Where the entry has a later state, this one only stands in its history.',
    body: StateInput,
    answers: { 200: StateResponse },
    failures: ['conflict', 'gone'],
  },
  async (ctx, { params: { id, at }, body }) => ({
    body: stateResponse(await setStateAt(ctx, { entryId: id, at }, body)),
  }),
);

export const { GET, POST, PATCH, DELETE, OPTIONS } = otherMethods('PUT');
