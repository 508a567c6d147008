// @module-tag slow
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { startAlta } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { type RunningMailServer, startMailServer } from '#tests/support/mail-server.ts';
import { newRegistered } from '#tests/support/registered.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const dayMs = 86_400_000;

let mails: RunningMailServer;
beforeAll(async () => {
  mails = await startMailServer();
});
afterAll(() => mails.stop());

const days = [60, 30, 14, 7, 1, 0];

// Cause: the queue of these mails had lost its worker, and no test started the process that should have had it.
test('a certificate’s expiry is mailed 60, 30, 14, 7 and 1 days before and on the day', async () => {
  const source = await newDatabase();
  const addressAt = (left: number) => `en-${left}@elcastillo.example`;
  const entries = await withDatabase(source, async () => {
    const ctx = await newWorkspace();
    const made: string[] = [];
    for (const left of days) {
      const entry = await newRegistered(ctx, { notAfter: daysFromNow(left) });
      const notice = { noticeEmail: addressAt(left) };
      await database().update(registrations).set(notice).where(eq(registrations.entryId, entry));
      made.push(entry);
    }
    return made;
  });
  const sentTo = (left: number) => mails.received.filter(({ to }) => to.includes(addressAt(left)));
  /** Runs the application until each of them has had so many. */
  async function startUntil(counts: number[]): Promise<void> {
    const alta = await startAlta(source, {
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      MAIL_FROM: 'Alta <alta@alta.example>',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    });
    onTestFinished(() => alta.stop());
    await eventually(
      async () => days.map((left) => sentTo(left).length),
      (sent) => sent.every((count, at) => count >= (counts[at] ?? 0)),
    );
    await alta.stop();
    expect(days.map((left) => sentTo(left).length)).toEqual(counts);
  }

  await startUntil([1, 1, 1, 1, 1, 1]);
  for (const left of days) {
    expect(sentTo(left)[0]?.mail.text).toContain(left === 0 ? 'venció' : `${left} día`);
  }
  // Days later the first of them comes to the next: it has another, and the others have no more.
  await withDatabase(source, () =>
    database()
      .update(certificates)
      .set({ notAfter: daysFromNow(14) })
      .where(eq(certificates.entryId, entries[0] ?? '')),
  );
  await startUntil([2, 1, 1, 1, 1, 1]);
  const [first, second] = sentTo(60);
  expect(second?.mail.text).toContain('14 día');
  expect(second?.mail.headers.get('message-id')).not.toBe(first?.mail.headers.get('message-id'));
}, 240_000);

const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs);
