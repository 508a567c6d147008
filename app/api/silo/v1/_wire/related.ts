import { z } from 'zod';
import { pageOf, pageResponse, TimedPageQuery, timedPageQuery } from '#app/api/_wire/page.ts';
import type { Context } from '#lib/context.ts';
import { listRelated, relations } from '#lib/invoices/credit-note.ts';
import { page } from '#lib/paging.ts';
import { EntryInList, entryInList } from './entry.ts';

export const RelatedQuery = TimedPageQuery.extend({
  context: z
    .enum(relations, { error: `must be one of ${relations.join(', ')}` })
    .optional()
    .describe('Only entries whose documents refer to it there.'),
});

export const RelatedPage = pageOf(
  EntryInList.extend({
    context: z.enum(relations).describe('Where its document refers to the entry.'),
  }),
);

export async function relatedPage(
  ctx: Context,
  id: string,
  { context: relation, ...query }: z.infer<typeof RelatedQuery>,
): Promise<z.infer<typeof RelatedPage>> {
  const rows = await listRelated(ctx, id, { ...timedPageQuery(query), relation });
  return pageResponse(page(rows, query), (row) => ({ ...entryInList(row), context: row.relation }));
}
