import { and, type Column, eq, inArray, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { type Context, reader } from '#lib/context.ts';
import { apiKeys, invitations, users } from '#lib/database/tables/accounts.ts';
import { registrationLinks } from '#lib/database/tables/links.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { type auditLog, entries } from '#lib/database/tables/silo.ts';
import { webhookDeliveries, webhookEndpoints } from '#lib/database/tables/webhooks.ts';
import { jobs, workflows } from '#lib/database/tables/workflows.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';

/** What a line is about, in words; nothing for what was removed since. */
export interface NamedSubject {
  /** The entry itself, or the one that it belongs to. */
  entry?: Pick<ListedEntry, 'id' | 'folder' | 'snippet'>;
  /** Of what belongs to no entry. */
  name?: string;
}

type Row = Pick<typeof auditLog.$inferSelect, 'actorKind' | 'actorId' | 'subjectKind' | 'subjectId'>;

/** Who acted and on what, for a page of the log: a query for each kind that is among it, by its keys. */
export async function namesFor(ctx: Context, rows: readonly Row[]) {
  const actors = (kind: Row['actorKind']) =>
    idsOf(rows.map((row) => (row.actorKind === kind ? row.actorId : null)));
  const about = (kind: Row['subjectKind']) =>
    idsOf(rows.map((row) => (row.subjectKind === kind ? row.subjectId : null)));
  const people = [...actors('user'), ...about('user')];
  const keys = [...actors('api-key'), ...about('api-key')];
  const [byEntry, ...named] = await Promise.all([
    entriesOf(ctx, idsOf(rows.map((row) => (ofEntries.has(row.subjectKind) ? row.subjectId : null)))),
    namesIn(ctx, people, { ...users, from: users, workspaceId: undefined }),
    namesIn(ctx, keys, { ...apiKeys, from: apiKeys }),
    namesIn(ctx, actors('registrant'), {
      ...registrationLinks,
      from: registrationLinks,
      name: registrationLinks.holderName,
    }),
    namesIn(ctx, about('workflow'), { ...workflows, from: workflows }),
    namesIn(ctx, about('invitation'), { ...invitations, from: invitations, name: invitations.note }),
    namesIn(ctx, about('webhook-endpoint'), {
      ...webhookEndpoints,
      from: webhookEndpoints,
      name: webhookEndpoints.url,
    }),
  ]);
  const names = new Map(named.flat().map(({ id, name }) => [id, name ?? '']));
  const subjects = new Map(
    rows.map(({ subjectId }): [string, NamedSubject] => {
      const entry = byEntry.get(subjectId);
      const name = names.get(subjectId);
      return [subjectId, { ...(entry ? { entry } : {}), ...(name ? { name } : {}) }];
    }),
  );
  return { actorNames: names, subjects };
}

const ofEntries: ReadonlySet<Row['subjectKind']> = new Set([
  'entry',
  'registration',
  'link',
  'job',
  'webhook-delivery',
]);

interface Named {
  from:
    | typeof users
    | typeof apiKeys
    | typeof registrationLinks
    | typeof workflows
    | typeof invitations
    | typeof webhookEndpoints;
  id: Column;
  name: Column;
  /** Absent on people, whom no workspace owns. */
  workspaceId: Column | undefined;
}

async function namesIn(ctx: Context, ids: string[], { from, id, name, workspaceId }: Named) {
  if (ids.length === 0) return [];
  return reader(ctx)
    .select({ id: sql<string>`${id}::text`, name: sql<string | null>`${name}` })
    .from(from)
    .where(and(inArray(id, ids), workspaceId && eq(workspaceId, ctx.workspace.id)));
}

/** The entry of each of these ids, whatever it is the id of. */
async function entriesOf(ctx: Context, ids: string[]) {
  if (ids.length === 0) return new Map<string, NamedSubject['entry']>();
  const db = reader(ctx);
  const pair = (subject: Column, entryId: Column) => ({
    subject: sql<string>`${subject}`.as('subject'),
    entryId: sql<string>`${entryId}`.as('entry_id'),
  });
  const subjects = unionAll(
    db.select(pair(entries.id, entries.id)).from(entries).where(inArray(entries.id, ids)),
    db
      .select(pair(registrations.id, registrations.entryId))
      .from(registrations)
      .where(inArray(registrations.id, ids)),
    db
      .select(pair(registrationLinks.id, registrations.entryId))
      .from(registrationLinks)
      .innerJoin(registrations, eq(registrations.id, registrationLinks.registrationId))
      .where(inArray(registrationLinks.id, ids)),
    db.select(pair(jobs.id, jobs.entryId)).from(jobs).where(inArray(jobs.id, ids)),
    db
      .select(pair(webhookDeliveries.id, webhookDeliveries.entryId))
      .from(webhookDeliveries)
      .where(inArray(webhookDeliveries.id, ids)),
  ).as('subjects');
  const rows = await db
    .select({
      subject: subjects.subject,
      id: entries.id,
      folder: entries.folder,
      snippet: entries.snippet,
    })
    .from(subjects)
    .innerJoin(entries, and(eq(entries.id, subjects.entryId), eq(entries.workspaceId, ctx.workspace.id)));
  return new Map(rows.map(({ subject, ...entry }) => [subject, entry]));
}

/** A user's is no UUID; what else is none is of an earlier release, and names nothing. */
const idsOf = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];
