import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { readWhole, whereSmall } from '#lib/large-rows.ts';
import { fromInstant, inOrder, type Page, page } from '#lib/paging.ts';
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
  const { id, createdAt, digest, stamps, bytes, docSchema } = entries;
  const read = (doc: SQL<string>, where: SQL | undefined) =>
    reader(ctx)
      .select({ id, createdAt, digest, stamps, bytes, doc })
      .from(entries)
      .where(and(eq(entries.workspaceId, ctx.workspace.id), where));
  const list = (doc: SQL<string>) =>
    read(doc, and(inList(ctx, query), fromInstant(entries, query)))
      .orderBy(...inOrder(entries, query))
      .limit(query.limit + 1);
  if (!documents)
    return page(await list(sql<string>`jsonb_build_object('$schema', ${docSchema})::text`), query);
  const text = sql<string>`${entries.doc}::text`;
  const rows = await list(whereSmall(bytes, text));
  const onPage = await readWhole(rows.slice(0, query.limit), (ids) => read(text, inArray(id, ids)));
  return page(rows, query, onPage);
}
