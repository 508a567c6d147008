import { sql } from 'drizzle-orm';
import { isActive } from '#lib/certificates/store.ts';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { webhookEndpoints } from '#lib/database/tables/webhooks.ts';
import { jobs, type Step } from '#lib/database/tables/workflows.ts';
import { AltaError, type ErrorCode, notFound } from '#lib/errors.ts';
import { listQuotas } from '#lib/quotas.ts';
import { renewalMs } from '#lib/registrations/create.ts';
import { wayOf } from '#lib/registrations/registration.ts';
import { emailOfDocument } from '#lib/registrations/reminder-address.ts';
import { isPermitted, requirePermission } from '#lib/roles.ts';
import { fetchWorkflow, type WorkflowRow } from '#lib/workflows/definitions.ts';
import { createJob, type JobRow } from '#lib/workflows/jobs.ts';

/** Why a workflow is not started on an entry when it is run on many. */
const skipReasons = [
  'gone',
  'other-kind',
  'not-a-supplier',
  'registered',
  'issued',
  'running',
  'no-address',
] as const;
type SkipReason = (typeof skipReasons)[number];

type RunWorkflow = Pick<WorkflowRow, 'schema' | 'steps'>;

/**
 * Starts the workflow on the entry, unless there is a reason to skip it.
 * @throws AltaError `conflict` with the code of the reason
 */
export async function runOnEntry(
  ctx: Context & Required<Pick<Context, 'tx'>>,
  workflowId: string,
  entryId: string,
): Promise<JobRow> {
  requirePermission(ctx, 'jobs:write');
  const workflow = await fetchWorkflow(ctx, workflowId);
  // Serialises batches that run on the same entry, so that the second finds the job of the first.
  await ctx.tx.execute(
    sql`select 1 from ${entries} where id = ${entryId} and workspace_id = ${ctx.workspace.id} for no key update`,
  );
  const [target] = await readTargets(ctx, workflow, [entryId]);
  // Undoing an upload archives its entries, also while a batch that runs on them goes on.
  if (target?.isArchived) throw notFound('The entry');
  const refusal = target?.skipped && refusals[target.skipped];
  if (refusal) throw new AltaError('conflict', refusal.message, { code: refusal.code });
  // The other reasons are refused by `createJob`.
  return createJob(ctx, { workflowId, entryId });
}

const refusals: Partial<Record<SkipReason, { code: ErrorCode; message: string }>> = {
  registered: { code: 'completed', message: 'The supplier is already registered.' },
  issued: { code: 'already-issued', message: 'ARCA has already authorized this document.' },
  running: { code: 'still-running', message: 'A job is still running on this entry.' },
  'no-address': { code: 'no-address', message: 'No address of the supplier is known.' },
};

interface RunPreview {
  /** Entries on which a job is started, in the order asked for. */
  ids: string[];
  skipped: { reason: SkipReason; count: number }[];
  effects: RunEffects;
}

/** The most that the jobs send. A condition in the workflow can prevent some of it. */
export interface RunEffects {
  /** Registrations opened, each with its link. */
  links: number;
  /** Mails with the link; `to` is the step's address, if all go to one. */
  linkMails: { count: number; addresses: number; to?: string }[];
  /** Room for link mails today, if these mails exceed it. */
  mailsLeft: number | undefined;
  invoiceMails: number;
  /** Webhooks of the steps, by host. */
  webhooks: { host: string; count: number }[];
  /** Hosts of the enabled endpoints, which get the events of the jobs. Undefined without the permission to see them. */
  endpoints: string[] | undefined;
  /** Documents sent to the authority. */
  documents: number;
  unregistered: number;
}

/** Returns on which of the entries the workflow would start, which it would skip, and what it would send. */
export async function previewRun(
  ctx: Context,
  workflowId: string,
  ids: readonly string[],
): Promise<RunPreview> {
  requirePermission(ctx, 'jobs:write');
  const workflow = await fetchWorkflow(ctx, workflowId);
  const targets = new Map((await readTargets(ctx, workflow, ids)).map((target) => [target.id, target]));
  const reasons = [...new Set(ids)].map((id) => {
    const target = targets.get(id);
    return { id, target, reason: target ? target.skipped : ('gone' as const) };
  });
  const started = reasons.flatMap(({ target, reason }) => (target && !reason ? [target] : []));
  return {
    ids: started.map(({ id }) => id),
    skipped: skipReasons.flatMap((reason) => {
      const count = reasons.filter((each) => each.reason === reason).length;
      return count > 0 ? [{ reason, count }] : [];
    }),
    effects: await effectsOf(ctx, workflow.steps, started),
  };
}

/** Returns what the steps send if they run on one entry, or on several. */
async function effectsOf(
  ctx: Context,
  steps: readonly Step[],
  targets: readonly Pick<Target, 'address'>[],
): Promise<RunEffects> {
  const count = targets.length;
  const times = (provider: string) => steps.filter((step) => step.provider === provider).length * count;
  const addresses = new Set(targets.flatMap(({ address }) => (address ? [address.toLowerCase()] : []))).size;
  const linkMails = steps
    .filter(({ provider }) => provider === 'email.link')
    .map(({ config }) =>
      typeof config?.to === 'string' ? { count, addresses: 1, to: config.to } : { count, addresses },
    );
  const hosts = steps.flatMap(({ provider, config }) =>
    provider === 'webhook' && typeof config?.url === 'string' && URL.canParse(config.url)
      ? [new URL(config.url).host]
      : [],
  );
  return {
    links: times('gov-ar.register'),
    linkMails,
    mailsLeft: await exceededRoom(ctx, linkMails.length * count),
    invoiceMails: times('email.invoice'),
    webhooks: [...new Set(hosts)].map((host) => ({
      host,
      count: hosts.filter((each) => each === host).length * count,
    })),
    endpoints: await enabledHosts(ctx),
    documents: times('gov-ar.send'),
    unregistered: times('gov-ar.unregister'),
  };
}

async function exceededRoom(ctx: Context, wanted: number): Promise<number | undefined> {
  if (wanted === 0 || !isPermitted(ctx, 'workspace:read')) return undefined;
  const quota = (await listQuotas(ctx)).find(({ name }) => name === 'link-mails');
  const left = quota ? Math.max(quota.most - quota.used, 0) : undefined;
  return left !== undefined && wanted > left ? left : undefined;
}

async function enabledHosts(ctx: Context): Promise<string[] | undefined> {
  if (!isPermitted(ctx, 'webhooks:read')) return undefined;
  const rows = await reader(ctx)
    .select({ url: webhookEndpoints.url })
    .from(webhookEndpoints)
    .where(
      sql`${webhookEndpoints.workspaceId} = ${ctx.workspace.id} and ${webhookEndpoints.disabledAt} is null`,
    );
  return [...new Set(rows.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).host] : [])))];
}

interface Target {
  id: string;
  address: string | undefined;
  isArchived: boolean;
  skipped: SkipReason | undefined;
}

type TargetRow = {
  id: string;
  folder: string;
  schema: string;
  address: string | null;
  is_erased: boolean;
  is_archived: boolean;
  is_issued: boolean;
  is_running: boolean;
  mode: 'certificate' | 'delegation' | 'choice' | null;
  chosen: 'certificate' | 'delegation' | null;
  is_registered: boolean | null;
  not_after: Date | string | null;
};

/** Reads the entries that exist, each with the reason to skip it, if any. */
async function readTargets(ctx: Context, workflow: RunWorkflow, ids: readonly string[], now = new Date()) {
  const { rows } = await reader(ctx).execute<TargetRow>(sql`
    select ${entries.id}, ${entries.folder}, ${entries.docSchema} as schema,
      ${entries.doc} #>> '{emails,0,addr}' as address,
      ${entries.erasedAt} is not null as is_erased,
      ${entries.archivedAt} is not null and ${entries.erasedAt} is null as is_archived,
      ${entries.stamps} <> '[]' as is_issued,
      exists (select from ${jobs} where ${jobs.entryId} = ${entries.id} and ${jobs.completedAt} is null) as is_running,
      newest.mode, newest.chosen,
      newest.completed_at is not null and newest.revoked_at is null as is_registered,
      (select max(${certificates.notAfter}) from ${certificates}
        where ${certificates.entryId} = ${entries.id} and ${isActive}) as not_after
    from ${entries}
    left join lateral (
      select mode, chosen, completed_at, revoked_at from ${registrations}
      where ${registrations.entryId} = ${entries.id} and ${registrations.workspaceId} = ${ctx.workspace.id}
      order by ${registrations.createdAt} desc, ${registrations.id} desc limit 1) as newest on true
    where ${entries.workspaceId} = ${ctx.workspace.id} and ${entries.id} = any(${sql.param(ids)}::uuid[])`);
  return rows.map((row): Target => {
    const address = emailOfDocument({ emails: [{ addr: row.address }] });
    const skipped = reasonToSkip(workflow, row, address, now);
    return { id: row.id, address, isArchived: row.is_archived, skipped };
  });
}

function reasonToSkip(
  { schema, steps }: RunWorkflow,
  row: TargetRow,
  address: string | undefined,
  now: Date,
): SkipReason | undefined {
  const stepOf = (provider: string) => steps.find((step) => step.provider === provider);
  const registers = stepOf('gov-ar.register');
  if (row.is_erased || row.is_archived) return 'gone';
  if (!row.schema.endsWith(`/${schema}`)) return 'other-kind';
  if (registers && row.folder !== 'suppliers') return 'not-a-supplier';
  if (registers && isRegistered(row, registers, now)) return 'registered';
  if (stepOf('gov-ar.send') && row.is_issued) return 'issued';
  if (row.is_running) return 'running';
  const mails = steps.some(({ provider, config }) => provider === 'email.link' && !config?.to);
  return mails && !address ? 'no-address' : undefined;
}

/** Whether the step that registers would be skipped: a certificate that expires soon is renewed, another way chosen. */
function isRegistered(row: TargetRow, { config }: Step, now: Date): boolean {
  if (!row.is_registered || !row.mode) return false;
  const wanted = config?.mode ?? 'certificate';
  if (wanted !== 'choice' && wanted !== wayOf({ mode: row.mode, chosen: row.chosen })) return false;
  return !row.not_after || new Date(row.not_after).getTime() - now.getTime() > renewalMs;
}
