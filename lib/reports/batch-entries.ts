import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { fetchBatch } from '#lib/batches/batches.ts';
import type { BatchRow } from '#lib/batches/rows.ts';
import { type Context, reader } from '#lib/context.ts';
import { type BatchOperation, batchRows } from '#lib/database/tables/batches.ts';
import { linkMailKinds, mails } from '#lib/database/tables/mails.ts';
import { registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { jobs } from '#lib/database/tables/workflows.ts';
import { emailOfDocument } from '#lib/registrations/reminder-address.ts';
import { isSupplierLink, supplierLinkFirst } from '#lib/registrations/supplier-link.ts';
import { requirePermission } from '#lib/roles.ts';
import { type ListedEntry, listedColumns } from '#lib/silo/entries.ts';

/** Returns each row's entry by the row's index. Includes archived entries. */
export async function entriesOfRows(
  ctx: Context,
  operation: BatchOperation,
  rows: readonly BatchRow[],
): Promise<Map<number, ListedEntry>> {
  requirePermission(ctx, 'suppliers:read');
  const entryIds = await entryIdsOf(ctx, operation, rows);
  const found = await reader(ctx)
    .select(listedColumns)
    .from(entries)
    .where(and(eq(entries.workspaceId, ctx.workspace.id), isAmong(entries.id, [...entryIds.values()])));
  const byId = new Map(found.map((entry) => [entry.id, entry]));
  return new Map(
    [...entryIds].flatMap(([index, id]) => {
      const entry = byId.get(id);
      return entry ? [[index, entry]] : [];
    }),
  );
}

/** Entries that a batch of a file created or found, by what can be done with them next. */
export interface NextSteps {
  /** Entries on which no workflow has run. */
  startable: string[];
  /** Suppliers with an open registration whose link was not mailed yet. */
  mailable: string[];
}

/**
 * Reads at most as many ids as a batch has rows.
 * @throws AltaError `not-found`, also for a batch of another workspace
 */
export async function nextStepsOf(ctx: Context, batchId: string): Promise<NextSteps> {
  requirePermission(ctx, 'entries:write');
  await fetchBatch(ctx, batchId);
  const isOpen = sql`${registrations.completedAt} is null and ${registrations.revokedAt} is null`;
  const { rows } = await reader(ctx).execute<{ id: string; step: 'startable' | 'mailable' | null }>(sql`
    select ${entries.id} as id, case
      when exists (
        select from ${registrations} where ${registrations.entryId} = ${entries.id} and ${isOpen}
          and ${registrations.startedAt} is null and not exists (
            select from ${registrationLinks} join ${mails} on ${mails.subject} = ${registrationLinks.id}::text
            where ${registrationLinks.registrationId} = ${registrations.id})) then 'mailable'
      when not exists (select from ${jobs} where ${jobs.entryId} = ${entries.id})
        and not exists (select from ${registrations} where ${registrations.entryId} = ${entries.id})
        and ${entries.stamps} = '[]' then 'startable'
      end as step
    from ${batchRows} join ${entries} on ${entries.id} = ${batchRows.madeId}
    where ${and(
      eq(batchRows.batchId, batchId),
      eq(batchRows.status, 'done'),
      eq(entries.workspaceId, ctx.workspace.id),
      isNull(entries.archivedAt),
    )}
    order by ${batchRows.index}`);
  const idsFor = (step: keyof NextSteps) => rows.flatMap((row) => (row.step === step ? [row.id] : []));
  return { startable: idsFor('startable'), mailable: idsFor('mailable') };
}

interface MailPreview {
  /** Entries whose supplier gets the mail, in the order asked for. */
  ids: string[];
  /** The first of them, with the address. */
  first: (Pick<ListedEntry, 'id' | 'folder' | 'snippet'> & { address: string }) | undefined;
  /** Entries with an open link, but without an address. */
  withoutAddress: Pick<ListedEntry, 'id' | 'folder' | 'snippet'>[];
  /** Number of entries whose link ended, or that have none. */
  others: number;
}

/** Returns to which suppliers their link can be mailed, by the rules of `mailEntryLink`. */
export async function previewMails(
  ctx: Context,
  ids: readonly string[],
  now = new Date(),
): Promise<MailPreview> {
  requirePermission(ctx, 'suppliers:read');
  requirePermission(ctx, 'registrations:read');
  type Row = Pick<ListedEntry, 'id' | 'folder' | 'snippet'> & {
    is_open: boolean | null;
    known: string | null;
    in_document: string | null;
  };
  const { rows } = await reader(ctx).execute<Row>(sql`
    select ${entries.id}, ${entries.folder}, ${entries.snippet},
      newest.completed_at is null and newest.revoked_at is null and link.revoked_at is null
        and link.expires_at > ${now.toISOString()}::timestamptz as is_open,
      coalesce(nullif(newest.notice_email, ''), (
        select ${mails.to} from ${mails}
        join ${registrationLinks} on ${mails.subject} = ${registrationLinks.id}::text
        where ${registrationLinks.registrationId} = newest.id and ${registrationLinks.scope} = 'full'
          and ${inArray(mails.kind, [...linkMailKinds])}
        limit 1)) as known,
      ${entries.doc} #>> '{emails,0,addr}' as in_document
    from ${entries}
    left join lateral (
      select id, notice_email, completed_at, revoked_at from ${registrations}
      where ${registrations.entryId} = ${entries.id} and ${registrations.workspaceId} = ${ctx.workspace.id}
      order by ${registrations.createdAt} desc, ${registrations.id} desc limit 1) as newest on true
    left join lateral (
      select revoked_at, expires_at from ${registrationLinks}
      where ${registrationLinks.registrationId} = newest.id and ${isSupplierLink}
      order by ${sql.join(supplierLinkFirst, sql`, `)} limit 1) as link on true
    where ${entries.workspaceId} = ${ctx.workspace.id} and ${isAmong(entries.id, ids)}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const open = [...new Set(ids)].flatMap((id) => {
    const row = byId.get(id);
    return row?.is_open ? [row] : [];
  });
  const addressOf = ({ known, in_document }: Row) =>
    known || emailOfDocument({ emails: [{ addr: in_document }] });
  const mailed = open.flatMap((row) => {
    const address = addressOf(row);
    const { id, folder, snippet } = row;
    return address ? [{ id, folder, snippet, address }] : [];
  });
  return {
    ids: mailed.map(({ id }) => id),
    first: mailed[0],
    withoutAddress: open
      .filter((row) => !addressOf(row))
      .map(({ id, folder, snippet }) => ({ id, folder, snippet })),
    others: new Set(ids).size - open.length,
  };
}

async function entryIdsOf(ctx: Context, operation: BatchOperation, rows: readonly BatchRow[]) {
  const named = new Map(
    rows.flatMap(({ index, data, madeId }) => {
      const id = data.silo_entry_id ?? data.job_id ?? data.delivery_id ?? madeId;
      return typeof id === 'string' ? [[index, id]] : [];
    }),
  );
  const table = { retry: jobs, 'run-again': jobs, redeliver: webhookDeliveries }[operation as string];
  if (!table) return named;
  const found = await reader(ctx)
    .select({ id: table.id, entryId: table.entryId })
    .from(table)
    .where(and(eq(table.workspaceId, ctx.workspace.id), isAmong(table.id, [...named.values()])));
  const entryOf = new Map(found.map(({ id, entryId }) => [id, entryId]));
  return new Map(
    [...named].flatMap(([index, id]) => {
      const entryId = entryOf.get(id);
      return entryId ? [[index, entryId]] : [];
    }),
  );
}

const isAmong = (column: AnyPgColumn, ids: readonly string[]) =>
  sql`${column} = any(${sql.param(ids)}::uuid[])`;
