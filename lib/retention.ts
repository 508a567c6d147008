import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { database } from '#lib/database/client.ts';
import { sessions, verifications } from '#lib/database/tables/accounts.ts';
import { taxpayers } from '#lib/database/tables/authority.ts';
import { idempotentAnswers, rateUses } from '#lib/database/tables/http.ts';
import { monthArchives } from '#lib/database/tables/invoices.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { batches, batchRows } from './database/tables/batches.ts';
import { mails } from './database/tables/mails.ts';
import { webhookAttempts, webhookDeliveries } from './database/tables/webhooks.ts';
import { intentEvents, intents, jobs } from './database/tables/workflows.ts';
import { env } from './env.ts';
import { archiveLimits } from './limits.ts';
import { maxAgeDays } from './taxpayers.ts';
import { dayMs } from './time.ts';

/** Rows that are deleted after a retention period. All other rows stay: docs/limits.md#retention. */
interface RetentionRule {
  table: PgTable;
  /** Start of the retention period. Indexed. */
  at: PgColumn;
  key: PgColumn[];
  days: () => number;
  /** Condition that restricts the rows. Same as the condition of the partial index on `at`. */
  among?: SQL;
  /** Condition: the row of `aged` is never needed again. Evaluated for each row, so it may only look up by key. */
  isOver?: (cutoff: SQL) => SQL;
  /** Statement that deletes the dependent rows of the rows being deleted (`gone`). */
  parts?: SQL;
}

const retentionRules: Record<string, RetentionRule> = {
  events: {
    table: intentEvents,
    at: intentEvents.at,
    key: [intentEvents.intentId, intentEvents.index],
    days: () => env().KEEP_EVENTS_DAYS,
    isOver: (cutoff) => sql`(select ${jobs.completedAt} < ${cutoff} from ${intents}
      join ${jobs} on ${jobs.id} = ${intents.jobId} where ${intents.id} = aged.intent_id)`,
  },
  deliveries: {
    table: webhookDeliveries,
    at: webhookDeliveries.completedAt,
    key: [webhookDeliveries.id],
    days: () => env().KEEP_DELIVERIES_DAYS,
    // Without the delivery, a step that has not yet seen the result would send the message again.
    isOver: () => sql`coalesce((select ${intents.completed} or ${jobs.completedAt} is not null
      from ${webhookDeliveries} join ${intents} on ${intents.id} = ${webhookDeliveries.intentId}
      join ${jobs} on ${jobs.id} = ${intents.jobId} where ${webhookDeliveries.id} = aged.id), true)`,
    parts: sql`delete from ${webhookAttempts} using gone where ${webhookAttempts.deliveryId} = gone.id`,
  },
  // The rows contain the submitted data, including documents. The batch itself and its key stay.
  rows: {
    table: batchRows,
    at: batchRows.endedAt,
    key: [batchRows.batchId, batchRows.index],
    days: () => env().KEEP_BATCH_ROWS_DAYS,
    isOver: (cutoff) => sql`(select ${batches.completedAt} < ${cutoff} from ${batches}
      where ${batches.id} = aged.batch_id)`,
  },
  archives: {
    table: monthArchives,
    at: monthArchives.createdAt,
    key: [monthArchives.id],
    days: () => archiveLimits.days,
  },
  mails: {
    table: mails,
    at: mails.createdAt,
    key: [mails.id],
    days: () => env().KEEP_MAILS_DAYS,
    among: sql`coalesce(${mails.sentAt}, ${mails.refusedAt}) is not null`,
    // Without the mail, a step that has not yet seen the result would send another one.
    isOver: () => sql`not exists (select from ${intents} join ${jobs} on ${jobs.id} = ${intents.jobId}
      where ${intents.ref} = aged.id::text and not ${intents.completed} and ${jobs.completedAt} is null)`,
  },
  answers: {
    table: idempotentAnswers,
    at: idempotentAnswers.createdAt,
    key: [idempotentAnswers.workspaceId, idempotentAnswers.route, idempotentAnswers.key],
    days: () => env().KEEP_ANSWERS_DAYS,
  },
  audit: {
    table: auditLog,
    at: auditLog.at,
    key: [auditLog.position],
    days: () => env().KEEP_AUDIT_DAYS,
  },
  taxpayers: {
    table: taxpayers,
    at: taxpayers.readAt,
    key: [taxpayers.workspaceId, taxpayers.cuit],
    days: () => maxAgeDays,
  },
  sessions: { table: sessions, at: sessions.expiresAt, key: [sessions.id], days: () => 0 },
  uses: { table: rateUses, at: rateUses.endsAt, key: [rateUses.key], days: () => 0 },
  verifications: {
    table: verifications,
    at: verifications.expiresAt,
    key: [verifications.id],
    days: () => 0,
  },
};

interface Removal {
  now?: Date;
  /** Rows per chunk. */
  most?: number;
  /** Stops the removal between two chunks. */
  signal?: AbortSignal;
}

/**
 * Deletes rows that are no longer needed and older than their retention period, in chunks. Each chunk is one
 * statement that uses an index and skips locked rows. Several processes may run this at once.
 * @returns number of removed rows by kind; kinds without any are absent
 */
export async function deleteExpired({ now = new Date(), most = 1_000, signal }: Removal = {}) {
  const removed: Record<string, number> = {};
  for (const [kind, rows] of Object.entries(retentionRules)) {
    const cutoff = new Date(now.getTime() - rows.days() * dayMs);
    let last: string[] | null = null;
    do {
      if (signal?.aborted) return removed;
      const chunk: RemovedChunk = await removeChunk(rows, cutoff, last, most);
      if (chunk.removed > 0) removed[kind] = (removed[kind] ?? 0) + chunk.removed;
      last = chunk.seen < most ? null : chunk.last;
    } while (last);
  }
  return removed;
}

type RemovedChunk = {
  seen: number;
  removed: number;
  /** Key of the last row seen, as text. The next chunk starts after it, and thus skips the rows that stay. */
  last: string[] | null;
};

async function removeChunk(
  { table, at, key, among = sql`true`, isOver = () => sql`true`, parts = sql`select` }: RetentionRule,
  cutoff: Date,
  last: string[] | null,
  most: number,
): Promise<RemovedChunk> {
  const columns = [at, ...key];
  const list = (each: (column: PgColumn) => SQL) => sql.join(columns.map(each), sql`, `);
  const keyColumns = list((column) => sql`${column}`);
  const matchesKey = key.map((column) => sql`${column} = gone.${sql.identifier(column.name)}`);
  const values = columns.map((column, index) => sql`${last?.[index]}::${sql.raw(column.getSQLType())}`);
  const isNext = last ? sql`(${keyColumns}) > (${sql.join(values, sql`, `)})` : sql`true`;
  const instant = sql`${cutoff.toISOString()}::timestamptz`;
  const { rows } = await database().execute<RemovedChunk>(sql`
    with aged as (
      select ${keyColumns} from ${table}
      where ${at} < ${instant} and ${among} and ${isNext}
      order by ${keyColumns} limit ${most} for update skip locked),
    gone as materialized (select * from aged where ${isOver(instant)}),
    parts as (${parts}),
    removed as (delete from ${table} using gone where ${sql.join(matchesKey, sql` and `)} returning 1)
    select (select count(*)::int from aged) as seen, (select count(*)::int from removed) as removed,
      (select jsonb_build_array(${list(({ name }) => sql`aged.${sql.identifier(name)}::text`)}) from aged
        order by ${list(({ name }) => sql`aged.${sql.identifier(name)} desc`)} limit 1) as last`);
  return rows[0] ?? { seen: 0, removed: 0, last: null };
}
