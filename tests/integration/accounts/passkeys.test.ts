import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deactivateUser } from '#lib/accounts/deactivate-user.ts';
import { listMemberships } from '#lib/accounts/members.ts';
import {
  addPasskey,
  beginPasskeyAssertion,
  beginPasskeyRegistration,
  listPasskeys,
  removePasskey,
} from '#lib/accounts/passkeys.ts';
import { confirmLogin, confirmLoginByPasskey, requireRecentLogin } from '#lib/accounts/recent-login.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  regenerateRecoveryCodes,
  removeLostSecondFactor,
  removeSecondFactor,
  requireSecondFactor,
} from '#lib/accounts/second-factor.ts';
import {
  endSession,
  endSessions,
  findSession,
  invalidateLogins,
  listSessions,
  type Session,
  setPassword,
} from '#lib/accounts/sessions.ts';
import { beginLogin, completeLogin, logInWithPasskey } from '#lib/accounts/sign-in.ts';
import { database } from '#lib/database/client.ts';
import { passkeys } from '#lib/database/tables/accounts.ts';
import { authenticatorOf } from '#tests/support/authenticator.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newPerson, type Person, password, signInAs, visitor } from '#tests/support/person.ts';
import { enrol } from '#tests/support/second-factor.ts';
import { softPasskey } from '#tests/support/soft-passkey.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const origin = 'http://alta.test';
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

async function sessionOf(cookie: string): Promise<Session> {
  const session = await findSession(cookie);
  if (!session) throw new Error('The session has ended.');
  return session;
}

/** Somebody with a session, who added a passkey in it. */
async function holder(person?: Person) {
  const ana = person ?? (await newPerson());
  const { cookie } = await signInAs(ana);
  const session = await sessionOf(cookie);
  const key = softPasskey(origin);
  const { challenge } = await beginPasskeyRegistration(ana);
  const recoveryCodes = await addPasskey(session, key.make({ challenge }), visitor);
  return { ana, session, cookie, key, recoveryCodes };
}

const challenge = async () => (await beginPasskeyAssertion()).challenge;

onDatabase('a passkey', () => {
  test('logs its person in by itself, and makes the password alone insufficient', async () => {
    const { ana, key, recoveryCodes } = await holder();
    expect(recoveryCodes).toHaveLength(10);
    const { cookie } = await logInWithPasskey(key.use({ challenge: await challenge() }), visitor);
    const session = await sessionOf(cookie);
    expect(session.user.id).toBe(ana.id);
    await requireRecentLogin(session);
    expect((await listPasskeys(ana.id))[0]?.lastUsedAt).toBeInstanceOf(Date);

    const first = await beginLogin({ email: ana.email, password }, visitor);
    if (first.kind !== 'code-needed') throw new Error('The password alone let them in.');
    await completeLogin({ pending: first.pending, code: recoveryCodes?.[0] ?? '' }, visitor);
  });

  test('answers each challenge once, within five minutes, and none of another kind', async () => {
    const { ana, key } = await holder();
    const used = key.use({ challenge: await challenge() });
    await logInWithPasskey(used, visitor);
    await expect(logInWithPasskey(used, visitor)).rejects.toMatchObject({ code: 'wrong-passkey' });
    const late = key.use({ challenge: await challenge() });
    await expect(logInWithPasskey(late, visitor, later(6))).rejects.toMatchObject({ code: 'wrong-passkey' });
    const { challenge: ofAdding } = await beginPasskeyRegistration(ana);
    const crossed = key.use({ challenge: ofAdding });
    await expect(logInWithPasskey(crossed, visitor)).rejects.toMatchObject({ code: 'wrong-passkey' });
    const invented = key.use({ challenge: 'bm8gb25lIGFza2VkIHRoaXM' });
    await expect(logInWithPasskey(invented, visitor)).rejects.toMatchObject({ code: 'wrong-passkey' });
  });

  test('is refused from another site, locked, with another key’s signature, or with an old counter', async () => {
    const { key } = await holder();
    const refused = async (use: ReturnType<typeof key.use>) =>
      expect(logInWithPasskey(use, visitor)).rejects.toMatchObject({ code: 'wrong-passkey' });
    await refused(key.use({ challenge: await challenge(), origin: 'http://alta.test.evil.example' }));
    await refused(key.use({ challenge: await challenge(), origin: 'https://alta.test' }));
    await refused(key.use({ challenge: await challenge(), domain: 'test' }));
    await refused(key.use({ challenge: await challenge(), isUnlocked: false }));
    const asked = await challenge();
    const forged = { ...softPasskey(origin).use({ challenge: asked }), id: key.id, rawId: key.id };
    await refused(forged);
    const early = key.use({ challenge: await challenge() });
    await logInWithPasskey(key.use({ challenge: await challenge() }), visitor);
    await refused(early);
    await refused(softPasskey(origin).use({ challenge: await challenge() }));
  });

  test('is added once, unlocked, by the person who was asked to, and not from another site', async () => {
    const { session, key } = await holder();
    const eva = await newPerson();
    const add = async (of: Person, other: Partial<Parameters<typeof key.make>[0]> = {}) =>
      addPasskey(
        session,
        softPasskey(origin).make({ challenge: (await beginPasskeyRegistration(of)).challenge, ...other }),
        visitor,
      );
    await expect(add(eva)).rejects.toMatchObject({ code: 'wrong-passkey' });
    const ana = { ...session.user, password };
    for (const other of [{ origin: 'http://evil.example' }, { domain: 'test' }, { isUnlocked: false }])
      await expect(add(ana, other)).rejects.toMatchObject({ code: 'wrong-passkey' });
    const { challenge: ofLogin } = await beginPasskeyAssertion();
    await expect(add(ana, { challenge: ofLogin })).rejects.toMatchObject({ code: 'wrong-passkey' });
    const again = key.make({ challenge: (await beginPasskeyRegistration(ana)).challenge });
    await expect(addPasskey(session, again, visitor)).rejects.toMatchObject({ key: 'conflict' });
    expect(await add(ana)).toBeUndefined();
    expect(await listPasskeys(ana.id)).toHaveLength(2);
  });

  test('logs in once when one assertion comes twice at once, and when a copy of it signs with the same counter', async () => {
    const { ana, key } = await holder();
    const before = (await listSessions(ana.id)).length;
    const outcomes = async (...uses: ReturnType<typeof key.use>[]) =>
      (await Promise.allSettled(uses.map((use) => logInWithPasskey(use, visitor)))).map(
        ({ status }) => status,
      );
    const once = key.use({ challenge: await challenge() });
    expect((await outcomes(once, once)).sort()).toEqual(['fulfilled', 'rejected']);
    const [one, other] = [await challenge(), await challenge()];
    const copies = [one, other].map((asked) => key.use({ challenge: asked, counter: 9 }));
    expect((await outcomes(...copies)).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await listSessions(ana.id)).length).toBe(before + 2);
  });

  test('that is removed while it logs in lets nobody in', async () => {
    const { ana, key } = await holder();
    const use = key.use({ challenge: await challenge() });
    const login = await database().transaction(async (tx) => {
      await invalidateLogins(tx, ana.id);
      await tx.delete(passkeys).where(eq(passkeys.userId, ana.id));
      return [logInWithPasskey(use, visitor).catch((error: { code: string }) => error.code)];
    });
    expect(await login[0]).toBe('wrong-passkey');
  });

  const next = 'otras cinco palabras sueltas';
  test.each<[string, (session: Session) => Promise<unknown>]>([
    ['all sessions are ended', ({ user }) => endSessions(user.id)],
    ['this session is ended', ({ id, user }) => endSession(user.id, id)],
    ['the password is replaced', ({ user }) => setPassword(user.id, next)],
    ['the account is deactivated', ({ user }) => deactivateUser(user)],
  ])(
    'is not added, nor another way to log in, by a request that was under way when %s',
    async (_what, end) => {
      const { ana, session } = await holder();
      const { challenge: asked } = await beginPasskeyRegistration(ana);
      const { secret } = await beginSecondFactor(ana);
      await end(session);
      const refused = (act: Promise<unknown>) => expect(act).rejects.toMatchObject({ code: 'signed-out' });
      await refused(addPasskey(session, softPasskey(origin).make({ challenge: asked }), visitor));
      await refused(confirmSecondFactor(session, authenticatorOf(secret).codeAt(new Date()), visitor));
      await refused(regenerateRecoveryCodes(session, visitor));
      expect(await listPasskeys(ana.id)).toHaveLength(1);
    },
  );

  test('confirms an old login of its own person, as a recovery code does', async () => {
    const { session, key, recoveryCodes } = await holder();
    const other = await holder();
    const ago = { ...session, provedAt: later(-15) };
    await expect(requireRecentLogin(ago)).rejects.toMatchObject({ code: 'confirm-by-passkey' });
    const another = other.key.use({ challenge: await challenge() });
    await expect(confirmLoginByPasskey(ago, another)).rejects.toMatchObject({ code: 'wrong-passkey' });
    await confirmLoginByPasskey(ago, key.use({ challenge: await challenge() }), later(4));
    await expect(confirmLogin(ago, password, visitor)).rejects.toMatchObject({ code: 'wrong-login-code' });
    await confirmLogin(ago, recoveryCodes?.[0] ?? '', visitor);
  });

  test('ends the other sessions when it is the first factor, and not beside an authenticator', async () => {
    const ana = await newPerson();
    const { cookie: elsewhere } = await signInAs(ana);
    const { cookie, session } = await holder(ana);
    expect(await findSession(elsewhere)).toBeUndefined();
    expect(await findSession(cookie)).toBeDefined();
    const { recoveryCodes } = await enrol(ana, later(-5), session.id);
    expect(recoveryCodes).toEqual([]);
    await removeSecondFactor(ana.id, visitor);
    expect(await findSecondFactor(ana.id)).toMatchObject({ passkeys: 1, recoveryCodesLeft: 10 });
  });

  test('satisfies a workspace that requires a second factor, until it is removed', async () => {
    const ctx = await newWorkspace();
    const ana = await newPerson({ ctx, role: 'owner' });
    const as = { ...ctx, actor: { kind: 'user' as const, id: ana.id, role: 'owner' as const } };
    const { key, session } = await holder(ana);
    await requireSecondFactor(as);
    const lacks = async () => (await listMemberships(ana.id))[0]?.lacksSecondFactor;
    expect(await lacks()).toBe(false);
    const eva = await newPerson();
    await expect(removePasskey(eva.id, key, visitor)).rejects.toMatchObject({ key: 'not-found' });
    await removePasskey(ana.id, key, visitor);
    expect(await lacks()).toBe(true);
    expect(await findSecondFactor(ana.id)).toBeUndefined();
    const use = key.use({ challenge: await challenge() });
    await expect(logInWithPasskey(use, visitor)).rejects.toMatchObject({ code: 'wrong-passkey' });
    expect(await findSession((await signInAs(ana)).cookie)).not.toMatchObject({ id: session.id });
  });

  test('is refused for a deactivated account, and after an operator removed the second factor', async () => {
    const [one, other] = [await holder(), await holder()];
    await deactivateUser({ email: one.ana.email });
    await removeLostSecondFactor({ email: other.ana.email });
    for (const { key } of [one, other]) {
      const use = key.use({ challenge: await challenge() });
      await expect(logInWithPasskey(use, visitor)).rejects.toMatchObject({ code: 'wrong-passkey' });
    }
    expect(await signInAs(other.ana)).toHaveProperty('cookie');
  });
});
