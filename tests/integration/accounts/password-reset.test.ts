import { afterAll, beforeAll, expect, test } from 'vitest';
import { deactivateUser } from '#lib/accounts/activation.ts';
import { findDevice } from '#lib/accounts/devices.ts';
import { findPasswordReset, mailPasswordReset, resetPassword } from '#lib/accounts/password-reset.ts';
import { findSession } from '#lib/accounts/sessions.ts';
import { signIn } from '#lib/accounts/sign-in.ts';
import { replaceShared } from '#lib/shared.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { type RunningMailServer, startMailServer } from '#tests/support/mail-server.ts';
import { newPerson, type Person, password, signInAs, visitor } from '#tests/support/person.ts';

const next = 'otras cinco palabras muy sueltas';

let mails: RunningMailServer;
let restore: () => void;
beforeAll(async () => {
  mails = await startMailServer();
  restore = setEnvironment({
    SMTP_URL: `smtp://127.0.0.1:${mails.port}?ignoreTLS=true`,
    MAIL_FROM: 'alta@alta.example',
  });
  replaceShared('mail-server', undefined);
});
afterAll(async () => {
  restore();
  replaceShared('mail-server', undefined);
  await mails.stop();
});

const mailsTo = (address: string) => mails.received.filter(({ to }) => to.includes(address));

/** What the worker does with what was asked for; gives the token in the link. */
async function linkFor({ email }: Pick<Person, 'email'>, now = new Date()): Promise<string> {
  await mailPasswordReset({ email, locale: 'es-AR', at: now.toISOString() }, now);
  const { mail } = mailsTo(email).at(-1) ?? { mail: { text: '' } };
  return /\/password\/(\w{43})\b/.exec(mail.text)?.[1] ?? '';
}

onDatabase('a lost password', () => {
  test('is replaced by the link once, and every session and device is forgotten', async () => {
    const ana = await newPerson();
    const { cookie, device } = await signInAs(ana);
    const token = await linkFor(ana);
    expect(await findPasswordReset(token)).toMatchObject({ id: ana.id });
    await resetPassword({ token, newPassword: next }, visitor);
    expect(await findSession(cookie)).toBeUndefined();
    expect(await findDevice(device, ana.email)).toBeUndefined();
    await expect(signInAs(ana)).rejects.toMatchObject({ code: 'wrong-credentials' });
    expect(await signIn({ email: ana.email, password: next }, visitor)).toHaveProperty('cookie');
    const again = resetPassword({ token, newPassword: `${next} y dos` }, visitor);
    await expect(again).rejects.toMatchObject({ code: 'reset-gone' });
  });

  test('of two who come with the same link at once, one sets it', async () => {
    const ana = await newPerson();
    const token = await linkFor(ana);
    const both = [next, `${next} y dos`].map((each) => resetPassword({ token, newPassword: each }, visitor));
    const settled = await Promise.allSettled(both);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a weak one leaves the link as it is', async () => {
    const ana = await newPerson();
    const token = await linkFor(ana);
    const weak = resetPassword({ token, newPassword: 'Password123456!' }, visitor);
    await expect(weak).rejects.toMatchObject({ code: 'password-common' });
    await resetPassword({ token, newPassword: next }, visitor);
  });

  test('the link is none after half an hour, after a newer one, and for who is deactivated', async () => {
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

  test('nobody is mailed at an address that nobody has, nor what waited for too long', async () => {
    expect(await linkFor({ email: 'nobody@example.com' })).toBe('');
    const ana = await newPerson();
    const at = new Date(Date.now() - 31 * 60_000).toISOString();
    await mailPasswordReset({ email: ana.email, locale: 'es-AR', at });
    expect(mailsTo(ana.email)).toEqual([]);
    expect(await signIn({ email: ana.email, password }, visitor)).toHaveProperty('cookie');
  });
});
