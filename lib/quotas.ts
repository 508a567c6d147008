import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#lib/database/client.ts';
import { together } from '#lib/database/sets.ts';
import { apiKeys, invitations, members, workspaces } from '#lib/database/tables/accounts.ts';
import { entries, entryFiles } from '#lib/database/tables/silo.ts';
import { type Context, reader } from './context.ts';
import { webhookEndpoints } from './database/tables/webhooks.ts';
import { workflows } from './database/tables/workflows.ts';
import { env } from './env.ts';
import { AltaError } from './errors.ts';
import { englishFault } from './faults.ts';
import { quotaFull } from './metrics.ts';
import { type QuotaName, type Quotas, quotaList, quotaNames } from './quota-list.ts';
import { requirePermission } from './roles.ts';
import { shared } from './shared.ts';

const ofThis = sql`workspace_id = ${workspaces.id}`;
const mebibyte = 1_048_576;

/** How much of each the workspace of the row has. */
const used: Record<QuotaName, SQL> = {
  entries: sql`(select count(*) from ${entries} where ${ofThis})`,
  storage: sql`(select div(coalesce((select sum(bytes) from ${entries} where ${ofThis}), 0)
    + coalesce((select sum(size) from ${entryFiles} where ${ofThis}), 0), ${mebibyte}))`,
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
 * Why there is no room for one more. Exact near the quota: only who comes near it waits for the others who do. To count
 * what grows without end takes long, so far from its quota, or full, it is counted once in a while (`recent`).
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

/** With so much room a count of the last minute will do: no workspace adds as much meanwhile. */
const farFrom: Partial<Record<QuotaName, number>> = { entries: 20_000, storage: 5_000 };
const recentMs = 60_000;
/** Of a large quota that is full the refusal stands for so long. */
const fullMs = 10_000;

interface Recent extends QuotaUse {
  at: number;
}
const recent = () => shared('quota-uses', () => new Map<string, Recent>());

/** After a quota was changed: this process counts anew, others within a minute. */
export const forgetQuotaUses = (): void => recent().clear();

/** What was counted a moment ago, where that decides. */
function known(id: string, name: QuotaName): QuotaUse | undefined {
  const far = farFrom[name];
  const last = recent().get(`${id} ${name}`);
  if (!far || !last) return undefined;
  const ageMs = Date.now() - last.at;
  const isFull = last.used >= last.most && last.most > far;
  return ageMs < (isFull ? fullMs : last.most - last.used > far ? recentMs : 0) ? last : undefined;
}

/** Who asks beside others in a transaction comes after them, as if what they ask for were there. */
const readWithOthers = together(
  async (tx: Transaction, asked: readonly { id: string; name: QuotaName }[]): Promise<QuotaUse[]> => {
    const unknown = asked.filter(({ id, name }) => !known(id, name));
    const counted = unknown.length > 0 ? await countAll(tx, unknown) : undefined;
    return asked.map(({ id, name }, place) => {
      const use = known(id, name) ?? counted?.(id, name) ?? { name, used: 0, most: 0 };
      const before = asked.slice(0, place).filter((each) => each.id === id && each.name === name);
      return { ...use, used: use.used + before.length };
    });
  },
);

/** Exactly: those who come near to a quota hold their workspace's row, and are counted with what others wrote before. */
async function countAll(tx: Transaction, asked: readonly { id: string; name: QuotaName }[]) {
  const ids = [...new Set(asked.map(({ id }) => id))];
  const names = [...new Set(asked.map(({ name }) => name))];
  const first = await readUses(tx, ids, names);
  const isFar = ({ id, name }: { id: string; name: QuotaName }) => {
    const { used, most } = first(id, name);
    return most - used > (farFrom[name] ?? Number.POSITIVE_INFINITY);
  };
  const near = asked.filter((each) => !isFar(each));
  if (near.length > 0)
    await hold(
      tx,
      near.map(({ id }) => id),
    );
  const use = near.length > 0 ? await readUses(tx, ids, names) : first;
  const at = Date.now();
  for (const { id, name } of asked) recent().set(`${id} ${name}`, { ...use(id, name), at });
  if (recent().size > mostRecent) recent().clear();
  return use;
}
const mostRecent = 10_000;

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
