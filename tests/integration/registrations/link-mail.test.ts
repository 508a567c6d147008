import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { mails } from '#lib/database/tables/mails.ts';
import { env } from '#lib/env.ts';
import { linkLimits } from '#lib/limits.ts';
import { sendQueuedMail } from '#lib/mail-worker.ts';
import { overdue } from '#lib/queue-repair.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { handOver } from '#lib/registrations/hand-over.ts';
import { peopleOf } from '#lib/registrations/helper.ts';
import { revokeLinkOf } from '#lib/registrations/link.ts';
import { lastMailOf, openHelpers } from '#lib/registrations/link-list.ts';
import { confirmDetails } from '#lib/registrations/registration.ts';
import { mailLink } from '#lib/registrations/registration-mails.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { dayMs, deliver, keepMailsInFiles, newAddress, newSupplierHere } from './link-mails.ts';

keepMailsInFiles();

onDatabase('a link mailed on the wizard’s page', () => {
  test('arrives without the visitor’s texts, and directs the notices to its address', async () => {
    const here = await newSupplierHere();
    const { operator, ctx, registration, ref, entryId } = here;
    const typed = { name: 'Ganaste un premio en premios.example', email: newAddress() };
    await confirmDetails(ctx, registration, typed);
    const to = newAddress();
    expect(await mailLink(ctx, registration, { to })).toEqual({ kind: 'queued' });
    const [mail] = await deliver(here);
    expect(mail?.headers.get('to')).toBe(to);
    expect(mail?.text).toContain(`/reg/${ref}`);
    for (const part of [mail?.headers.get('subject'), mail?.text, mail?.html]) {
      expect(part).not.toMatch(/premio/i);
    }
    expect(await peopleOf(operator, registration.id)).toMatchObject([{ role: 'supplier', email: to }]);
    expect(await lastMailOf(ctx, registration)).toMatchObject({ address: to, sentAt: expect.any(Date) });
    const { list } = await entryActivity(operator, entryId, { limit: 2 });
    expect(list).toMatchObject([
      { action: 'link.sent', actor: { kind: 'engine' } },
      { action: 'link.mail-requested', actor: { kind: 'registrant' } },
    ]);
    expect(JSON.stringify(list)).not.toContain(to);
  });

  test('is sent and reported once, however many workers have it', async () => {
    const here = await newSupplierHere();
    const { ctx, registration, entryId } = here;
    await mailLink(ctx, registration, { to: newAddress() });
    const [waiting] = await here.waiting();
    const mailId = waiting?.id ?? '';
    await Promise.all([1, 2, 3].map(() => sendQueuedMail({ mailId })));
    await sendQueuedMail({ mailId });
    expect(await here.told()).toMatchObject([
      {
        event: 'link.sent',
        silo_entry_id: entryId,
        data: { registration_id: registration.id, link_id: registration.link.id, scope: 'full' },
      },
    ]);
    expect(JSON.stringify(await here.told())).not.toContain('/reg/');
  });

  test('is sent three times a day, across processes, and again the next day', async () => {
    const { ctx, registration } = await newSupplierHere();
    const ask = (now?: Date) => mailLink(ctx, registration, { to: newAddress() }, now);
    const asked = await Promise.all(Array.from({ length: linkLimits.dailyMailsPerLink + 2 }, () => ask()));
    expect(asked.filter(({ kind }) => kind === 'queued')).toHaveLength(linkLimits.dailyMailsPerLink);
    expect(await ask()).toEqual({ kind: 'too-many', by: 'link' });
    expect(await ask(new Date(Date.now() + 1.1 * dayMs))).toEqual({ kind: 'queued' });
  });

  test('is sent to an address ten times a day in all, and a refusal changes nothing', async () => {
    const address = newAddress();
    const ask = async (to: string) => {
      const { ctx, registration } = await newSupplierHere();
      return mailLink(ctx, registration, { to });
    };
    const many = linkLimits.dailyMailsPerAddress;
    const asked = await Promise.all(Array.from({ length: many }, () => ask(address)));
    expect(asked.every(({ kind }) => kind === 'queued')).toBe(true);
    const here = await newSupplierHere();
    const upper = address.toUpperCase();
    expect(await mailLink(here.ctx, here.registration, { to: upper })).toEqual({
      kind: 'too-many',
      by: 'address',
    });
    expect(await peopleOf(here.operator, here.registration.id)).toEqual([]);
    const helper = { name: 'Marta', email: address };
    expect(await handOver(here.ctx, here.registration, helper)).toEqual({ kind: 'too-many', by: 'address' });
    expect(await openHelpers(here.ctx, here.registration)).toEqual([]);
  }, 120_000);

  test('is found by the repair when its queue entry is lost, until it was sent', async () => {
    const here = await newSupplierHere();
    await mailLink(here.ctx, here.registration, { to: newAddress() });
    const [waiting] = await here.waiting();
    // Its entry is in the queue.
    const later = new Date(Date.now() + 60_000);
    const mine = async () =>
      (await overdue('mail', later)).filter(({ payload }) => payload.mailId === waiting?.id);
    expect(await mine()).toEqual([]);
    const { ctx, registration } = await newSupplierHere();
    const id = crypto.randomUUID();
    const ofLink = { workspaceId: ctx.workspace.id, subject: registration.link.id };
    const lost = { ...ofLink, id, kind: 'asked' as const, to: newAddress(), due: new Date() };
    await database().insert(mails).values(lost);
    const overdueIds = async () => (await overdue('mail', later)).map(({ payload }) => payload.mailId);
    expect(await overdueIds()).toContain(id);
    await sendQueuedMail({ mailId: id });
    expect(await overdueIds()).not.toContain(id);
  });

  test('can be neither sent nor requested after its revocation', async () => {
    const here = await newSupplierHere();
    const { operator, ctx, registration, entryId } = here;
    await mailLink(ctx, registration, { to: newAddress() });
    await revokeLinkOf(operator, entryId);
    expect(await deliver(here)).toEqual([]);
    expect(await here.waiting()).toEqual([]);
    const asking = mailLink(ctx, registration, { to: newAddress() });
    await expect(asking).rejects.toMatchObject({ key: 'not-found' });
  });

  test('refused by the mail server is recorded, reported, and shown without the address', async () => {
    const here = await newSupplierHere();
    const { operator, ctx, registration, entryId } = here;
    const server = await startMailServer(() => '550 No such user here');
    Object.assign(env(), {
      SMTP_URL: `smtp://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`,
      MAIL_FROM: 'alta@alta.example',
    });
    await mailLink(ctx, registration, { to: newAddress() });
    const [waiting] = await here.waiting();
    await sendQueuedMail({ mailId: waiting?.id ?? '' });
    await server.stop();
    expect(await lastMailOf(ctx, registration)).toMatchObject({ bouncedAt: expect.any(Date) });
    expect(await here.told()).toMatchObject([
      { event: 'link.bounced', data: { reason: expect.stringContaining('550') } },
    ]);
    const details = await findRegistrationDetails(operator, entryId);
    expect(details?.links[0]?.mails).toMatchObject([{ detail: expect.stringContaining('550') }]);
  });
});
