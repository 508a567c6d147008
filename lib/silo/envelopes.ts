import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { fromInstant, inOrder, type Page, page, pageWithinBytes } from '#lib/paging.ts';
import { type EntryQuery, type EntryRow, inList } from './entries.ts';

/** `doc` is the document as JSON text. */
export type EnvelopeRow = Pick<EntryRow, 'id' | 'createdAt' | 'digest' | 'stamps'> & { doc: string };

/**
 * Returns a page of entries, each with the parts of its envelope. Without `documents`, each document has only
 * its `$schema`. Documents are read as stored text: parsing one megabyte takes this process as long as
 * answering a hundred other requests.
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
  return pageWithinBytes(rows, query, (ids) =>
    reader(ctx)
      .select({ id, createdAt, digest, stamps, doc: sql<string>`${entries.doc}::text` })
      .from(entries)
      .where(and(eq(workspaceId, ctx.workspace.id), inArray(id, ids))),
  );
}
