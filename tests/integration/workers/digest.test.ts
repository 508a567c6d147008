// @module-tag slow
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { members } from '#lib/database/tables/accounts.ts';
import { chooseDigest, fetchNotices, markTroublesSeen } from '#lib/notices.ts';
import { listAudit } from '#lib/reports/audit-trail.ts';
import { wakeJobs } from '#lib/workflows/advance.ts';
import { startAlta } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { newDatabase, onDatabase } from '#tests/support/databases.ts';
import { type RunningMailServer, startMailServer } from '#tests/support/mail-server.ts';
import { newPerson } from '#tests/support/person.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newDelivery, newReceiver } from '../webhooks/scene.ts';

allowReceivers();

const dayMs = 86_400_000;

/** A workspace in which a webhook delivery was given up, and with it a job; and two people who work there. */
async function troubled() {
  const receiver = await newReceiver();
  receiver.answer({ status: 500 });
  const sent = await newDelivery(receiver.url);
  const [ana, eva] = [
    await newPerson({ ctx: sent.ctx, role: 'owner' }),
    await newPerson({ ctx: sent.ctx, role: 'owner' }),
  ];
  const as = ({ id }: { id: string }): Context => ({
    ...sent.ctx,
    actor: { kind: 'user', id, role: 'owner' },
  });
  await sent.attemptUntilDead();
  await wakeJobs(sent.delivery);
  return { ...sent, ana, eva, as };
}

onDatabase('a failure', () => {
  test('is listed for the whole workspace, and new for each member until they have seen it', async () => {
    const { ctx, job, delivery, ana, eva, as } = await troubled();
    const listed = await listAudit(ctx, { troubles: true, limit: 10 });
    expect(listed.map(({ action, subject }) => [action, subject.id]).sort()).toEqual([
      ['job.failed', job],
      ['webhook.given-up', delivery],
    ]);
    expect(listed.find(({ action }) => action === 'job.failed')?.detail).toMatchObject({
      fault: { code: 'not-delivered' },
    });
    expect((await fetchNotices(as(ana))).unseen).toBe(2);
    await markTroublesSeen(as(ana));
    expect((await fetchNotices(as(ana))).unseen).toBe(0);
    expect((await fetchNotices(as(eva))).unseen).toBe(2);
  });
});

let mails: RunningMailServer;
beforeAll(async () => {
  mails = await startMailServer();
});
afterAll(() => mails.stop());

test('a digest of new failures is mailed once, to members with that setting only', async () => {
  const source = await newDatabase();
  const wishFor = async (ctx: Context, { id }: { id: string }) => {
    await chooseDigest(ctx, 'es-AR');
    const lastMail = { digestedAt: new Date(Date.now() - 2 * dayMs) };
    await database().update(members).set(lastMail).where(eq(members.userId, id));
  };
  const { ana, eva, as } = await withDatabase(source, async () => {
    const scene = await troubled();
    await wishFor(scene.as(scene.ana), scene.ana);
    return scene;
  });
  const sentTo = ({ email }: { email: string }) => mails.received.filter(({ to }) => to.includes(email));
  async function startUntilMailed(person: { email: string }): Promise<void> {
    const alta = await startAlta(source, {
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      MAIL_FROM: 'Alta <alta@alta.example>',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    });
    onTestFinished(() => alta.stop());
    await eventually(
      async () => sentTo(person).length,
      (count) => count > 0,
    );
    await alta.stop();
  }
  await startUntilMailed(ana);
  expect(sentTo(eva)).toHaveLength(0);
  const [sent] = sentTo(ana);
  expect(sent?.mail.headers.get('subject')).toContain('Fallaron 2 cosas');
  expect(sent?.mail.text).toContain('se abandonó la entrega de un webhook');
  expect(sent?.mail.text).toContain('/activity?action=trouble');

  await withDatabase(source, () => wishFor(as(eva), eva));
  await startUntilMailed(eva);
  expect(sentTo(ana)).toHaveLength(1);
});
