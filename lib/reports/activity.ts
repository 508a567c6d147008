import { and, type Column, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import { audit, type Subject } from '#lib/audit.ts';
import type { EntryAction } from '#lib/audit-actions.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { apiKeys, users } from '#lib/database/tables/accounts.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { auditLog, entries } from '#lib/database/tables/silo.ts';
import { jobs } from '#lib/database/tables/workflows.ts';
import { AltaError } from '#lib/errors.ts';
import type { Page, PageQuery } from '#lib/paging.ts';
import type { Actor } from '#lib/roles.ts';
import { fetchListedEntry } from '#lib/silo/entries.ts';

export interface Activity {
  at: Date;
  /** `name` is the name of a user, an API key or a helper. Other actors have only a kind. */
  actor: { kind: Actor['kind']; name?: string };
  action: EntryAction;
  subject: Subject;
  /** Ids, reasons and counts; never a secret. */
  detail: Record<string, unknown>;
}

/**
 * Lists the actions on an entry, its registrations, their links and certificates, and its jobs; newest first.
 * @throws AltaError `not-found`, also for an entry of another workspace.
 */
export async function entryActivity(
  ctx: Context,
  entryId: string,
  { limit, cursor }: PageQuery,
): Promise<Page<Activity>> {
  await fetchListedEntry(ctx, entryId);
  const rows = await readLog(ctx, entryId, limit + 1, cursor === undefined ? undefined : positionOf(cursor));
  const onPage = rows.slice(0, limit);
  const last = rows.length > limit ? onPage.at(-1) : undefined;
  return {
    list: onPage.map(
      ({ at, actorKind, keyName, userName, helperName, action, subjectKind, subjectId, detail }) => {
        const name = keyName ?? userName ?? helperName;
        return {
          at,
          actor: { kind: actorKind, ...(name ? { name } : {}) },
          action: action as EntryAction,
          subject: { kind: subjectKind, id: subjectId },
          detail,
        };
      },
    ),
    limit,
    ...(cursor ? { cursor } : {}),
    ...(last ? { nextCursor: cursorAt(last.position) } : {}),
  };
}

/** When someone acts through a registration link, the log's actor id is the link's id. */
const actingLinks = alias(registrationLinks, 'acting_links');

/**
 * Reads each subject's newest lines through the log's index, then keeps the newest of those. The cost does
 * not depend on the length of the log.
 */
function readLog(ctx: Context, entryId: string, wanted: number, beforePosition: number | undefined) {
  const about = subjectsOf(ctx, [entryId]).as('about');
  const logged = reader(ctx)
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.workspaceId, ctx.workspace.id),
        eq(auditLog.subjectId, sql`${about.id}`),
        beforePosition === undefined ? undefined : lt(auditLog.position, beforePosition),
      ),
    )
    .orderBy(desc(auditLog.position))
    .limit(wanted)
    .as('logged');
  // Casts to UUID, so that the lookup uses the primary key. Ids of other kinds of actor may not be UUIDs.
  const actorIdIfKind = (kind: Actor['kind']) =>
    sql`case when ${logged.actorKind} = ${kind} then ${logged.actorId}::uuid end`;
  return reader(ctx)
    .select({
      position: logged.position,
      at: logged.at,
      actorKind: logged.actorKind,
      keyName: apiKeys.name,
      userName: users.name,
      helperName: actingLinks.holderName,
      action: logged.action,
      subjectKind: logged.subjectKind,
      subjectId: logged.subjectId,
      detail: logged.detail,
    })
    .from(about)
    .innerJoinLateral(logged, sql`true`)
    .leftJoin(apiKeys, eq(apiKeys.id, actorIdIfKind('api-key')))
    .leftJoin(users, and(eq(logged.actorKind, 'user'), eq(users.id, logged.actorId)))
    .leftJoin(actingLinks, eq(actingLinks.id, actorIdIfKind('registrant')))
    .orderBy(desc(logged.position))
    .limit(wanted);
}

/** Selects the subject ids under which the log stores actions on these entries. */
export function subjectsOf(ctx: Context, entryIds: string[]) {
  const { id: workspaceId } = ctx.workspace;
  const db = reader(ctx);
  const registered = and(
    eq(registrations.workspaceId, workspaceId),
    inArray(registrations.entryId, entryIds),
  );
  return unionAll(
    db
      .select({ id: asText(entries.id) })
      .from(entries)
      .where(and(eq(entries.workspaceId, workspaceId), inArray(entries.id, entryIds))),
    db
      .select({ id: asText(registrations.id) })
      .from(registrations)
      .where(registered),
    db
      .select({ id: asText(registrationLinks.id) })
      .from(registrationLinks)
      .innerJoin(registrations, eq(registrations.id, registrationLinks.registrationId))
      .where(registered),
    db
      .select({ id: asText(certificates.id) })
      .from(certificates)
      .innerJoin(registrations, eq(registrations.id, certificates.registrationId))
      .where(registered),
    db
      .select({ id: asText(jobs.id) })
      .from(jobs)
      .where(and(eq(jobs.workspaceId, workspaceId), inArray(jobs.entryId, entryIds))),
  );
}

const asText = (id: Column) => sql<string>`${id}::text`.as('id');

const cursorAt = (position: number) => Buffer.from(String(position)).toString('base64url');

function positionOf(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new AltaError('validation', 'The cursor is not valid.', {
    fields: { cursor: 'is not a cursor' },
  });
}

export type ExportedList =
  | 'activity'
  | 'batch'
  | 'deliveries'
  | 'invoices'
  | 'jobs'
  | 'registrations'
  | 'suppliers';

/** Audits the export of a list. */
export const noteExport = (ctx: Context, list: ExportedList): Promise<void> =>
  inTransaction(ctx, (tx) =>
    audit(tx, ctx, 'workspace.exported', { kind: 'workspace', id: ctx.workspace.id }, { list }),
  );
