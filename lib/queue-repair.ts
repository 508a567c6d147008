import { and, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Environment } from './authority-environment.ts';
import { database } from './database/client.ts';
import { isFree } from './database/leases.ts';
import { workspaces } from './database/tables/accounts.ts';
import { batches } from './database/tables/batches.ts';
import { invoiceSubmissions, monthArchives } from './database/tables/invoices.ts';
import { mails } from './database/tables/mails.ts';
import { delegations, registrations } from './database/tables/registrations.ts';
import { webhookDeliveries } from './database/tables/webhooks.ts';
import { intents, jobs } from './database/tables/workflows.ts';
import { openStatuses } from './invoices/submissions.ts';
import { isUnsent, laneOfMail } from './mail/mails.ts';
import {
  isWithoutEntry,
  type Lane,
  laneOf,
  mostNudges,
  type Nudge,
  type QueueName,
  type QueuePayloads,
} from './queue.ts';
import { laneOfReceiver } from './webhooks/outbox.ts';

type Workspace = { id: string; environment: Environment };

/** Table that stores the waiting work of a queue. */
interface Source {
  table: PgTable;
  workspaceId: PgColumn;
  payload: Record<string, PgColumn>;
  /** Members of the payload by which a row's queue entry is recognized. Default: all. */
  identity?: string[];
  /** SQL condition for rows that became due before `before`. */
  isDue(before: Date): SQL | undefined;
  /** Lane of a row, from its workspace and these columns. Default: the lane of the workspace. */
  lane?: {
    columns: Record<string, PgColumn>;
    of(row: Record<string, string>, workspace: Workspace | null): Lane;
  };
}

const { nextAttemptAt, updatedAt } = jobs;

const sources: Partial<Record<QueueName, Source>> = {
  'job-advance': {
    table: jobs,
    workspaceId: jobs.workspaceId,
    payload: { jobId: jobs.id },
    isDue: (before) => and(isNull(jobs.completedAt), isPast({ nextAttemptAt, updatedAt }, before)),
  },
  'registration-prove': {
    table: registrations,
    workspaceId: registrations.workspaceId,
    payload: { registrationId: registrations.id, round: registrations.proofRound },
    identity: ['registrationId'],
    isDue: (before) =>
      and(
        inArray(registrations.proofStatus, ['running', 'retrying']),
        isNull(registrations.completedAt),
        isNull(registrations.revokedAt),
        isPast({ nextAttemptAt: registrations.nextProofAt, updatedAt: registrations.updatedAt }, before),
      ),
  },
  'points-of-sale-read': {
    table: registrations,
    workspaceId: registrations.workspaceId,
    payload: { registrationId: registrations.id, attempts: registrations.pointsOfSaleAttempts },
    identity: ['registrationId'],
    isDue: (before) =>
      and(
        lt(registrations.nextPointsOfSaleAt, before),
        isNotNull(registrations.completedAt),
        isNull(registrations.revokedAt),
      ),
  },
  'delegation-check': {
    table: delegations,
    workspaceId: delegations.workspaceId,
    payload: { entryId: delegations.entryId, checks: delegations.checks },
    identity: ['entryId'],
    isDue: (before) => lt(delegations.nextCheckAt, before),
  },
  'credit-invoice-check': {
    table: invoiceSubmissions,
    workspaceId: invoiceSubmissions.workspaceId,
    payload: { submissionId: invoiceSubmissions.id, checks: invoiceSubmissions.creditChecks },
    identity: ['submissionId'],
    isDue: (before) => lt(invoiceSubmissions.nextCreditCheckAt, before),
  },
  mail: {
    table: mails,
    workspaceId: mails.workspaceId,
    payload: { mailId: mails.id },
    isDue: (before) => and(isUnsent, lt(mails.due, before)),
    lane: {
      columns: { kind: mails.kind, subject: mails.subject },
      of: (mail, workspace) => laneOfMail(workspace, mail as Parameters<typeof laneOfMail>[1]),
    },
  },
  'batch-advance': {
    table: batches,
    workspaceId: batches.workspaceId,
    payload: { batchId: batches.id },
    isDue: (before) =>
      and(isNull(batches.completedAt), isNull(batches.stoppedAt), lt(batches.updatedAt, before)),
  },
  'month-archive': {
    table: monthArchives,
    workspaceId: monthArchives.workspaceId,
    payload: { archiveId: monthArchives.id },
    isDue: (before) => and(isNull(monthArchives.completedAt), lt(monthArchives.updatedAt, before)),
  },
  'webhook-deliver': {
    table: webhookDeliveries,
    workspaceId: webhookDeliveries.workspaceId,
    payload: { deliveryId: webhookDeliveries.id },
    isDue: (before) =>
      and(
        eq(webhookDeliveries.status, 'pending'),
        isPast(webhookDeliveries, before),
        isFree(webhookDeliveries, before),
      ),
    lane: {
      columns: { url: webhookDeliveries.url },
      of: ({ url = '' }, workspace) => laneOfReceiver(workspace as Workspace, url),
    },
  },
  'invoice-series': {
    table: invoiceSubmissions,
    workspaceId: invoiceSubmissions.workspaceId,
    payload: {
      environment: invoiceSubmissions.environment,
      cuit: invoiceSubmissions.cuit,
      pointOfSale: invoiceSubmissions.pointOfSale,
      documentType: invoiceSubmissions.documentType,
    },
    isDue: (before) =>
      and(inArray(invoiceSubmissions.status, openStatuses), isPast(invoiceSubmissions, before)),
    lane: {
      columns: { cuit: invoiceSubmissions.cuit },
      of: ({ cuit }, workspace) => laneOf(workspace as Workspace, cuit),
    },
  },
};

/** SQL condition: the next attempt, or the last change of a row without one, is before `before`. */
function isPast(times: { nextAttemptAt: PgColumn; updatedAt: PgColumn }, before: Date): SQL | undefined {
  return or(lt(times.nextAttemptAt, before), and(isNull(times.nextAttemptAt), lt(times.updatedAt, before)));
}

/**
 * Returns the missing entries of a queue, for rows that became due before `before`. Lost `registration-look`
 * entries are not replaced, because the page that waits for one requests it again.
 */
export async function overdue<Name extends QueueName>(name: Name, before: Date): Promise<Nudge<Name>[]> {
  if (name === 'job-wake') return (await overdueWakes(before)) as Nudge<QueueName>[] as Nudge<Name>[];
  const source = sources[name];
  if (!source) return [];
  const { table, payload, identity = Object.keys(payload), lane } = source;
  const identityColumns = Object.fromEntries(identity.map((member) => [member, payload[member]]));
  const rows = await database()
    .selectDistinct({
      payload,
      workspaceId: workspaces.id,
      environment: workspaces.environment,
      ...(lane ? { lane: lane.columns } : {}),
    })
    .from(table)
    .leftJoin(workspaces, eq(workspaces.id, source.workspaceId))
    .where(
      and(
        source.isDue(before),
        // Those of closed workspaces would be dropped (workers.ts), except for invoices under way.
        name === 'invoice-series' ? undefined : or(isNull(workspaces.closedAt), isNull(workspaces.id)),
        isWithoutEntry(name, identityColumns as Parameters<typeof isWithoutEntry<Name>>[1]),
      ),
    )
    .limit(mostNudges);
  return rows.map((row) => {
    const { workspaceId: id, environment } = row;
    const workspace = id && environment ? { id, environment } : null;
    const laneRow = (row as { lane?: Record<string, string> }).lane ?? {};
    return {
      lane: lane ? lane.of(laneRow, workspace) : laneOf(workspace as Workspace),
      payload: row.payload as unknown as QueuePayloads[Name],
    };
  });
}

/** Missing entries for refs (invoices, deliveries, mails, registrations) that ended before `before` while jobs still wait. */
async function overdueWakes(before: Date): Promise<Nudge<'job-wake'>[]> {
  const at = sql`${before.toISOString()}::timestamptz`;
  const ref = sql`${intents.ref}::uuid`;
  const hasEnded = or(
    sql`exists (select 1 from ${invoiceSubmissions} where ${invoiceSubmissions.id} = ${ref}
      and ${invoiceSubmissions.settledAt} < ${at})`,
    sql`exists (select 1 from ${webhookDeliveries} where ${webhookDeliveries.id} = ${ref}
      and ${webhookDeliveries.completedAt} < ${at})`,
    sql`exists (select 1 from ${mails} where ${mails.id} = ${ref}
      and coalesce(${mails.sentAt}, ${mails.refusedAt}) < ${at})`,
    sql`exists (select 1 from ${registrations} where ${registrations.id} = ${ref}
      and coalesce(${registrations.completedAt}, ${registrations.revokedAt}) < ${at})`,
  );
  const isCurrent = and(
    eq(intents.jobId, jobs.id),
    eq(intents.phase, jobs.phase),
    eq(intents.position, jobs.position),
  );
  const rows = await database()
    .selectDistinct({ ref: sql<string>`${intents.ref}`, workspace: workspaces })
    .from(jobs)
    .innerJoin(intents, isCurrent)
    .innerJoin(workspaces, eq(workspaces.id, jobs.workspaceId))
    .where(
      and(
        isNull(jobs.completedAt),
        isNull(workspaces.closedAt),
        hasEnded,
        isWithoutEntry('job-wake', { ref: intents.ref }),
      ),
    )
    .limit(mostNudges);
  return rows.map(({ ref, workspace }) => ({ lane: laneOf(workspace), payload: { ref } }));
}
