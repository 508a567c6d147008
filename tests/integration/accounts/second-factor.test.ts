import { expect, test } from 'vitest';
import { activateUser, deactivateUser } from '#lib/accounts/deactivate-user.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  regenerateRecoveryCodes,
  removeLostSecondFactor,
  removeSecondFactor,
} from '#lib/accounts/second-factor.ts';
import {
  changePassword,
  endSessions,
  findSession,
  type Session,
  setPassword,
} from '#lib/accounts/sessions.ts';
import { beginLogin, completeLogin, findPendingLogin, logInWithPassword } from '#lib/accounts/sign-in.ts';
import { listAudit } from '#lib/reports/audit-trail.ts';
import { authenticatorOf, wrongCodeFor } from '#tests/support/authenticator.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { noticesTo } from '#tests/support/notices.ts';
import { newPerson, type Person, password, signInAs, visitor } from '#tests/support/person.ts';
import { enrol, inSessionOf } from '#tests/support/second-factor.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const minuteMs = 60_000;
const before = (minutes: number) => new Date(Date.now() - minutes * minuteMs);

/** What comes of the password: the cookie of a login that waits. */
async function pendingOf({ email }: Person): Promise<string> {
  const first = await beginLogin({ email, password }, visitor);
  if (first.kind !== 'code-needed') throw new Error('The password alone let them in.');
  return first.pending;
}

onDatabase('a login with a second factor', () => {
  test('is refused by the password alone, and completed by a code, however it is typed', async () => {
    const ana = await newPerson();
    const { codeAt } = await enrol(ana, before(5));
    await expect(signInAs(ana)).rejects.toMatchObject({ code: 'wrong-credentials' });
    const pending = await pendingOf(ana);
    expect(await findSession(pending)).toBeUndefined();
    const code = codeAt(new Date());
    const { cookie } = await completeLogin(
      { pending, code: ` ${code.slice(0, 3)} ${code.slice(3)}` },
      visitor,
    );
    expect(await findSession(cookie)).toMatchObject({ user: { id: ana.id } });
  });

  test('takes each code once, also from two requests at once', async () => {
    const ana = await newPerson();
    const { codeAt } = await enrol(ana, before(5));
    const code = codeAt(new Date());
    const both = [await pendingOf(ana), await pendingOf(ana)].map((pending) =>
      completeLogin({ pending, code }, visitor),
    );
    const settled = await Promise.allSettled(both);
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const again = completeLogin({ pending: await pendingOf(ana), code }, visitor);
    await expect(again).rejects.toMatchObject({ code: 'wrong-login-code' });
    const earlier = completeLogin({ pending: await pendingOf(ana), code: codeAt(new Date(), -30) }, visitor);
    await expect(earlier).rejects.toMatchObject({ code: 'wrong-login-code' });
  });

  test('survives a wrong code, is completed once, and ends after ten minutes', async () => {
    const ana = await newPerson();
    const { codeAt, secret } = await enrol(ana, before(5));
    const pending = await pendingOf(ana);
    const wrong = completeLogin({ pending, code: wrongCodeFor(secret) }, visitor);
    await expect(wrong).rejects.toMatchObject({
      code: 'wrong-login-code',
      fields: { code: expect.any(String) },
    });
    expect(await findPendingLogin(pending, new Date(Date.now() + 11 * minuteMs))).toBeUndefined();
    // A clock that was set back since.
    expect(await findPendingLogin(pending, before(11))).toBeUndefined();
    await completeLogin({ pending, code: codeAt(new Date()) }, visitor);
    const again = completeLogin({ pending, code: codeAt(new Date(), 30) }, visitor);
    await expect(again).rejects.toMatchObject({ code: 'login-gone' });
  });

  test('takes each recovery code of its person once, and mails a notice', async () => {
    const [ana, eva] = [await newPerson(), await newPerson()];
    const { recoveryCodes: hers } = await enrol(ana, before(5));
    const { recoveryCodes: others } = await enrol(eva, before(5));
    expect(new Set(hers).size).toBe(10);
    const by = async (code = '') => completeLogin({ pending: await pendingOf(ana), code }, visitor);
    await expect(by(others[0])).rejects.toMatchObject({ code: 'wrong-login-code' });
    await by(hers[0]?.toLowerCase().replace('-', ' '));
    await expect(by(hers[0])).rejects.toMatchObject({ code: 'wrong-login-code' });
    expect(await findSecondFactor(ana.id)).toMatchObject({ recoveryCodesLeft: 9 });
    expect(await noticesTo(ana)).toContain('recovery-code-used');
    const renewed = await inSessionOf(ana, (id) => regenerateRecoveryCodes({ id, user: ana }, visitor));
    await expect(by(hers[1])).rejects.toMatchObject({ code: 'wrong-login-code' });
    await by(renewed[0]);
  });

  const next = 'otras cinco palabras sueltas';

  test.each<[string, (person: Person, here: Session) => Promise<unknown>]>([
    [
      'its password is changed',
      (_, here) => changePassword(here, { currentPassword: password, newPassword: next }, visitor),
    ],
    ['its password is replaced by an operator', ({ id }) => setPassword(id, next)],
    ['all sessions are ended', ({ id }) => endSessions(id)],
    ['all other sessions are ended', ({ id }, here) => endSessions(id, { except: here.id })],
    ['the person is deactivated', ({ email }) => deactivateUser({ email })],
    [
      'the person is deactivated and activated again',
      async (person) => {
        await deactivateUser(person);
        await activateUser(person);
      },
    ],
    [
      'the authenticator is replaced by another',
      async (person) => {
        await removeSecondFactor(person.id, visitor);
        await enrol(person, before(5));
      },
    ],
  ])('that waits for its code ends when %s', async (_what, change) => {
    const ana = await newPerson();
    const { cookie } = await signInAs(ana);
    const session = await findSession(cookie);
    if (!session) throw new Error('there is no session');
    const { recoveryCodes } = await enrol(ana, before(5), session.id);
    const pending = await pendingOf(ana);
    await change(ana, session);
    expect(await findPendingLogin(pending)).toBeUndefined();
    const completed = completeLogin({ pending, code: recoveryCodes[0] ?? '' }, visitor);
    await expect(completed).rejects.toMatchObject({ code: 'login-gone' });
  });
});

onDatabase('a second factor', () => {
  test('is required only after a code confirms it, and a new start takes codes of the new secret alone', async () => {
    const ana = await newPerson();
    const { secret: first } = await beginSecondFactor(ana);
    expect(await signInAs(ana)).toHaveProperty('cookie');
    const { secret } = await beginSecondFactor(ana);
    const now = new Date();
    const confirm = (of: string) =>
      inSessionOf(ana, (id) =>
        confirmSecondFactor({ id, user: ana }, authenticatorOf(of).codeAt(now), visitor, now),
      );
    await expect(confirm(first)).rejects.toMatchObject({ code: 'wrong-login-code' });
    await confirm(secret);
    expect(await findSecondFactor(ana.id)).toMatchObject({ recoveryCodesLeft: 10 });
    await expect(beginSecondFactor(ana)).rejects.toMatchObject({ key: 'conflict' });
    // The code that confirmed it is used up.
    const login = completeLogin(
      { pending: await pendingOf(ana), code: authenticatorOf(secret).codeAt(now) },
      visitor,
      now,
    );
    await expect(login).rejects.toMatchObject({ code: 'wrong-login-code' });
  });

  test('ends the other sessions, and not the one that turned it on', async () => {
    const ana = await newPerson();
    const [here, other] = [await signInAs(ana), await signInAs(ana)];
    const session = await findSession(here.cookie);
    await enrol(ana, before(5), session?.id);
    expect(await findSession(here.cookie)).toMatchObject({ user: { id: ana.id } });
    expect(await findSession(other.cookie)).toBeUndefined();
  });

  test('is removed with its recovery codes; log and mails have each change', async () => {
    const ctx = await newWorkspace();
    const ana = await newPerson({ ctx, role: 'owner' });
    const { recoveryCodes } = await enrol(ana, before(5));
    const pending = await pendingOf(ana);
    const completed = (code = '') => completeLogin({ pending, code }, visitor);
    await expect(completed('none of hers')).rejects.toMatchObject({ code: 'wrong-login-code' });
    await removeSecondFactor(ana.id, visitor);
    await expect(completed(recoveryCodes[0])).rejects.toMatchObject({ code: 'login-gone' });
    expect(await logInWithPassword({ email: ana.email, password }, visitor)).toHaveProperty('cookie');
    const lines = await listAudit(
      { ...ctx, actor: { kind: 'user', id: ana.id, role: 'owner' } },
      { limit: 20 },
    );
    const acts = lines.map(({ action }) => action).filter((action) => action.startsWith('second-factor.'));
    expect(acts).toEqual(['second-factor.removed', 'second-factor.failed', 'second-factor.added']);
    expect(await noticesTo(ana)).toEqual(['second-factor-added', 'second-factor-removed']);
  });

  test('is removed by an operator when it is lost: sessions end, and a mail reports it', async () => {
    const ana = await newPerson();
    const { codeAt } = await enrol(ana, before(5));
    const { cookie } = await completeLogin(
      { pending: await pendingOf(ana), code: codeAt(new Date()) },
      visitor,
    );
    await removeLostSecondFactor({ email: ana.email });
    expect(await findSession(cookie)).toBeUndefined();
    expect(await signInAs(ana)).toHaveProperty('cookie');
    expect(await noticesTo(ana)).toContain('second-factor-removed');
    await expect(removeLostSecondFactor({ email: ana.email })).rejects.toMatchObject({ key: 'not-found' });
  });
});
