import { inArray, type SQL, sql } from 'drizzle-orm';
import { type Context, reader } from './context.ts';
import type { Database, Transaction } from './database/client.ts';
import { together } from './database/sets.ts';
import { apiKeys, invitations, members, workspaces } from './database/tables/accounts.ts';
import { webhookEndpoints } from './database/tables/webhooks.ts';
import { workflows } from './database/tables/workflows.ts';
import { workspaceUsage } from './database/tables/workspace-usage.ts';
import { env } from './env.ts';
import { AltaError } from './errors.ts';
import { englishFault } from './faults/render.ts';
import { quotaFull } from './metrics.ts';
import { type QuotaName, type Quotas, quotaList, quotaNames } from './quota-list.ts';
import { requirePermission } from './roles.ts';

const ofThis = sql`workspace_id = ${workspaces.id}`;
const mebibyte = 1_048_576;

/** How much of each the workspace of the row has. What grows without end is kept; the rest is few. */
const used: Record<QuotaName, SQL> = {
  entries: sql`(select coalesce(sum(entries), 0) from ${workspaceUsage} where ${ofThis})`,
  storage: sql`(select div(coalesce(sum(bytes), 0), ${mebibyte}) from ${workspaceUsage} where ${ofThis})`,
  endpoints: sql`(select count(*) from ${webhookEndpoints} where ${ofThis})`,
  'api-keys': sql`(select count(*) from ${apiKeys} where ${ofThis}
    and revoked_at is null and replaced_by is null and (expires_at is null or expires_at > now()))`,
  members: sql`(select count(*) from ${members} where ${ofThis}) + (select count(*) from ${invitations} where ${ofThis}
    and accepted_at is null and revoked_at is null and expires_at > now())`,
  workflows: sql`(select count(*) from ${workflows} where ${ofThis})`,
};

export interface QuotaUse {
  name: QuotaName;
  used: number;
  most: number;
}

/** What the workspace has of each, and may have. */
export async function listQuotas(ctx: Context): Promise<QuotaUse[]> {
  requirePermission(ctx, 'workspace:read');
  const use = await readUses(reader(ctx), [ctx.workspace.id], quotaNames);
  return quotaNames.map((name) => use(ctx.workspace.id, name));
}

/** @throws AltaError `conflict` `over-quota`, of endpoints `too-many-endpoints` */
export async function refuseOverQuota(tx: Transaction, ctx: Context, name: QuotaName): Promise<void> {
  const refusal = await overQuota(tx, ctx, name);
  if (refusal) throw refusal;
}

/**
 * Why there is no room for one more. Exact, unless as much as `farFrom` is being written at this moment: only who comes
 * near to a quota waits for the others who do.
 */
export async function overQuota(
  tx: Transaction,
  ctx: Context,
  name: QuotaName,
): Promise<AltaError | undefined> {
  const { used, most } = await readWithOthers(tx, { id: ctx.workspace.id, name });
  if (used < most) return undefined;
  quotaFull().inc({ quota: name });
  const fault = englishFault({ code: 'over-quota', params: { why: name, used, most } });
  // It had its code before there were quotas.
  const code = name === 'endpoints' ? 'too-many-endpoints' : 'over-quota';
  return new AltaError('conflict', fault.message, { code, faults: [fault] });
}

/** With so much room nobody waits. Of the others few are made, and each waits. */
const farFrom: Partial<Record<QuotaName, number>> = { entries: 1_000, storage: 1_000 };

/** Who asks beside others in a transaction comes after them, as if what they ask for were there. */
const readWithOthers = together(
  async (tx: Transaction, asked: readonly { id: string; name: QuotaName }[]): Promise<QuotaUse[]> => {
    const ids = asked.map(({ id }) => id);
    const names = [...new Set(asked.map(({ name }) => name))];
    let use = await readUses(tx, ids, names);
    const near = asked.filter(({ id, name }) => {
      const { used, most } = use(id, name);
      return most - used < (farFrom[name] ?? Number.POSITIVE_INFINITY);
    });
    if (near.length > 0) {
      await hold(
        tx,
        near.map(({ id }) => id),
      );
      use = await readUses(tx, ids, names);
    }
    return asked.map(({ id, name }, place) => {
      const before = asked.slice(0, place).filter((each) => each.id === id && each.name === name);
      const { used, most } = use(id, name);
      return { name, used: used + before.length, most };
    });
  },
);

/** The workspaces' rows, to the end of the transaction: in one order, or two who hold several wait for each other. */
async function hold(tx: Transaction, ids: readonly string[]): Promise<void> {
  const { id } = workspaces;
  await tx
    .select({ id })
    .from(workspaces)
    .where(inArray(id, [...ids]))
    .orderBy(id)
    .for('no key update');
}

/** Of these workspaces, in one statement. */
async function readUses(of: Database | Transaction, ids: readonly string[], names: readonly QuotaName[]) {
  const columns = names.map((name) => sql`(${used[name]})::float8 as ${sql.identifier(name)}`);
  const { rows } = await of.execute<{ id: string; quotas: Quotas } & Record<QuotaName, number>>(sql`
    select id, quotas, ${sql.join(columns, sql`, `)} from ${workspaces}
    where id = any(${sql.param(ids)}::uuid[])`);
  return (id: string, name: QuotaName): QuotaUse => {
    const row = rows.find((each) => each.id === id);
    if (!row) throw new Error(`Workspace ${id} is gone.`);
    const most = row.quotas[name] ?? env().ALTA_QUOTAS[name] ?? quotaList[name].most;
    return { name, used: row[name], most };
  };
}
