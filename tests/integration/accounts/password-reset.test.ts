import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deactivateUser } from '#lib/accounts/deactivate-user.ts';
import { findDevice } from '#lib/accounts/devices.ts';
import { findPasswordReset, requestPasswordReset, resetPassword } from '#lib/accounts/password-reset.ts';
import { findSession } from '#lib/accounts/sessions.ts';
import { logInWithPassword } from '#lib/accounts/sign-in.ts';
import { database } from '#lib/database/client.ts';
import { mails } from '#lib/database/tables/mails.ts';
import { isUnsent } from '#lib/mail/mails.ts';
import { sendQueuedMail } from '#lib/mail-worker.ts';
import { replaceProcessValue } from '#lib/process-values.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { type RunningMailServer, startMailServer } from '#tests/support/mail-server.ts';
import { newPerson, type Person, password, signInAs, visitor } from '#tests/support/person.ts';

const next = 'otras cinco palabras muy sueltas';

let server: RunningMailServer;
let restore: () => void;
beforeAll(async () => {
  server = await startMailServer();
  restore = setEnvironment({
    SMTP_URL: `smtp://127.0.0.1:${server.port}?ignoreTLS=true`,
    MAIL_FROM: 'alta@alta.example',
  });
  replaceProcessValue('mail-server', undefined);
});
afterAll(async () => {
  restore();
  replaceProcessValue('mail-server', undefined);
  await server.stop();
});

const mailsTo = (address: string) => server.received.filter(({ to }) => to.includes(address));

async function sendMailsTo(address: string, now: Date): Promise<void> {
  const isTheirs = and(eq(mails.to, address), isUnsent);
  const queued = await database().select({ mailId: mails.id }).from(mails).where(isTheirs);
  for (const mail of queued) await sendQueuedMail(mail, now);
}

/** Asks for a link, which the worker sends; gives the token in it. */
async function linkFor({ email }: Pick<Person, 'email'>, now = new Date()): Promise<string> {
  await requestPasswordReset({ email, locale: 'es-AR' }, now);
  await sendMailsTo(email, now);
  const { mail } = mailsTo(email).at(-1) ?? { mail: { text: '' } };
  return /\/password\/(\w{43})\b/.exec(mail.text)?.[1] ?? '';
}

onDatabase('a lost password', () => {
  test('is replaced once through the link, which ends every session and device', async () => {
    const ana = await newPerson();
    const { cookie, device } = await signInAs(ana);
    const token = await linkFor(ana);
    expect(await findPasswordReset(token)).toMatchObject({ id: ana.id });
    await resetPassword({ token, newPassword: next }, visitor);
    expect(await findSession(cookie)).toBeUndefined();
    expect(await findDevice(device, ana.email)).toBeUndefined();
    await expect(signInAs(ana)).rejects.toMatchObject({ code: 'wrong-credentials' });
    expect(await logInWithPassword({ email: ana.email, password: next }, visitor)).toHaveProperty('cookie');
    const again = resetPassword({ token, newPassword: `${next} y dos` }, visitor);
    await expect(again).rejects.toMatchObject({ code: 'reset-gone' });
  });

  test('is replaced once when two requests use one link at once', async () => {
    const ana = await newPerson();
    const token = await linkFor(ana);
    const both = [next, `${next} y dos`].map((each) => resetPassword({ token, newPassword: each }, visitor));
    const settled = await Promise.allSettled(both);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('keeps its link after a weak new password', async () => {
    const ana = await newPerson();
    const token = await linkFor(ana);
    const weak = resetPassword({ token, newPassword: 'Password123456!' }, visitor);
    await expect(weak).rejects.toMatchObject({ code: 'password-common' });
    await resetPassword({ token, newPassword: next }, visitor);
  });

  test('has a link for half an hour, until a newer link or a deactivation', async () => {
    const ana = await newPerson();
    const first = await linkFor(ana);
    const second = await linkFor(ana);
    expect(await findPasswordReset(first)).toBeUndefined();
    expect(await findPasswordReset(second, new Date(Date.now() + 31 * 60_000))).toBeUndefined();
    // Of a clock that was set back since.
    const ahead = await linkFor(ana, new Date(Date.now() + 60 * 60_000));
    expect([ahead === second, await findPasswordReset(ahead)]).toEqual([false, undefined]);
    await deactivateUser({ email: ana.email });
    expect(await findPasswordReset(second)).toBeUndefined();
    expect(await linkFor(ana)).toBe(ahead);
  });

  test('is mailed to no unknown address, and not after half an hour in the queue', async () => {
    const email = 'nobody@example.com';
    expect(await linkFor({ email })).toBe('');
    expect(await database().$count(mails, eq(mails.to, email))).toBe(0);
    const ana = await newPerson();
    const asked = new Date(Date.now() - 31 * 60_000);
    await requestPasswordReset({ email: ana.email, locale: 'es-AR' }, asked);
    await sendMailsTo(ana.email, new Date());
    expect(mailsTo(ana.email)).toEqual([]);
    expect(await logInWithPassword({ email: ana.email, password }, visitor)).toHaveProperty('cookie');
  });
});
