import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { runAll } from '#lib/database/batching.ts';
import { batches, batchRows } from '#lib/database/tables/batches.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { mails } from '#lib/database/tables/mails.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries, entryFiles, entryMeta } from '#lib/database/tables/silo.ts';
import { jobs } from '#lib/database/tables/workflows.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission, requireScope } from '#lib/roles.ts';
import { fetchBatch } from './batches.ts';
import { operations } from './operations.ts';

/** Why an entry of a batch is not taken back, the most serious reason first. */
export const keptReasons = ['submitted', 'mailed', 'registration', 'job', 'changed', 'existed'] as const;
type KeptReason = (typeof keptReasons)[number];

export interface UndoPreview {
  /** Number of entries that can be taken back. */
  undoable: number;
  /** Numbers of the others, without those that are archived already. */
  kept: Partial<Record<KeptReason, number>>;
}

/** How many of the entries that a batch created can be taken back, and why the others can not. */
export async function previewUndo(ctx: Context, id: string): Promise<UndoPreview> {
  const { operation } = await fetchBatch(ctx, id);
  if (operation !== 'create-entry') return { undoable: 0, kept: {} };
  const { rows } = await reader(ctx).execute<{ reason: KeptReason | null; count: number }>(sql`
    select ${keptReason} as reason, count(*)::int as count
    from ${batchRows} join ${entries} on ${entries.id} = ${batchRows.madeId}
    where ${isListedEntryOf(ctx, id)} group by 1`);
  const undoable = rows.find(({ reason }) => reason === null)?.count ?? 0;
  const kept = rows.flatMap(({ reason, count }) => (reason ? [[reason, count]] : []));
  return { undoable, kept: Object.fromEntries(kept) };
}

const concurrentAudits = 500;

/**
 * Takes back the unused entries that a batch created: archives them and frees their keys, so that a corrected file
 * creates them anew. An entry with a job, a registration, a mail, a request to the authority or a change stays.
 * Idempotent.
 * @throws AltaError `conflict` `still-running` unless the batch has ended or was stopped
 */
export async function undoBatch(ctx: Context, id: string, now = new Date()): Promise<{ undone: number }> {
  const { needs, scope } = operations['create-entry'];
  requirePermission(ctx, needs);
  requireScope(ctx, scope);
  const { operation } = await fetchBatch(ctx, id);
  if (operation !== 'create-entry') {
    throw new AltaError('conflict', 'Only a batch that created entries can be undone.');
  }
  return inTransaction(ctx, async (tx) => {
    const [ended] = await tx
      .update(batches)
      .set({ undoneAt: now })
      .where(
        and(
          eq(batches.id, id),
          eq(batches.workspaceId, ctx.workspace.id),
          or(isNotNull(batches.completedAt), isNotNull(batches.stoppedAt)),
        ),
      )
      .returning({ id: batches.id });
    if (!ended) {
      throw new AltaError('conflict', 'The batch is still running: stop it first.', {
        code: 'still-running',
      });
    }
    // Locked first: a job, registration or change that another transaction adds now is seen by the update below,
    // or waits for it.
    await tx.execute(sql`
      select ${entries.id} from ${batchRows} join ${entries} on ${entries.id} = ${batchRows.madeId}
      where ${isListedEntryOf(ctx, id)} order by ${entries.id} for update of ${entries}`);
    const { rows } = await tx.execute<{ id: string }>(sql`
      update ${entries} set archived_at = ${now.toISOString()}::timestamptz, key = null, updated_at = now()
      from ${batchRows}
      where ${entries.id} = ${batchRows.madeId} and ${isListedEntryOf(ctx, id)} and (${keptReason}) is null
      returning ${entries.id} as id`);
    for (let from = 0; from < rows.length; from += concurrentAudits) {
      await runAll(rows.slice(from, from + concurrentAudits), (entry) =>
        audit(tx, ctx, 'entry.archived', { kind: 'entry', id: entry.id }, { batch: id }),
      );
    }
    await audit(tx, ctx, 'batch.undone', { kind: 'batch', id }, { rows: rows.length });
    return { undone: rows.length };
  });
}

const isListedEntryOf = (ctx: Context, id: string): SQL | undefined =>
  and(
    eq(batchRows.batchId, id),
    eq(batchRows.status, 'done'),
    eq(entries.workspaceId, ctx.workspace.id),
    isNull(entries.archivedAt),
  );

/** Null for an entry that the row created and that nothing has used or changed since. */
const keptReason = sql`case
  when ${entries.createdAt} <> ${batchRows.endedAt} then 'existed'
  when exists (select from ${invoiceSubmissions} where ${invoiceSubmissions.entryId} = ${entries.id}) then 'submitted'
  when exists (select from ${mails} where ${mails.subject} = ${entries.id}::text) then 'mailed'
  when exists (select from ${registrations} where ${registrations.entryId} = ${entries.id}) then 'registration'
  when exists (select from ${jobs} where ${jobs.entryId} = ${entries.id}) then 'job'
  when ${entries.updatedAt} > ${entries.createdAt}
    or exists (select from ${entryFiles} where ${entryFiles.entryId} = ${entries.id})
    or exists (select from ${entryMeta} where ${entryMeta.entryId} = ${entries.id}) then 'changed'
  end`;
