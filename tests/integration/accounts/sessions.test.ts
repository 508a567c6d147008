import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { activateUser, deactivateUser } from '#lib/accounts/deactivate-user.ts';
import { unlinkIdentity } from '#lib/accounts/oidc.ts';
import {
  changePassword,
  endSession,
  endSessions,
  findSession,
  listSessions,
  type Session,
  setPassword,
} from '#lib/accounts/sessions.ts';
import { completeFirstFactor, logInWithPassword } from '#lib/accounts/sign-in.ts';
import { verifyPassword } from '#lib/accounts/users.ts';
import { database } from '#lib/database/client.ts';
import { sessions } from '#lib/database/tables/accounts.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newPerson, type Person, password, signInAs, visitor } from '#tests/support/person.ts';
import { enrol } from '#tests/support/second-factor.ts';

const day = 86_400_000;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

onDatabase('sessions', () => {
  let ana: Person;
  beforeAll(async () => {
    ana = await newPerson();
  });

  const sessionOf = async (cookie: string): Promise<Session> => {
    const session = await findSession(cookie);
    if (!session) throw new Error('there is no session');
    return session;
  };

  test('give an unknown address and a wrong password the same refusal', async () => {
    const refusal = (email: string) =>
      logInWithPassword({ email, password: 'not this one, surely' }, visitor).catch(
        ({ key, code, message }) => ({
          key,
          code,
          message,
        }),
      );
    const wrong = await refusal(ana.email);
    expect(wrong).toMatchObject({ key: 'unauthorised', code: 'wrong-credentials' });
    expect(await refusal('nobody@example.com')).toEqual(wrong);
    expect(await refusal('no address')).toEqual(wrong);
    expect(await refusal(`${'x'.repeat(300)}@example.com`)).toEqual(wrong);
  });

  test('begin with each login, with its address and browser', async () => {
    const first = await signInAs(ana);
    const second = await signInAs(ana);
    expect(first.cookie).not.toBe(second.cookie);
    expect(await findSession(first.cookie)).toMatchObject({ user: { id: ana.id, email: ana.email } });
    expect(await listSessions(ana.id)).toHaveLength(2);
    expect((await listSessions(ana.id))[0]).toMatchObject({ address: '192.0.2.7', userAgent: 'a test' });
  });

  test('are not found by a forged cookie', async () => {
    const { cookie } = await signInAs(ana);
    const [token, signature] = cookie.split('.');
    for (const forged of [`${token}x.${signature}`, `${token}.${'A'.repeat(43)}=`, 'nonsense', '', ';x=1']) {
      expect(await findSession(forged)).toBeUndefined();
    }
  });

  test('end at once when their person ends them, and no other person can', async () => {
    const { cookie } = await signInAs(ana);
    const { id } = await sessionOf(cookie);
    const eva = await newPerson();
    await expect(endSession(eva.id, id)).rejects.toMatchObject({ key: 'not-found' });
    expect(await findSession(cookie)).toBeDefined();
    await endSession(ana.id, id);
    expect(await findSession(cookie)).toBeUndefined();
  });

  test('end everywhere, for one person only', async () => {
    const eva = await newPerson();
    const [here, there, hers] = [await signInAs(ana), await signInAs(ana), await signInAs(eva)];
    await endSessions(ana.id);
    const left = await Promise.all([here, there, hers].map(({ cookie }) => findSession(cookie)));
    expect(left.map((session) => session !== undefined)).toEqual([false, false, true]);
    const audited = and(eq(auditLog.action, 'sessions.ended'), eq(auditLog.subjectId, ana.id));
    expect(await database().$count(auditLog, audited)).toBe(1);
  });

  describe('a new password', () => {
    test('ends every session but the current one, which gets a new cookie', async () => {
      const eva = await newPerson();
      const [here, there] = [await signInAs(eva), await signInAs(eva)];
      const input = { currentPassword: password, newPassword: 'otras cinco palabras sueltas' };
      const after = await changePassword(await sessionOf(here.cookie), input, visitor);
      const left = await Promise.all([here, there, after].map(({ cookie }) => findSession(cookie)));
      expect(left.map((session) => session?.user.id)).toEqual([undefined, undefined, eva.id]);
      await expect(signInAs(eva)).rejects.toMatchObject({ code: 'wrong-credentials' });
      await signInAs({ ...eva, password: input.newPassword });
    });

    test.each([
      ['with the wrong one before', { currentPassword: 'not this one, surely' }, 'wrong-password'],
      ['that is too short', { newPassword: 'short' }, 'password-too-short'],
      ['that everybody has', { newPassword: 'contraseña123' }, 'password-common'],
    ])('%s changes nothing', async (_what, wrong, code) => {
      const { cookie } = await signInAs(ana);
      const input = { currentPassword: password, newPassword: 'otras cinco palabras sueltas', ...wrong };
      const change = changePassword(await sessionOf(cookie), input, visitor);
      await expect(change).rejects.toMatchObject({ key: 'validation', code });
      expect(await findSession(cookie)).toBeDefined();
    });
  });

  describe('the session in which a password is changed', () => {
    const input = { currentPassword: password, newPassword: 'otras cinco palabras sueltas' };

    const loginAt = minutesAgo(180);
    const confirmedAt = minutesAgo(5);
    test.each([
      ['logged in three hours ago', { createdAt: loginAt, provedAt: null }, loginAt],
      ['confirmed the login five minutes ago', { createdAt: loginAt, provedAt: confirmedAt }, confirmedAt],
    ])('stays as recent as it was, for a person who %s', async (_what, instants, provedAt) => {
      const eva = await newPerson();
      const { cookie } = await signInAs(eva);
      await database().update(sessions).set(instants).where(eq(sessions.userId, eva.id));
      const after = await changePassword(await sessionOf(cookie), input, visitor);
      expect(await sessionOf(after.cookie)).toMatchObject({ provedAt });
      const [row] = await database().select().from(sessions).where(eq(sessions.userId, eva.id));
      expect(row).toMatchObject(instants);
    });

    test('changes nothing once it has ended', async () => {
      const eva = await newPerson();
      const session = await sessionOf((await signInAs(eva)).cookie);
      await endSession(eva.id, session.id);
      await expect(changePassword(session, input, visitor)).rejects.toMatchObject({ code: 'signed-out' });
      expect(await signInAs(eva)).toHaveProperty('cookie');
    });

    test('is the only one left, also when an old-password login arrives at the same instant', {
      tags: 'slow',
    }, async () => {
      const eva = await newPerson();
      for (let round = 0; round < 8; round += 1) {
        const session = await sessionOf((await signInAs(eva)).cookie);
        const newPassword = `${input.newPassword} ${round}`;
        const [changed, login] = await Promise.allSettled([
          changePassword(session, { currentPassword: eva.password, newPassword }, visitor),
          signInAs(eva),
        ]);
        if (changed.status === 'rejected') throw changed.reason;
        const old = login.status === 'fulfilled' ? await findSession(login.value.cookie) : undefined;
        expect([old, await listSessions(eva.id)]).toEqual([undefined, [expect.anything()]]);
        eva.password = newPassword;
      }
    });
  });

  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['the password is replaced by an operator', ({ id }) => setPassword(id, 'otras cinco palabras sueltas')],
    ['all sessions are ended', ({ id }) => endSessions(id)],
    ['the account is deactivated', deactivateUser],
    [
      'the account is deactivated and activated again',
      async (person) => {
        await deactivateUser(person);
        await activateUser(person);
      },
    ],
    ['the first second factor is turned on', (person) => enrol(person)],
    ['an account at the OpenID provider is unlinked', ({ id }) => unlinkIdentity(id, visitor)],
  ])('do not begin for a verified login once %s', async (_what, change) => {
    const eva = await newPerson();
    const login = await verifyPassword(eva, password);
    if (!login) throw new Error('The password is theirs.');
    await change(eva);
    await expect(completeFirstFactor(login, visitor)).rejects.toMatchObject({ code: 'login-gone' });
    expect(await listSessions(eva.id)).toEqual([]);
  });

  test.each([
    ['begun', { createdAt: minutesAgo(-60), expiresAt: minutesAgo(-60) }],
    ['used', { expiresAt: minutesAgo(-60 * 24 * 3) }],
  ])('are refused when they were %s in the future, by a clock that was set back', async (_what, instants) => {
    const eva = await newPerson();
    const { cookie } = await signInAs(eva);
    await database().update(sessions).set(instants).where(eq(sessions.userId, eva.id));
    expect([await findSession(cookie), await listSessions(eva.id)]).toEqual([undefined, []]);
  });

  test('last twelve hours from their last use, and seven days at most', async () => {
    const { cookie } = await signInAs(ana);
    const { id } = await sessionOf(cookie);
    const ofThis = eq(sessions.id, id);
    const hours = (number: number) => new Date(Date.now() + number * 3_600_000);
    await database()
      .update(sessions)
      .set({ expiresAt: hours(1) })
      .where(ofThis);
    await findSession(cookie);
    const [used] = await database().select().from(sessions).where(ofThis);
    expect(used?.expiresAt.getTime()).toBeGreaterThan(hours(11).getTime());
    await database()
      .update(sessions)
      .set({ createdAt: new Date(Date.now() - 7 * day - 1_000) })
      .where(ofThis);
    expect(await findSession(cookie)).toBeUndefined();
    const idle = await signInAs(ana);
    await database()
      .update(sessions)
      .set({ expiresAt: hours(-1) })
      .where(eq(sessions.userId, ana.id));
    expect(await findSession(idle.cookie)).toBeUndefined();
  });
});
