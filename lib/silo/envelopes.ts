import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Context, reader } from '#lib/context.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { envelop } from '#lib/documents/envelope.ts';
import { readWhole, whereSmall } from '#lib/large-rows.ts';
import { fromInstant, inOrder, type Page, page } from '#lib/paging.ts';
import { EntryQuery, type EntryRow, inList } from './entries.ts';

export const EnvelopeQuery = EntryQuery.extend({
  documents: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('`false`: each `doc` is its `$schema` alone, for who looks for digests and stamps.'),
});
export type EnvelopeQuery = z.infer<typeof EnvelopeQuery>;

type EnvelopeRow = Pick<EntryRow, 'id' | 'createdAt' | 'digest' | 'stamps'> & { doc: string };

/**
 * A page of entries' envelopes, each as JSON: a document goes out as it is stored. To parse a megabyte takes this
 * process as long as to answer a hundred others.
 */
export async function listEnvelopes(ctx: Context, query: EnvelopeQuery): Promise<Page<string>> {
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
  if (query.documents === 'false') {
    return page(
      await list(sql<string>`jsonb_build_object('$schema', ${docSchema})::text`),
      query,
      envelopeText,
    );
  }
  const text = sql<string>`${entries.doc}::text`;
  const rows = await list(whereSmall(bytes, text));
  const shown = await readWhole(rows.slice(0, query.limit), (ids) => read(text, inArray(id, ids)));
  return page(rows, query, envelopeText, shown);
}

function envelopeText({ id, digest, stamps, doc }: EnvelopeRow): string {
  const { doc: _, ...around } = envelop(id, {}, digest, stamps);
  return `${JSON.stringify(around).slice(0, -1)},"doc":${doc}}`;
}
