import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { authenticateApiKey } from '#lib/accounts/api-keys.ts';
import { findSession } from '#lib/accounts/sessions.ts';
import { database } from '#lib/database/client.ts';
import { sessions } from '#lib/database/tables/accounts.ts';
import { withNewDatabase } from '#tests/support/databases.ts';
import { newPerson, signInAs } from '#tests/support/person.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

describe('a database that only reads', () => {
  withNewDatabase();

  test('authenticates requests, although it can not record their use', async () => {
    const ana = await newPerson();
    const { cookie } = await signInAs(ana);
    const inAnHour = new Date(Date.now() + 3_600_000);
    await database().update(sessions).set({ expiresAt: inAnHour }).where(eq(sessions.userId, ana.id));
    const apiKey = await newApiKey(await newWorkspace());
    await database().execute(sql`set default_transaction_read_only = on`);
    expect(await findSession(cookie)).toMatchObject({ user: { id: ana.id } });
    expect(await authenticateApiKey(apiKey, { version: 'silo/v1', address: '192.0.2.7' })).toBeDefined();
  });
});
