import { and, type Column, eq, type SQL, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrationLinks } from '#lib/database/tables/links.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { hashRef } from '#lib/silo/public-link.ts';
import { emailsOfRegistrations, entriesByEmail } from './emails.ts';
import { suppliersRefused } from './reasons.ts';
import { beginsWith, idIn, refIn, type Wanted, wordIn } from './wanted.ts';

/**
 * The entries whose registration this is, or whose link; whose certificate has an alias that begins so, or who have an
 * address of such a beginning; who was refused for the reason of this support code. With what was found, where that says something.
 */
export async function suppliersBehind(ctx: Context, wanted: Wanted): Promise<Map<string, string>> {
  const found = await Promise.all([
    byId(ctx, wanted),
    byLink(ctx, wanted),
    byAlias(ctx, wanted),
    entriesByEmail(ctx, wanted),
    emailsOfRegistrations(ctx, wanted),
    suppliersRefused(ctx, wanted),
  ]);
  return new Map(found.flatMap((each) => [...each].slice(0, wanted.limit)).toReversed());
}

async function byId(ctx: Context, wanted: Wanted): Promise<Map<string, string>> {
  const id = idIn(wanted);
  if (!id) return new Map();
  const rows = await reader(ctx)
    .select({ entryId: registrations.entryId })
    .from(registrations)
    .where(and(eq(registrations.id, id), eq(registrations.workspaceId, ctx.workspace.id)));
  return new Map(rows.map(({ entryId }) => [entryId, '']));
}

/** A link that somebody was sent says nothing of who they are. */
async function byLink(ctx: Context, wanted: Wanted): Promise<Map<string, string>> {
  const hash = hashRef(refIn(wanted) ?? '');
  if (!hash) return new Map();
  const rows = await reader(ctx)
    .select({ entryId: registrations.entryId })
    .from(registrationLinks)
    .innerJoin(registrations, eq(registrations.id, registrationLinks.registrationId))
    .where(and(eq(registrationLinks.refHash, hash), eq(registrationLinks.workspaceId, ctx.workspace.id)));
  return new Map(rows.map(({ entryId }) => [entryId, '']));
}

/** The one that was proposed, and the one that it was given at the authority. */
async function byAlias(ctx: Context, wanted: Wanted): Promise<Map<string, string>> {
  const word = wordIn(wanted);
  if (!word) return new Map();
  const { workspaceId, entryId, alias, certificateAlias } = certificates;
  const begins = (column: Column, condition?: SQL) =>
    reader(ctx)
      .select({ entryId, alias: sql<string>`${column}`.as('found_alias') })
      .from(certificates)
      .where(and(eq(workspaceId, ctx.workspace.id), beginsWith(column, word), condition))
      .limit(wanted.limit);
  const rows = await Promise.all([
    begins(alias),
    begins(certificateAlias, sql`${certificateAlias} <> ${alias}`),
  ]);
  return new Map(rows.flat().map((row) => [row.entryId, row.alias]));
}
