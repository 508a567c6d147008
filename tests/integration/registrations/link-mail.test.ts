import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { linkMails, registrations } from '#lib/database/tables/registrations.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { env } from '#lib/env.ts';
import { linkLimits } from '#lib/limits.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { revokeLinkOf } from '#lib/registrations/entry-link.ts';
import { findByRef } from '#lib/registrations/find.ts';
import { handOver, takeBack } from '#lib/registrations/links/hand-over.ts';
import { lastMailOf, openHelpers } from '#lib/registrations/links/list.ts';
import { mailLink } from '#lib/registrations/links/mail-link.ts';
import { noteOpened } from '#lib/registrations/links/opened.ts';
import { peopleOf } from '#lib/registrations/links/people.ts';
import { sendLinkMail } from '#lib/registrations/links/send-link-mail.ts';
import { overdueLinkMails } from '#lib/registrations/overdue-mails.ts';
import { confirmDetails } from '#lib/registrations/progress.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import { replaceShared } from '#lib/shared.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { onEachDatabase } from '#tests/support/databases.ts';
import { readMail, startMailServer } from '#tests/support/mail-server.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

allowReceivers();
const dataDir = mkdtempSync(join(tmpdir(), 'alta-link-mail-'));
beforeEach(() => {
  Object.assign(env(), { DATA_DIR: dataDir, SMTP_URL: undefined });
  replaceShared('mail-server', undefined);
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const dayMs = 86_400_000;
/** No other test mails to it: what an address gets is counted over all workspaces. */
let made = 0;
const newAddress = () => {
  made += 1;
  return `persona${made}.${Date.now()}@correo.example`;
};

async function arrive(ref: string) {
  const found = await findByRef(ref);
  if (found.kind !== 'found') throw new Error(`the link is ${found.kind}`);
  return found;
}

async function newSupplierHere() {
  const operator = await newWorkspace();
  const { entryId, ref } = await newRegistration(operator);
  const events = ['link.sent', 'link.opened', 'link.bounced', 'link.handed_over', 'link.taken_back'];
  const url = 'http://127.0.0.1:9/hook';
  await createEndpoint(operator, EndpointInput.parse({ url, events }));
  const workspaceId = operator.workspace.id;
  return {
    operator,
    entryId,
    ref,
    ...(await arrive(ref)),
    waiting: async () => {
      const rows = await database().select().from(linkMails).where(eq(linkMails.workspaceId, workspaceId));
      return rows.filter(({ sentAt, bouncedAt }) => !sentAt && !bouncedAt);
    },
    told: async () => {
      const own = eq(webhookDeliveries.workspaceId, workspaceId);
      const rows = await database().select().from(webhookDeliveries).where(own);
      return rows.toSorted((a, b) => a.id.localeCompare(b.id)).map(({ body }) => JSON.parse(body ?? ''));
    },
  };
}
type Here = Awaited<ReturnType<typeof newSupplierHere>>;

/** Sends what waits and gives the mails that are in files since then. */
async function deliver({ waiting }: Here) {
  const ids = (await waiting()).map(({ id }) => id);
  for (const linkMailId of ids) await sendLinkMail({ linkMailId });
  return readdirSync(join(dataDir, 'mail'))
    .filter((name) => ids.some((id) => name.startsWith(id)))
    .map((name) => readMail(readFileSync(join(dataDir, 'mail', name))));
}

onEachDatabase('the link that somebody has mailed to themselves', () => {
  test('arrives with nothing in it that the visitor typed, and its address gets the notices', async () => {
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

  test('is sent once, however many workers have it, and told of once', async () => {
    const here = await newSupplierHere();
    const { ctx, registration, entryId } = here;
    await mailLink(ctx, registration, { to: newAddress() });
    const [waiting] = await here.waiting();
    const linkMailId = waiting?.id ?? '';
    await Promise.all([1, 2, 3].map(() => sendLinkMail({ linkMailId })));
    await sendLinkMail({ linkMailId });
    expect(await here.told()).toMatchObject([
      {
        event: 'link.sent',
        silo_entry_id: entryId,
        data: { registration_id: registration.id, link_id: registration.link.id, scope: 'full' },
      },
    ]);
    expect(JSON.stringify(await here.told())).not.toContain('/reg/');
  });

  test('is mailed three times a day, in whichever process, and again the next day', async () => {
    const { ctx, registration } = await newSupplierHere();
    const ask = (now?: Date) => mailLink(ctx, registration, { to: newAddress() }, now);
    const asked = await Promise.all(Array.from({ length: linkLimits.mailsADayOfALink + 2 }, () => ask()));
    expect(asked.filter(({ kind }) => kind === 'queued')).toHaveLength(linkLimits.mailsADayOfALink);
    expect(await ask()).toEqual({ kind: 'too-many', by: 'link' });
    expect(await ask(new Date(Date.now() + 1.1 * dayMs))).toEqual({ kind: 'queued' });
  });

  test('goes to an address ten times a day, whoever asks for it, and who is refused changes nothing', async () => {
    const address = newAddress();
    const ask = async (to: string) => {
      const { ctx, registration } = await newSupplierHere();
      return mailLink(ctx, registration, { to });
    };
    const many = linkLimits.mailsADayToAnAddress;
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

  test('is found again by the repair when its entry is gone, until it was sent', async () => {
    const here = await newSupplierHere();
    await mailLink(here.ctx, here.registration, { to: newAddress() });
    const [waiting] = await here.waiting();
    // Its entry is in the queue.
    const later = new Date(Date.now() + 60_000);
    const mine = async () =>
      (await overdueLinkMails(later)).filter(({ payload }) => payload.linkMailId === waiting?.id);
    expect(await mine()).toEqual([]);
    const { ctx, registration } = await newSupplierHere();
    const id = crypto.randomUUID();
    const lost = { id, workspaceId: ctx.workspace.id, linkId: registration.link.id, address: newAddress() };
    await database().insert(linkMails).values(lost);
    const overdue = async () => (await overdueLinkMails(later)).map(({ payload }) => payload.linkMailId);
    expect(await overdue()).toContain(id);
    await sendLinkMail({ linkMailId: id });
    expect(await overdue()).not.toContain(id);
  });

  test('is not sent after it was revoked, nor asked for', async () => {
    const here = await newSupplierHere();
    const { operator, ctx, registration, entryId } = here;
    await mailLink(ctx, registration, { to: newAddress() });
    await revokeLinkOf(operator, entryId);
    expect(await deliver(here)).toEqual([]);
    expect(await here.waiting()).toEqual([]);
    const asking = mailLink(ctx, registration, { to: newAddress() });
    await expect(asking).rejects.toMatchObject({ key: 'not-found' });
  });

  test('that the server refuses is noted, told of, and shown without the address', async () => {
    const here = await newSupplierHere();
    const { operator, ctx, registration, entryId } = here;
    const server = await startMailServer(() => '550 No such user here');
    Object.assign(env(), {
      SMTP_URL: `smtp://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`,
      MAIL_FROM: 'alta@alta.example',
    });
    await mailLink(ctx, registration, { to: newAddress() });
    const [waiting] = await here.waiting();
    await sendLinkMail({ linkMailId: waiting?.id ?? '' });
    await server.stop();
    expect(await lastMailOf(ctx, registration)).toMatchObject({ bouncedAt: expect.any(Date) });
    expect(await here.told()).toMatchObject([
      { event: 'link.bounced', data: { reason: expect.stringContaining('550') } },
    ]);
    const details = await findRegistrationDetails(operator, entryId);
    expect(details?.links[0]?.mails).toMatchObject([{ detail: expect.stringContaining('550') }]);
  });
});

onEachDatabase('the link of whom it was handed over to', () => {
  test('arrives in their voice: who asks, for which company, what it is', async () => {
    const here = await newSupplierHere();
    const email = newAddress();
    await handOver(here.ctx, here.registration, { name: 'Marta', email });
    const [mail] = await deliver(here);
    expect(mail?.headers.get('to')).toBe(email);
    expect(mail?.headers.get('subject')).toContain('Ferretería El Tornillo');
    expect(mail?.text).toContain('Facturas del Sur');
    expect(mail?.text).toContain('clave fiscal');
    expect(mail?.text).not.toContain(here.ref);
    expect((await here.told()).map(({ event }) => event)).toEqual(['link.handed_over', 'link.sent']);
  });

  test('names no company that is called like somebody’s page', async () => {
    const here = await newSupplierHere();
    const name = 'Premio: entrá a estafa.example';
    await confirmDetails(here.ctx, here.registration, { name, email: newAddress() });
    await handOver(here.ctx, here.registration, { name: 'Marta', email: newAddress() });
    const [mail] = await deliver(here);
    expect(`${mail?.headers.get('subject')} ${mail?.text} ${mail?.html}`).not.toContain('estafa');
    expect(mail?.headers.get('subject')).toContain('30-71234567-1');
  });

  test('is not mailed when it was taken back before', async () => {
    const here = await newSupplierHere();
    const handed = await handOver(here.ctx, here.registration, { name: 'Marta', email: newAddress() });
    if (handed.kind !== 'handed-over') throw new Error(`it is ${handed.kind}`);
    await takeBack(here.ctx, here.registration, handed.linkId);
    expect(await deliver(here)).toEqual([]);
    expect((await here.told()).map(({ event }) => event)).toEqual(['link.handed_over', 'link.taken_back']);
  });

  test('is opened by their first act, once; they have it mailed elsewhere, and the notices stay the supplier’s', async () => {
    const here = await newSupplierHere();
    const notices = newAddress();
    await mailLink(here.ctx, here.registration, { to: notices });
    await handOver(here.ctx, here.registration, { name: 'Marta', whatsapp: '+5491123456789' });
    const [marta] = await openHelpers(here.ctx, here.registration);
    const ref = marta?.url.split('/').at(-1) ?? '';
    const helper = await arrive(ref);
    expect(helper.registration.link.openedAt).toBeUndefined();
    await Promise.all([1, 2, 3].map(() => noteOpened(helper.ctx, helper.registration)));
    const opened = await arrive(ref);
    expect(opened.registration.link.openedAt).toBeInstanceOf(Date);
    await noteOpened(opened.ctx, opened.registration, new Date(0));
    expect((await arrive(ref)).registration.link.openedAt).toEqual(opened.registration.link.openedAt);
    expect(await here.told()).toMatchObject([
      { event: 'link.handed_over' },
      { event: 'link.opened', data: { link_id: marta?.id, scope: 'arca-steps-only' } },
    ]);
    const to = newAddress();
    expect(await mailLink(helper.ctx, helper.registration, { to })).toEqual({ kind: 'queued' });
    const mails = await deliver(here);
    const theirs = mails.find(({ headers }) => headers.get('to') === to);
    expect(theirs?.text).toContain(`/reg/${ref}`);
    expect(theirs?.text).not.toContain(here.ref);
    const own = eq(registrations.id, here.registration.id);
    const [row] = await database().select().from(registrations).where(own);
    expect(row?.noticeEmail).toBe(notices);
    expect(await peopleOf(here.operator, here.registration.id)).toMatchObject([
      { role: 'supplier', email: notices },
      { role: 'helper', email: to },
    ]);
  });

  test('is not opened by what others do with the registration', async () => {
    const { operator, entryId, registration } = await newSupplierHere();
    await noteOpened(operator, registration);
    const details = await findRegistrationDetails(operator, entryId);
    expect(details?.links[0]).toMatchObject({ scope: 'full', openedAt: undefined });
  });
});
