import { v7 as uuidv7, v5 } from 'uuid';
import { notOffered, type Row } from './row.ts';

const credentials = { client_id: 'cliente', client_secret: 'secreto' };

export const accessRows: Row[] = [
  { operation: 'GET /access/v1/workspace', sends: 'nothing', status: 200, shape: 'workspace' },
  {
    operation: 'PATCH /access/v1/workspace',
    sends: 'a name and a slug',
    body: () => ({ name: 'Los Álamos', slug: `los-alamos-${uuidv7()}` }),
    status: 200,
    shape: 'workspace',
    has: { name: 'Los Álamos' },
  },
  {
    operation: 'PATCH /access/v1/workspace',
    sends: 'the address of a logo',
    body: () => ({ logo_url: 'https://losalamos.example/logo.png' }),
    status: 422,
    names: 'logo_url',
  },
  { operation: 'GET /access/v1/enrollment', sends: 'nothing', status: 404, has: notOffered },
  {
    operation: 'PATCH /access/v1/enrollment',
    sends: 'data',
    body: () => ({ data: {} }),
    status: 404,
    has: notOffered,
  },
  {
    operation: 'PUT /access/v1/enrollment/{id}',
    sends: 'credentials of an app',
    at: () => [uuidv7()],
    body: () => ({ owner_id: uuidv7(), ...credentials }),
    status: 404,
    has: notOffered,
  },
  {
    operation: 'POST /access/v1/enrollment/authorize',
    sends: 'credentials of an app',
    body: () => credentials,
    status: 404,
    has: notOffered,
  },
  { operation: 'GET /access/v1/orgs', sends: 'nothing', status: 404, has: notOffered },
];

export const utilsRows: Row[] = [
  { operation: 'GET /utils/v1/ping', sends: 'nothing', status: 200, shape: 'ping' },
  { operation: 'GET /utils/v1/uuid', sends: 'nothing', status: 200, shape: 'uuid' },
  {
    operation: 'GET /utils/v1/uuid',
    sends: 'a version, a base and a key',
    query: () => '?v=5&base=6ba7b810-9dad-11d1-80b4-00c04fd430c8&key=losalamos.example',
    status: 200,
    shape: 'uuid',
    has: { uuid: v5('losalamos.example', v5.DNS), version: '5' },
  },
  {
    operation: 'GET /utils/v1/uuid',
    sends: 'a version that needs a key, without one',
    query: () => '?v=3&base=6ba7b810-9dad-11d1-80b4-00c04fd430c8',
    status: 422,
    names: 'key',
  },
];
