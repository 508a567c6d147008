import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { sessions, users } from '#lib/database/tables/accounts.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { deleteExpired } from '#lib/retention.ts';
import { onNewDatabase } from '#tests/support/databases.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const daysFrom = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000);
const inDays = (days: number) => daysFrom(new Date(), days);

onNewDatabase('the retention of people’s data', () => {
  test('keeps the audit log for ten years', async () => {
    const { workspace } = await newWorkspace();
    const lines = () => database().$count(auditLog, eq(auditLog.workspaceId, workspace.id));
    const written = await lines();
    await deleteExpired({ now: inDays(3_652) });
    expect(await lines()).toBe(written);
    await deleteExpired({ now: inDays(3_654) });
    expect([written > 0, await lines()]).toEqual([true, 0]);
  });

  test('keeps logins until they have ended', async () => {
    const [user] = await database()
      .insert(users)
      .values({ id: randomUUID(), name: 'Ana', email: `${randomUUID()}@alta.example` })
      .returning();
    const session = (id: string, expiresAt: Date) => ({
      id,
      tokenHash: id,
      userId: user?.id ?? '',
      expiresAt,
    });
    const now = new Date();
    await database()
      .insert(sessions)
      .values([session('ended', daysFrom(now, -0.1)), session('good', daysFrom(now, 0.1))]);
    await deleteExpired({ now });
    expect((await database().select().from(sessions)).map(({ id }) => id)).toEqual(['good']);
  });
});
