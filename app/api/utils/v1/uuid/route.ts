import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { newUuid, UuidQuery, UuidResponse } from '../_wire/uuid.ts';

export const GET = endpoint(
  {
    service: 'utils',
    version: 'v1',
    route: 'uuid',
    operation: 'makeUuid',
    summary: 'Make a UUID',
    tag: 'Utilities',
    query: UuidQuery,
    answers: { 200: UuidResponse },
  },
  async (_ctx, { query }) => ({ body: newUuid(query) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
