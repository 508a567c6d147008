/** Values for the statements that fill the database (scale-fill.ts): numbers, and fragments of SQL. */
export interface Filled {
  count: number;
  /** Number of workspaces besides the large one. */
  others: number;
  workspace: string;
  invoiceWorkflow: string;
  supplierWorkflow: string;
  party: string;
  invoice: string;
}

/** SQL function that returns a UUID of version 7 for a time. The same arguments give the same UUID. */
export const orderedUuid = `
  create function pg_temp.ordered(kind text, i bigint, at timestamptz) returns uuid language sql immutable as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(kind || i), 1, 3) ||
      '8' || substr(md5(kind || i), 4, 15))::uuid $$`;

export const otherWorkspaces = ({ workspace, others }: Filled) => `
  insert into workspaces (id, name, slug, country, environment)
    select md5('w' || k)::uuid, 'Another', 'another-' || k, 'AR', 'sandbox' from generate_series(0, ${others - 1}) k;
  insert into workflows (id, workspace_id, name, description, schema, steps, rescue)
    select md5(id::text || k)::uuid, md5('w' || k)::uuid, name, description, schema, steps, rescue
    from workflows, generate_series(0, ${others - 1}) k where workspace_id = ${workspace}`;

/** Statement that inserts all rows for the numbers from `first` to `last`. */
export const rowsBetween = (filled: Filled, first: number, last: number) => `
  with r as materialized (${numbers(filled, first, last)}),
  ${Object.entries(inserts(filled)).map(([table, rows]) => `${table}_ as (insert into ${table} ${rows})`)}
  select`;

/**
 * Values that the rows of all tables share for number `i`. Every tenth is a supplier; of a hundred invoices one was
 * refused (10016), and the others have a CAE; the last hundred jobs wait.
 */
const numbers = (filled: Filled, first: number, last: number) => `
  select *, pg_temp.ordered('j', i, at) as job, pg_temp.ordered('r', i, at) as registration,
    pg_temp.ordered('d', i, at) as delivery, at + interval '40 seconds' as ended,
    case when workspace = ${filled.workspace} then base else md5(base::text || i % ${filled.others})::uuid end as workflow
  from (select i, md5('e' || i)::uuid as entry, i % 10 = 3 as is_supplier, i > ${filled.count} - least(100, ${filled.count} / 10) as waits, i % 200 in (4, 114) as is_dead,
    date_trunc('milliseconds', now() - (${filled.count} - i) * (interval '2 years' / ${filled.count})) as at,
    case when i % 20 < 10 then ${filled.workspace} else md5('w' || i % ${filled.others})::uuid end as workspace,
    case when i % 10 = 3 then ${filled.supplierWorkflow} else ${filled.invoiceWorkflow} end as base,
    concat_ws(' ', (array['Ferretería', 'Panadería', 'Almacén', 'Distribuidora', 'Ñandú'])[1 + i % 5],
      (array['El Tornillo', 'La Espiga', 'Don José', 'Río Cuarto'])[1 + i / 20 % 4],
      upper(substr(md5((i % 10007)::text), 1, 6)), (array['S.A.', 'S.R.L.'])[1 + i % 2]) as name,
    (30000000000 + (i * 7919) % 9999999999)::text as cuit
  from generate_series(${first}::bigint, ${last}) i) each_number`;

const intents = `(values (0, 'silo.state'), (1, 'gov-ar.send')) step (position, provider)`;
const intentId = `pg_temp.ordered('i' || position, i, at)`;

const inserts = ({ party, invoice }: Filled): Record<string, string> => ({
  entries: `(id, workspace_id, folder, state, doc_schema, doc, digest, created_digest, stamps, faults, created_at)
    select entry, workspace, case when is_supplier then 'suppliers' else 'invoices' end,
      case when is_supplier then (array[null, 'processing', 'registered', 'error'])[1 + i / 10 % 4]
        when is_dead then 'error' else 'sent' end,
      'https://gobl.org/draft-0/' || case when is_supplier then 'org/party' else 'bill/invoice' end,
      case when is_supplier then ${party} || jsonb_build_object('name', name) || tax_id
        else ${invoice} || jsonb_build_object('code', i::text, 'customer', jsonb_build_object('name', name) || tax_id,
          'issue_date', at::date::text, 'totals', ${invoice} -> 'totals' || jsonb_build_object('payable', i || '.50')) end,
      md5(cuit) || md5(name), md5(cuit) || md5(name),
      case when is_supplier or is_dead then '[]' else jsonb_build_array(jsonb_build_object('prv', 'arca-cae', 'val', i::text)) end,
      case when is_dead then '[{"code": "ARCA-10016"}]' else '[]'::jsonb end, at
    from r, jsonb_build_object('tax_id', jsonb_build_object('country', 'AR', 'code', cuit)) tax_id`,
  entry_states: `(id, entry_id, workspace_id, key, src, created_at)
    select pg_temp.ordered('s', i, at), entry, workspace, 'processing', 'engine', at from r`,
  audit_log: `(workspace_id, actor_kind, actor_id, action, subject_kind, subject_id, detail, created_at)
    select workspace, kind, job, action, subject, case subject when 'job' then job else entry end, detail::jsonb, at from r,
      (values ('api-key', 'entry.created', 'entry', '{"folder": "invoices"}'),
        ('api-key', 'job.created', 'job', '{"workflow": "01a1fc6d-3155-75eb-83e3-484ba19ee109"}'),
        ('engine', 'entry.state', 'entry', '{"state": "sent"}')) deed (kind, action, subject, detail)`,
  jobs: `(id, workspace_id, workflow_id, silo_entry_id, status, reason, steps, rescue, position, next_attempt_at, completed_at,
      created_at)
    select job, r.workspace, workflow, entry, case when waits then 'QUEUED' when is_dead then 'KO' else 'OK' end,
      case when is_dead and not waits then 'ARCA-10016' end, steps, rescue, 1, case when waits then now() + interval '9 days' end, case when not waits then ended end, at
    from r join workflows on workflows.id = workflow`,
  intents: `(id, job_id, step_id, name, provider, phase, position, completed, ref, created_at)
    select ${intentId}, job, 'step-' || position, 'Step', provider, 'steps', position, not (waits and position = 1),
      case position when 1 then pg_temp.ordered('x', i, at)::text end, at from r, ${intents}`,
  intent_events: `(intent_id, index, status, code, created_at)
    select ${intentId}, index, status, code, at + index * interval '9 seconds' from r,
      (values (0, 0, 'RUN', null), (0, 1, 'OK', 'labelled'), (1, 0, 'RUN', null), (1, 1, 'QUEUED', 'waits'),
        (1, 2, 'OK', 'sent')) event (position, index, status, code)
    where not (waits and index = 2)`,
  webhook_deliveries: `(id, workspace_id, job_id, entry_id, event, url, body, status, attempts, last_answer,
      next_attempt_at, completed_at, created_at)
    select delivery, workspace, job, entry, 'invoice.authorised', 'https://receiver.example/alta',
      jsonb_build_object('id', delivery, 'event', 'invoice.authorised', 'silo_entry_id', entry, 'said', repeat(cuit, 15)),
      case when waits then 'pending' when is_dead then 'dead' else 'delivered' end, 1, '{"answer": "status"}',
      case when waits then now() + interval '9 days' end, case when not waits then ended end, at from r`,
  webhook_attempts: `(delivery_id, index, at, duration_ms, request_headers, status)
    select delivery, 0, ended, 40, jsonb_build_object('webhook-id', delivery, 'user-agent', 'Alta', 'said', repeat(cuit, 5)),
      200 from r`,
  invoice_submissions: `(id, workspace_id, entry_id, job_id, job_created_at, environment, cuit, point_of_sale,
      document_type, status, request, number, attempts, cae, cae_expiry, settled_at, created_at)
    select pg_temp.ordered('x', i, at), workspace, entry, job, at, 'sandbox', '30' || left(md5(workspace::text), 9), 1, 1,
      'authorised', jsonb_build_object('customer', cuit, 'amounts', repeat(cuit, 10)), i, 1, (70000000000000 + i)::text,
      '2026-12-01', ended, at from r where not is_supplier and not is_dead and not waits`,
  registrations: `(id, workspace_id, entry_id, environment, intent, started_at, details_confirmed_at, request_downloaded_at,
      certificate_received_at, completed_at, proof_status, created_at)
    select registration, workspace, entry, 'sandbox', 'register', at, at, at, ended, ended, 'settled', at
    from r where is_supplier`,
  registration_links: `(id, workspace_id, registration_id, scope, ref_hash, ref_sealed, expires_at, opened_at, created_at)
    select pg_temp.ordered('l', i, at), workspace, registration, 'full', md5(job::text) || md5(cuit), repeat(cuit, 9),
      at + interval '30 days', at, at from r where is_supplier`,
  mails: `(id, workspace_id, kind, subject, "to", due, sent_at, created_at)
    select pg_temp.ordered('m', i, at), workspace, 'asked', pg_temp.ordered('l', i, at), cuit || '@mail.example', at, at, at
    from r where is_supplier`,
  certificates: `(id, workspace_id, registration_id, entry_id, environment, alias, csr, key_sealed, certificate,
      public_key_fingerprint, not_before, not_after, fingerprint, received_at, activated_at, created_at)
    select pg_temp.ordered('c', i, at), workspace, registration, entry, 'sandbox', 'alta', repeat(cuit, 90),
      repeat(cuit, 200), repeat(cuit, 150), md5(job::text), at, now() + interval '400 days', md5(entry::text), ended, ended, at
    from r where is_supplier`,
});
