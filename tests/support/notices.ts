import { and, asc, eq, sql } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { mails } from '#lib/database/tables/mails.ts';
import type { Person } from './person.ts';

export async function noticesTo({ id }: Pick<Person, 'id'>): Promise<string[]> {
  const rows = await database()
    .select({ notice: sql<string>`${mails.data} ->> 'notice'` })
    .from(mails)
    .where(and(eq(mails.kind, 'account'), eq(mails.subject, id)))
    .orderBy(asc(mails.id));
  return rows.map(({ notice }) => notice);
}
