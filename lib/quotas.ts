import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#lib/database/client.ts';
import { apiKeys, invitations, members, workspaces } from '#lib/database/tables/accounts.ts';
import { entries, entryFiles } from '#lib/database/tables/silo.ts';
import { type Context, reader } from './context.ts';
import { mails } from './database/tables/mails.ts';
import { webhookEndpoints } from './database/tables/webhooks.ts';
import { workflows } from './database/tables/workflows.ts';
import { env } from './env.ts';
import { AltaError } from './errors.ts';
import { englishFault } from './faults.ts';
import { defaultQuotas, maxExactQuota, type QuotaName, quotaNames } from './limits.ts';
import { quotaFull } from './metrics.ts';
import { oncePerProcess } from './process-values.ts';
import { requirePermission } from './roles.ts';

const mebibyte = 1_048_576;

/** A workspace's use of each quota. */
const used: Record<QuotaName, (workspaceId: string) => SQL<number>> = {
  entries: (id) => sql`(select count(*) from ${entries} where workspace_id = ${id})::float8`,
  storage: (id) => sql`div(
    coalesce((select sum(bytes) from ${entries} where workspace_id = ${id}), 0)
      + coalesce((select sum(size) from ${entryFiles} where workspace_id = ${id}), 0),
    ${mebibyte})::float8`,
  endpoints: (id) => sql`(select count(*) from ${webhookEndpoints} where workspace_id = ${id})::float8`,
  'api-keys': (id) => sql`(select count(*) from ${apiKeys} where workspace_id = ${id}
    and revoked_at is null and replaced_by is null and (expires_at is null or expires_at > now()))::float8`,
  members: (id) => sql`((select count(*) from ${members} where workspace_id = ${id})
    + (select count(*) from ${invitations} where workspace_id = ${id}
      and accepted_at is null and revoked_at is null and expires_at > now()))::float8`,
  workflows: (id) => sql`(select count(*) from ${workflows} where workspace_id = ${id})::float8`,
  'link-mails': (id) => sql`(select count(*) from ${mails} where workspace_id = ${id} and "to" is not null
    and kind in ('asked', 'invitation', 'reminder') and created_at > now() - interval '1 day')::float8`,
};

export interface QuotaUse {
  name: QuotaName;
  used: number;
  most: number;
}

export async function listQuotas(ctx: Context): Promise<QuotaUse[]> {
  requirePermission(ctx, 'workspace:read');
  return Promise.all(quotaNames.map((name) => readUse(reader(ctx), ctx.workspace.id, name)));
}

/** @throws AltaError `conflict` with code `over-quota`, or `too-many-endpoints` for endpoints */
export async function refuseOverQuota(tx: Transaction, ctx: Context, name: QuotaName): Promise<void> {
  const refusal = await overQuotaError(tx, ctx, name);
  if (refusal) throw refusal;
}

/** Returns the error for a full quota; undefined if there is room for one more. */
export async function overQuotaError(
  tx: Transaction,
  ctx: Context,
  name: QuotaName,
): Promise<AltaError | undefined> {
  const { used, most } = await currentUse(tx, ctx.workspace.id, name);
  if (used < most) return undefined;
  quotaFull().inc({ quota: name });
  const fault = englishFault({ code: 'over-quota', params: { why: name, used, most } });
  // The code for endpoints is older than the quotas; clients may rely on it.
  const code = name === 'endpoints' ? 'too-many-endpoints' : 'over-quota';
  return new AltaError('conflict', fault.message, { code, faults: [fault] });
}

/** Counts a small quota under a lock on the workspace's row. A large one is slow to count and cached for a minute. */
async function currentUse(tx: Transaction, id: string, name: QuotaName): Promise<QuotaUse> {
  const last = cachedUses().get(`${id} ${name}`);
  if (last && Date.now() - last.at < cacheMs) return last;
  const use = await readUse(tx, id, name);
  if (Math.max(use.used, use.most) > maxExactQuota) {
    if (cachedUses().size >= maxCachedUses) cachedUses().clear();
    cachedUses().set(`${id} ${name}`, { ...use, at: Date.now() });
    return use;
  }
  await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, id)).for('no key update');
  return readUse(tx, id, name);
}

const cacheMs = 60_000;
const maxCachedUses = 10_000;
const cachedUses = () => oncePerProcess('quota-uses', () => new Map<string, QuotaUse & { at: number }>());

/** Call this after changing a quota. This process then counts again at once, other processes within a minute. */
export const forgetQuotaUses = (): void => cachedUses().clear();

async function readUse(db: Database | Transaction, id: string, name: QuotaName): Promise<QuotaUse> {
  const [row] = await db
    .select({ own: workspaces.quotas, used: used[name](id) })
    .from(workspaces)
    .where(eq(workspaces.id, id));
  if (!row) throw new Error(`Workspace ${id} is gone.`);
  const most = row.own[name] ?? env().ALTA_QUOTAS[name] ?? defaultQuotas[name].max;
  return { name, used: row.used, most };
}
