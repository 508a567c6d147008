import { z } from 'zod';
import { pageOf } from '#app/api/_wire/page.ts';
import { sizeLimits } from '#lib/limits.ts';
import { EntryInList, EntryQuery } from './entry.ts';

export const EntrySearch = EntryQuery.omit({ created_at: true, ascending: true })
  .extend({
    q: z
      .string()
      .trim()
      .min(1, 'is empty')
      .max(200)
      .describe(
        'The beginnings of words of a name, or of a tax code; for invoices also the number, such as `3-12`.',
      ),
    offset: z.coerce
      .number()
      .int()
      .min(0)
      .max(sizeLimits.searchOffset)
      .optional()
      .describe('How many items to skip. A `cursor` reaches further and is faster.'),
  })
  .superRefine(({ offset, cursor }, context) => {
    if (offset === undefined || cursor === undefined) return;
    const message = 'cannot be combined with `cursor`: send only one of them';
    context.addIssue({ code: 'custom', path: ['offset'], message });
  });

export const FoundEntries = pageOf(EntryInList).extend({
  query: z.string().describe('The `q` of the request.'),
  offset: z.int().optional().describe('As sent in the request.'),
  folder: z.string().optional(),
});

export const searchResponse = ({ q, offset, folder }: z.output<typeof EntrySearch>) => ({
  query: q,
  ...(offset === undefined ? {} : { offset }),
  ...(folder ? { folder } : {}),
});
