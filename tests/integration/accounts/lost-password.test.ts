// @module-tag slow
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import { database } from '#lib/database/client.ts';
import { users } from '#lib/database/tables/accounts.ts';
import { startAlta } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { cookieIn, logIn, submitForm } from '#tests/support/log-in.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { newPerson } from '#tests/support/person.ts';
import { withDatabase } from '#tests/support/with-database.ts';

const next = 'otras cinco palabras muy sueltas';

test('a lost password is replaced through a mailed link without scripts, and a mail confirms it', async () => {
  const source = await newDatabase();
  const mails = await startMailServer();
  const ana = await withDatabase(source, async () => {
    const person = await newPerson();
    const createdAt = new Date(Date.now() - 86_400_000);
    await database().update(users).set({ createdAt }).where(eq(users.id, person.id));
    return person;
  });
  const alta = await startAlta(source, {
    SMTP_URL: `smtp://127.0.0.1:${mails.port}?ignoreTLS=true`,
    MAIL_FROM: 'alta@alta.example',
  });
  onTestFinished(async () => {
    await alta.stop();
    await mails.stop();
  });
  const origin = { origin: alta.origin };
  const mail = async (nth: number) =>
    (
      await eventually(
        async () => mails.received.filter(({ to }) => to.includes(ana.email)),
        ({ length }) => length === nth,
      )
    )[nth - 1]?.mail;

  const [asked, unknown] = [
    await submitForm(`${alta.origin}/password`, { email: ana.email }, origin),
    await submitForm(`${alta.origin}/password`, { email: 'nobody@example.com' }, origin),
  ];
  expect([asked.status, unknown.status]).toEqual([200, 200]);
  const link = /https?:\/\/\S+\/password\/\w{43}\b/.exec((await mail(1))?.text ?? '')?.[0] ?? '';
  const set = await submitForm(link, { newPassword: next }, origin);
  expect([set.status, cookieIn(set, sessionCookieName)]).toEqual([200, undefined]);
  expect((await mail(2))?.text).not.toContain('/password/');

  expect(cookieIn(await logIn(alta.origin, ana), sessionCookieName)).toBeUndefined();
  const loggedIn = await logIn(alta.origin, { ...ana, password: next });
  expect(cookieIn(loggedIn, sessionCookieName)).toMatch(/./);
  expect((await mail(3))?.text).toContain('/account');
  expect(mails.received.map(({ to }) => to)).not.toContainEqual(['nobody@example.com']);
  expect(alta.output()).not.toContain(link.slice(-43));
}, 120_000);
