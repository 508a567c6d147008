import { describe, expect, test } from 'vitest';
import { currentDatabase } from '#lib/database/client.ts';
import { queue } from '#lib/queue.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { withDatabase } from '#tests/support/with-database.ts';

describe('PostgreSQL', () => {
  test('limits a request’s statement to thirty seconds, and the queue’s not at all', async () => {
    const source = await newDatabase();
    const asked = 'show statement_timeout';
    const [ours, ofQueue] = await withDatabase(source, async () => {
      return [await currentDatabase().pool.query(asked), await queue().getDb().executeSql(asked)];
    });
    expect(ours).toMatchObject({ rows: [{ statement_timeout: '30s' }] });
    expect(ofQueue).toMatchObject({ rows: [{ statement_timeout: '0' }] });
  });
});
