import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { confirmLogin, requireRecentLogin } from '#lib/accounts/recent-login.ts';
import { findSession, type Session } from '#lib/accounts/sessions.ts';
import { database } from '#lib/database/client.ts';
import { sessions } from '#lib/database/tables/accounts.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newPerson, type Person, password, signInAs, visitor } from '#tests/support/person.ts';
import { enrol } from '#tests/support/second-factor.ts';

const before = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** A session whose login was a quarter of an hour ago. */
async function newSession(person: Person) {
  const { cookie } = await signInAs(person);
  const find = async (): Promise<Session> => {
    const session = await findSession(cookie);
    if (!session) throw new Error('The session has ended.');
    return session;
  };
  const { id } = await find();
  await database()
    .update(sessions)
    .set({ createdAt: before(15) })
    .where(eq(sessions.id, id));
  return find;
}

onDatabase('an old login', () => {
  test('is confirmed by the password, and is recent for ten minutes', async () => {
    const ana = await newPerson();
    const find = await newSession(ana);
    await expect(requireRecentLogin(await find())).rejects.toMatchObject({ code: 'confirm-by-password' });
    const wrong = confirmLogin(await find(), 'not this one, surely', visitor);
    await expect(wrong).rejects.toMatchObject({ code: 'wrong-password' });
    await expect(requireRecentLogin(await find())).rejects.toMatchObject({ code: 'confirm-by-password' });
    await confirmLogin(await find(), password, visitor);
    await requireRecentLogin(await find());
    const later = requireRecentLogin(await find(), new Date(Date.now() + 11 * 60_000));
    await expect(later).rejects.toMatchObject({ code: 'confirm-by-password' });
  });

  test('with a date in the future, after a clock was set back, is not recent', async () => {
    const ana = await newPerson();
    const find = await newSession(ana);
    await confirmLogin(await find(), password, visitor, before(-60));
    await expect(requireRecentLogin(await find())).rejects.toMatchObject({ code: 'confirm-by-password' });
    await confirmLogin(await find(), password, visitor);
    await requireRecentLogin(await find());
  });

  test('of an account with a second factor is confirmed by a code, not by the password', async () => {
    const ana = await newPerson();
    const find = await newSession(ana);
    const { codeAt, recoveryCodes } = await enrol(ana, before(5));
    await expect(requireRecentLogin(await find())).rejects.toMatchObject({ code: 'confirm-by-code' });
    const byPassword = confirmLogin(await find(), password, visitor);
    await expect(byPassword).rejects.toMatchObject({ code: 'wrong-login-code' });
    const code = codeAt(new Date());
    await confirmLogin(await find(), code, visitor);
    await requireRecentLogin(await find());
    await expect(confirmLogin(await find(), code, visitor)).rejects.toMatchObject({
      code: 'wrong-login-code',
    });
    await confirmLogin(await find(), recoveryCodes[0] ?? '', visitor);
  });
});
