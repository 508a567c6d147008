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
        'Words of a name, or the digits of a tax code, each from its beginning; an invoice also by its number, such as `3-12`.',
      ),
    offset: z.coerce
      .number()
      .int()
      .min(0)
      .max(sizeLimits.searchOffset)
      .optional()
      .describe('How many items are left out at the beginning. A `cursor` gets further, and faster.'),
  })
  .superRefine(({ offset, cursor }, context) => {
    if (offset === undefined || cursor === undefined) return;
    const message = 'comes in the place of `cursor`: send the one or the other';
    context.addIssue({ code: 'custom', path: ['offset'], message });
  });

export const FoundEntries = pageOf(EntryInList).extend({
  query: z.string().describe('What was looked for.'),
  offset: z.int().optional().describe('As it was sent.'),
  folder: z.string().optional(),
});

export const searchResponse = ({ q, offset, folder }: z.output<typeof EntrySearch>) => ({
  query: q,
  ...(offset === undefined ? {} : { offset }),
  ...(folder ? { folder } : {}),
});
