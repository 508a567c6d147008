import { describe, expect, inject, test } from 'vitest';
import { currentDatabase } from '#lib/database/client.ts';
import { queue } from '#lib/queue.ts';
import { postgres } from '#tests/support/databases.ts';
import { withDatabase } from '#tests/support/with-database.ts';

describe.skipIf(!inject('postgresUrl'))('PostgreSQL', () => {
  test('gives a request thirty seconds for a statement, and the queue as long as it takes', async () => {
    const { source } = await postgres.create();
    const asked = 'show statement_timeout';
    const [ours, ofQueue] = await withDatabase(source, async () => {
      const { driver } = currentDatabase();
      return [
        driver.kind === 'postgres' && (await driver.pool.query(asked)),
        await queue().getDb().executeSql(asked),
      ];
    });
    expect(ours).toMatchObject({ rows: [{ statement_timeout: '30s' }] });
    expect(ofQueue).toMatchObject({ rows: [{ statement_timeout: '0' }] });
  });
});
