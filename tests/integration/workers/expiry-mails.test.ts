import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { certificates, registrations } from '#lib/database/tables/registrations.ts';
import { startAlta } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { embedded } from '#tests/support/databases.ts';
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

describe('the notices of a certificate’s end', () => {
  // Cause: the queue of these mails had lost its worker, and no test started the process that should have had it.
  test('are mailed by the application itself, 30, 14, 7 and 1 days before and when it has come', async () => {
    const { source, remove } = await embedded.create();
    const address = 'duena@elcastillo.example';
    const entryId = await withDatabase(source, async () => {
      const entry = await newRegistered(await newWorkspace(), { notAfter: daysFromNow(400) });
      await database()
        .update(registrations)
        .set({ noticeEmail: address })
        .where(eq(registrations.entryId, entry));
      return entry;
    });
    const own = () => mails.received.filter(({ to }) => to.includes(address));
    const subjects: string[] = [];
    for (const [at, days] of [30, 14, 7, 1, 0].entries()) {
      await withDatabase(source, () =>
        database()
          .update(certificates)
          .set({ notAfter: daysFromNow(days) })
          .where(eq(certificates.entryId, entryId)),
      );
      const alta = await startAlta(source, {
        SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
        MAIL_FROM: 'Alta <alta@alta.example>',
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
      });
      onTestFinished(() => alta.stop());
      await eventually(
        async () => own().length,
        (count) => count > at,
      );
      await alta.stop();
      const [mail] = own().slice(at);
      expect(mail?.mail.text).toContain(days === 0 ? 'venció' : `${days} día`);
      subjects.push(mail?.mail.headers.get('message-id') ?? '');
    }
    expect(own()).toHaveLength(5);
    expect(new Set(subjects).size).toBe(5);
    remove();
  }, 240_000);
});

const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs);
