/** The operations of the reference's four documents. Each has at least one row in the table. */
export const operations = [
  'GET /silo/v1/entries',
  'POST /silo/v1/entries',
  'GET /silo/v1/entries/{id}',
  'PUT /silo/v1/entries/{id}',
  'PATCH /silo/v1/entries/{id}',
  'GET /silo/v1/entries/key/{key}',
  'GET /silo/v1/entries/related',
  'GET /silo/v1/entries/{id}/related',
  'GET /silo/v1/entries/{id}/versions/{version}',
  'GET /silo/v1/entries/{entry_id}/states',
  'POST /silo/v1/entries/{entry_id}/states',
  'PUT /silo/v1/entries/{entry_id}/states/{at}',
  'POST /silo/v1/entries/{entry_id}/files',
  'GET /silo/v1/entries/{entry_id}/files/{id}',
  'PUT /silo/v1/entries/{entry_id}/files/{id}',
  'POST /silo/v1/gobl/build',
  'POST /silo/v1/gobl/correct',
  'POST /silo/v1/gobl/sign',
  'GET /silo/v1/search',
  'POST /silo/v1/spool',
  'GET /silo/v1/spool/{key}',
  'DELETE /silo/v1/spool/{key}',
  'GET /transform/v1/jobs',
  'POST /transform/v1/jobs',
  'GET /transform/v1/jobs/{id}',
  'PUT /transform/v1/jobs/{id}',
  'GET /transform/v1/jobs/key/{key}',
  'GET /transform/v1/workflows',
  'GET /transform/v1/workflows/{id}',
  'PUT /transform/v1/workflows/{id}',
  'PATCH /transform/v1/workflows/{id}',
  'GET /access/v1/enrollment',
  'PATCH /access/v1/enrollment',
  'PUT /access/v1/enrollment/{id}',
  'POST /access/v1/enrollment/authorize',
  'GET /access/v1/orgs',
  'GET /access/v1/workspace',
  'PATCH /access/v1/workspace',
  'GET /utils/v1/ping',
  'GET /utils/v1/uuid',
] as const;

/** What only its clients and its other documents have. */
type Besides =
  | 'GET /silo/v1/entries/query'
  | 'GET /silo/v1/entries/{entry_id}/meta/{key}'
  | 'PUT /silo/v1/entries/{entry_id}/meta/{key}'
  | 'DELETE /silo/v1/entries/{entry_id}/meta/{key}'
  | 'GET /silo/v1/entries/meta/{key}/{ref}'
  | 'POST /transform/v1/jobs/intents'
  | 'POST /access/v1/enrollment'
  | 'GET /sequence/v1/series';

export type Operation = (typeof operations)[number] | Besides;
