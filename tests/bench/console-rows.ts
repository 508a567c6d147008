/** What the statements that fill the Console's lists (console-lists.ts) are made for: numbers, and texts of SQL. */
export interface FilledLists {
  count: number;
  workspace: string;
  workflow: string;
  endpoint: string;
  party: string;
  invoice: string;
}

/** Of each list's rows those from `first` to `last`: each list has `count`, a minute apart, all of one workspace. */
export const listRowsBetween = (filled: FilledLists, first: number, last: number) => `
  with r as materialized (${numbers(filled, first, last)}),
  ${inserts(filled).map(([rows, into]) => `${rows}_ as (insert into ${into})`)}
  select`;

/** Of twenty one is unlike the others: what a filter looks for. */
const numbers = ({ count, workspace }: FilledLists, first: number, last: number) => `
  select i, ${workspace} as workspace, i % 20 = 11 as is_rare, md5('s' || i)::uuid as supplier,
    pg_temp.ordered('f', i, at) as invoice, pg_temp.ordered('j', i, at) as job, at,
    (30000000000 + (i * 7919) % 9999999999)::text as cuit, (30700000000 + i % 20)::text as issuer,
    concat_ws(' ', (array['Ferretería', 'Panadería', 'Almacén', 'Distribuidora', 'Ñandú'])[1 + i % 5],
      upper(substr(md5((i % 10007)::text), 1, 6)), 'S.R.L.') as name
  from (select i, date_trunc('milliseconds', now() - (${count} - i) * interval '1 minute') as at
    from generate_series(${first}::bigint, ${last}) i) each_number`;

const entryColumns =
  '(id, workspace_id, folder, state, doc_schema, doc, digest, created_digest, stamps, created_at)';

const inserts = ({ workflow, endpoint, party, invoice }: FilledLists): [rows: string, into: string][] => [
  [
    'suppliers',
    `entries ${entryColumns}
    select supplier, workspace, 'suppliers', case when is_rare then 'error' else 'processing' end,
      'https://gobl.org/draft-0/org/party',
      ${party} || jsonb_build_object('name', name, 'tax_id', jsonb_build_object('country', 'AR', 'code', cuit)),
      md5(cuit), md5(cuit), '[]', at from r`,
  ],
  [
    'invoices',
    `entries ${entryColumns}
    select invoice, workspace, 'invoices', case when is_rare then 'error' else 'sent' end,
      'https://gobl.org/draft-0/bill/invoice', jsonb_set(${invoice}, '{supplier,tax_id,code}', to_jsonb(issuer))
        || jsonb_build_object('code', i::text, 'series', (1 + i % 3)::text,
          'issue_date', to_char(at at time zone 'America/Argentina/Buenos_Aires', 'YYYY-MM-DD'),
          'customer', jsonb_build_object('name', name, 'tax_id', jsonb_build_object('country', 'AR', 'code', cuit))),
      md5(cuit), md5(cuit), '[]', at from r`,
  ],
  [
    'registrations',
    `registrations (id, workspace_id, entry_id, environment, intent, mode, started_at, details_confirmed_at, progressed_at,
      last_rejection, created_at)
    select pg_temp.ordered('r', i, at), workspace, supplier, 'sandbox', 'register', 'certificate', at,
      case when i % 2 = 0 then at end, at,
      case when is_rare then '{"reason": "other-key", "detail": {}, "at": "2026-11-24T00:00:00.000Z", "checks": []}'::jsonb end,
      at from r`,
  ],
  [
    'registration_links',
    `registration_links (id, workspace_id, registration_id, scope, ref_hash, ref_sealed, expires_at, opened_at, created_at)
    select pg_temp.ordered('l', i, at), workspace, pg_temp.ordered('r', i, at), 'full', md5(cuit) || i, 'x',
      at + interval '30 days', at, at from r`,
  ],
  [
    'jobs',
    `jobs (id, workspace_id, workflow_id, silo_entry_id, status, steps, rescue, position, completed_at, created_at)
    select job, workspace, ${workflow}, invoice, case when is_rare then 'KO' else 'OK' end, '[]', '[]', 1, at, at from r`,
  ],
  [
    'webhook_deliveries',
    `webhook_deliveries (id, workspace_id, endpoint_id, job_id, entry_id, event, url, body, status, attempts, completed_at,
      created_at)
    select pg_temp.ordered('d', i, at), workspace, ${endpoint}, job, invoice, 'invoice.authorised',
      'https://receiver.example/alta', '{}', case when is_rare then 'dead' else 'delivered' end, 1, at, at from r`,
  ],
  [
    'audit_log',
    `audit_log (workspace_id, actor_kind, actor_id, action, subject_kind, subject_id, detail, created_at)
    select workspace, case when is_rare then 'engine' else 'api-key' end, ${workflow},
      case when is_rare then 'job.failed' else 'entry.created' end, case when is_rare then 'job' else 'entry' end,
      case when is_rare then job else invoice end, '{}', at from r`,
  ],
  [
    'batches',
    `batches (id, workspace_id, operation, digest, actor_kind, total, done, completed_at, created_at, updated_at)
    select pg_temp.ordered('b', i, at), workspace, 'archive', 'x', 'engine', 1, 1, at, at, at from r`,
  ],
];
