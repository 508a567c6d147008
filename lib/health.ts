import { sql } from 'drizzle-orm';
import { database } from './database/client.ts';

const longestMs = 2_000;

/** Whether the database answers within two seconds. */
export async function isReady(): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), longestMs).unref());
  const answers = Promise.resolve()
    .then(() => database().execute(sql`select 1`))
    .then(() => true)
    .catch(() => false);
  return Promise.race([answers, late]);
}
