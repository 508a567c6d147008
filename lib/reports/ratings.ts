import { and, count, desc, eq, gte, isNotNull, ne } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { supplierInList } from '#lib/documents/party.ts';
import { type Rating, ratings } from '#lib/registrations/rating.ts';

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

export async function countRatings(ctx: Context, since: Date): Promise<Ratings> {
  const { rating, ratingComment, ratedAt } = registrations;
  const ratedSince = and(eq(registrations.workspaceId, ctx.workspace.id), gte(ratedAt, since));
  const counted = await reader(ctx)
    .select({ rating, count: count() })
    .from(registrations)
    .where(ratedSince)
    .groupBy(rating);
  const byAnswer = ratings.map((answer) => ({
    answer,
    count: counted.find((row) => row.rating === answer)?.count ?? 0,
  }));
  const total = byAnswer.reduce((sum, row) => sum + row.count, 0);
  if (total === 0) return { since, total, byAnswer, comments: [] };
  const rows = await reader(ctx)
    .select({
      entry: { id: entries.id, snippet: entries.snippet },
      rating,
      comment: ratingComment,
      at: ratedAt,
    })
    .from(registrations)
    .innerJoin(entries, eq(entries.id, registrations.entryId))
    .where(and(ratedSince, isNotNull(ratingComment), ne(ratingComment, '')))
    .orderBy(desc(ratedAt))
    .limit(mostComments);
  const comments = rows.flatMap(({ entry, rating: answer, comment, at }) =>
    answer && comment && at
      ? { entryId: entry.id, name: supplierInList(entry)?.name ?? '', answer, comment, at }
      : [],
  );
  return { since, total, byAnswer, comments };
}
