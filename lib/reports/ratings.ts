import { and, eq, gte, ne, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { supplierInList } from '#lib/documents/party.ts';
import { type Rating, ratings } from '#lib/registrations/rating.ts';
import { type CountOf, sumOf } from './counts.ts';

const mostComments = 5;

/** How easy the suppliers found it who said so since. */
export interface Ratings {
  since: Date;
  total: number;
  /** The best answer first, with those that nobody gave. */
  byAnswer: { answer: Rating; count: number }[];
  /** The newest first. */
  comments: { entryId: string; name: string; answer: Rating; comment: string; at: Date }[];
}

export const ratingsOf = (counts: CountOf<'ratings'>[]): Pick<Ratings, 'total' | 'byAnswer'> => ({
  total: sumOf(counts),
  byAnswer: ratings.map((answer) => ({
    answer,
    count: sumOf(counts.filter(({ facts }) => facts.rating === answer)),
  })),
});

export async function listComments(ctx: Context, since: Date): Promise<Ratings['comments']> {
  const { workspaceId, entryId, rating, ratingComment, ratedAt } = registrations;
  const rows = await reader(ctx)
    .select({
      entry: { id: entries.id, snippet: entries.snippet },
      rating,
      comment: ratingComment,
      at: ratedAt,
    })
    .from(registrations)
    .innerJoin(entries, eq(entries.id, entryId))
    .where(and(eq(workspaceId, ctx.workspace.id), gte(ratedAt, since), ne(ratingComment, '')))
    // As its index is ordered.
    .orderBy(sql`${ratedAt} desc nulls last`)
    .limit(mostComments);
  return rows.flatMap(({ entry, rating: answer, comment, at }) =>
    answer && comment && at
      ? { entryId: entry.id, name: supplierInList(entry)?.name ?? '', answer, comment, at }
      : [],
  );
}
