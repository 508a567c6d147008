import { sql } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { type SealPlace, unseal } from '#lib/vault.ts';

/**
 * An opened sealed value. `column` has the names of table and column, or for a step the name of the setting.
 */
interface SealedValue {
  column: string;
  keyId: string;
  plain: Buffer;
}

/**
 * Opens every sealed value of the database.
 * @throws Error if one does not open
 */
export async function openSealed(): Promise<SealedValue[]> {
  const { rows } = await database().execute<{ [name in keyof SealPlace | 'sealed']: string }>(everySealed);
  return rows.map(({ sealed, ...place }) => ({
    column: `${place.table}.${place.column}`,
    keyId: sealed.split('.')[1] ?? '',
    plain: unseal(sealed, place),
  }));
}

export const sealedUnder = async (id: string): Promise<number> =>
  (await openSealed()).filter(({ keyId }) => keyId === id).length;

const everySealed = sql`
  with found ("table", "column", "row", owner, sealed) as (
    select 'vault_secrets', 'secret_sealed', name, null::uuid, secret_sealed from vault_secrets
    union all select 'setup_codes', 'code_sealed', id, null, code_sealed from setup_codes
    union all select 'second_factors', 'secret_sealed', user_id, null, secret_sealed from second_factors
    union all select 'certificates', 'key_sealed', id::text, workspace_id, key_sealed from certificates
    union all select 'access_tickets', 'ticket_sealed', certificate_id || '/' || service, workspace_id, ticket_sealed
      from access_tickets join certificates on certificates.id = certificate_id
    union all select 'workspaces', 'file_keys_sealed', id::text, id, file_keys_sealed from workspaces
    union all select 'api_keys', 'digest_sealed', id::text, workspace_id, digest_sealed from api_keys
    union all select 'registration_links', 'ref_sealed', id::text, workspace_id, ref_sealed from registration_links
    union all select 'idempotent_answers', 'body_sealed', route || ' ' || key, workspace_id, body_sealed
      from idempotent_answers
    union all select 'webhook_secrets', 'secret_sealed', id::text, workspace_id, secret_sealed from webhook_secrets
    union all select 'webhook_deliveries', 'headers_sealed', id::text, workspace_id, headers_sealed
      from webhook_deliveries
    union all select 'webhook_deliveries', 'secret_sealed', id::text, workspace_id, secret_sealed
      from webhook_deliveries
    union all select 'webhook_attempts', 'response_sealed', delivery_id || '/' || index, workspace_id, response_sealed
      from webhook_attempts join webhook_deliveries on webhook_deliveries.id = delivery_id
    union all select 'workflows', 'steps.' || name, step ->> 'id', workspace_id, value ->> '$sealed'
      from (
        select workspace_id, steps || rescue as steps from workflows
        union all select workspace_id, steps || rescue from jobs
        union all select workspace_id, versions.steps || versions.rescue
          from workflow_versions versions join workflows on workflows.id = workflow_id
        union all select workspace_id, drafts.steps || drafts.rescue
          from workflow_drafts drafts join workflows on workflows.id = workflow_id
      ) lists, jsonb_array_elements(steps) listed(step), lateral (
        select key as name, value from jsonb_each(step -> 'config')
        union all select each.key || '.' || inside.key, inside.value from jsonb_each(step -> 'config') each,
          jsonb_each(case jsonb_typeof(each.value) when 'object' then each.value else '{}' end) inside
      ) settings where jsonb_typeof(value) = 'object' and value ? '$sealed'
  )
  select "table", "column", "row", sealed, coalesce(owner::text, '') as workspace,
    coalesce(environment, '') as environment
  from found left join workspaces on workspaces.id = owner where sealed is not null`;
