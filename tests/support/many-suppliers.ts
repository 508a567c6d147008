import { sql } from 'drizzle-orm';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';

/**
 * So many suppliers, a minute apart, the newest first: every second in some state of its registration. Straight
 * into the tables: through the verbs each would cost a key pair.
 */
export async function addSuppliers({ workspace }: Context, count: number): Promise<void> {
  const { id, environment } = workspace;
  await database().execute(sql`
    insert into entries (id, workspace_id, folder, state, doc_schema, doc, digest, created_digest, created_at)
    select gen_random_uuid(), ${id}, 'suppliers',
      (array[null, 'processing', 'registered', 'error'])[1 + n % 4],
      'https://gobl.org/draft-0/org/party',
      jsonb_build_object(
        '$schema', 'https://gobl.org/draft-0/org/party',
        'name', concat_ws(' ',
          (array['Ferretería', 'Panadería', 'Almacén', 'Distribuidora', 'Ñandú'])[1 + n % 5],
          (array['El Tornillo', 'La Espiga', 'Don José', 'Río Cuarto'])[1 + n / 5 % 4],
          upper(substr(md5(n::text), 1, 6)), (array['S.A.', 'S.R.L.'])[1 + n % 2]),
        'tax_id', jsonb_build_object('country', 'AR', 'code', (30000000000 + n::bigint * 7919)::text)),
      'x', 'x', now() - n * interval '1 minute'
    from generate_series(1, ${count}::int) n`);
  await database().execute(sql`
    insert into registrations (id, workspace_id, entry_id, environment, intent, started_at, details_confirmed_at,
      request_downloaded_at, certificate_received_at, completed_at, last_rejection, created_at)
    select gen_random_uuid(), workspace_id, id, ${environment}, 'register',
      case when n > 0 then created_at end, case when n > 1 then created_at end, case when n > 2 then created_at end,
      case when n > 3 then created_at end, case when n > 4 then created_at end,
      case when n = 3 then jsonb_build_object('reason', (array['other-key', 'expired', 'other-cuit'])[1 + r],
        'detail', '{}'::jsonb, 'at', created_at, 'checks', '[]'::jsonb) end,
      created_at
    from (select *, abs(hashtext(id::text)) % 6 as n, abs(hashtext(digest || id::text)) % 3 as r from entries
      where workspace_id = ${id} and state is not null) each_entry`);
  await database().execute(sql`
    insert into certificates (id, workspace_id, registration_id, entry_id, environment, alias, csr,
      public_key_fingerprint, not_after, activated_at, created_at)
    select gen_random_uuid(), workspace_id, id, entry_id, environment, 'alta', 'x', id::text,
      completed_at + interval '400 days' + (abs(hashtext(id::text)) % 700) * interval '1 day' - interval '380 days',
      completed_at, created_at
    from registrations where workspace_id = ${id} and completed_at is not null`);
}
