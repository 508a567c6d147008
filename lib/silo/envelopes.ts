import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { fromInstant, inOrder, type Page, page, pageThatFits } from '#lib/paging.ts';
import { type EntryQuery, type EntryRow, inList } from './entries.ts';

/** With its document as JSON. */
export type EnvelopeRow = Pick<EntryRow, 'id' | 'createdAt' | 'digest' | 'stamps'> & { doc: string };

/**
 * A page of what entries' envelopes are made of; without `documents` each is its `$schema` alone. A document is read
 * as the text that it is stored as: to parse a megabyte takes this process as long as to answer a hundred others.
 */
export async function listEnvelopes(
  ctx: Context,
  { documents, ...query }: EntryQuery & { documents: boolean },
): Promise<Page<EnvelopeRow>> {
  const { id, createdAt, digest, stamps, bytes, docSchema, workspaceId } = entries;
  const schemaAlone = sql<string>`jsonb_build_object('$schema', ${docSchema})::text`;
  const rows = await reader(ctx)
    .select({ id, createdAt, digest, stamps, bytes, doc: schemaAlone })
    .from(entries)
    .where(and(eq(workspaceId, ctx.workspace.id), inList(ctx, query), fromInstant(entries, query)))
    .orderBy(...inOrder(entries, query))
    .limit(query.limit + 1);
  if (!documents) return page(rows, query);
  return pageThatFits(rows, query, (ids) =>
    reader(ctx)
      .select({ id, createdAt, digest, stamps, doc: sql<string>`${entries.doc}::text` })
      .from(entries)
      .where(and(eq(workspaceId, ctx.workspace.id), inArray(id, ids))),
  );
}
