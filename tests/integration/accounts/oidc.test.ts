import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deactivateUser } from '#lib/accounts/deactivate-user.ts';
import {
  findIdentity,
  finishOidcFlow,
  linkIdentity,
  startOidcFlow,
  unlinkIdentity,
} from '#lib/accounts/oidc.ts';
import { endSessions, findSession, type Session } from '#lib/accounts/sessions.ts';
import { completeLogin } from '#lib/accounts/sign-in.ts';
import { database } from '#lib/database/client.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { replaceProcessValue } from '#lib/process-values.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { noticesTo } from '#tests/support/notices.ts';
import { startProvider } from '#tests/support/openid-provider.ts';
import { newPerson, type Person, signInAs, visitor } from '#tests/support/person.ts';
import { enrol } from '#tests/support/second-factor.ts';

const origin = 'https://alta.example';
const provider = await startProvider(`${origin}/login/oidc/callback`);
afterAll(() => provider.stop());
const env = { ...provider.env, ALTA_ORIGIN: origin };

describe('a login at an OpenID provider', () => {
  let restore = () => {};
  beforeAll(() => {
    restore = setEnvironment(env);
  });
  afterAll(() => restore());

  /** As if nobody had asked the provider yet how it is asked. */
  const askAnew = () => replaceProcessValue('oidc', undefined);

  /** What a browser comes back with, of who sits at the provider. */
  async function cameBack(sitting: string | undefined, errand: { linkTo?: string; returnTo?: string } = {}) {
    provider.sitting = sitting;
    const { token, url } = await startOidcFlow(errand);
    return { token, query: new URL(await provider.visit(url)).search };
  }
  type Came = Awaited<ReturnType<typeof cameBack>>;
  const comeIn = (came: Came, session?: Session, now?: Date) => finishOidcFlow(came, session, visitor, now);

  async function sessionOf(person: Person): Promise<Session> {
    const session = await findSession((await signInAs(person)).cookie);
    if (!session) throw new Error('there is no session');
    return session;
  }

  async function linked() {
    const [person, sub] = [await newPerson(), randomUUID()];
    const session = await sessionOf(person);
    expect(await comeIn(await cameBack(sub, { linkTo: person.id }), session)).toEqual({ kind: 'linked' });
    return { person, sub, session };
  }

  onDatabase('through its callback', () => {
    test('opens the linked account, and leads back to the page that asked for it', async () => {
      const { person, sub } = await linked();
      const came = await comeIn(await cameBack(sub, { returnTo: '/w/ours' }));
      if (came.kind !== 'in') throw new Error(came.kind);
      expect(came.returnTo).toBe('/w/ours');
      expect(await findSession(came.cookies.cookie)).toMatchObject({ user: { id: person.id } });
    });

    test('is refused for an identity that was never linked or is unlinked', async () => {
      await expect(comeIn(await cameBack(randomUUID()))).rejects.toMatchObject({ code: 'oidc-unlinked' });
      const { person, sub } = await linked();
      await unlinkIdentity(person.id, visitor);
      await expect(comeIn(await cameBack(sub))).rejects.toMatchObject({ code: 'oidc-unlinked' });
      expect(await findIdentity(person.id)).toBeUndefined();
    });

    test('is refused for the same subject at another provider', async () => {
      const [person, sub] = [await newPerson(), randomUUID()];
      await linkIdentity(
        await sessionOf(person),
        { issuer: 'https://other.example/', subject: sub },
        visitor,
      );
      expect(await findIdentity(person.id)).toBeUndefined();
      await expect(comeIn(await cameBack(sub))).rejects.toMatchObject({ code: 'oidc-unlinked' });
    });

    test('needs a code when the account has a second factor', async () => {
      const { person, sub } = await linked();
      const { codeAt } = await enrol(person, new Date(Date.now() - 300_000));
      const came = await comeIn(await cameBack(sub));
      if (came.kind !== 'code-needed') throw new Error(came.kind);
      const { cookie } = await completeLogin({ pending: came.pending, code: codeAt(new Date()) }, visitor);
      expect(await findSession(cookie)).toMatchObject({ user: { id: person.id } });
    });

    test('is refused for a deactivated account like for an unlinked identity', async () => {
      const { person, sub } = await linked();
      await deactivateUser(person);
      await expect(comeIn(await cameBack(sub))).rejects.toMatchObject({ code: 'oidc-unlinked' });
    });

    test('is good once, and for ten minutes', async () => {
      const { sub } = await linked();
      const came = await cameBack(sub);
      await comeIn(came);
      await expect(comeIn(came)).rejects.toMatchObject({ code: 'oidc-gone' });
      const late = comeIn(await cameBack(sub), undefined, new Date(Date.now() + 11 * 60_000));
      await expect(late).rejects.toMatchObject({ code: 'oidc-gone' });
    });

    test('is good only in the browser that began it, with its own state', async () => {
      const { sub } = await linked();
      const [mine, theirs] = [await cameBack(sub), await cameBack(randomUUID())];
      await expect(comeIn({ ...theirs, query: mine.query })).rejects.toMatchObject({ code: 'oidc-failed' });
      const changed = new URLSearchParams(mine.query);
      changed.set('state', 'another');
      const come = comeIn({ ...mine, query: `?${changed}` });
      await expect(come).rejects.toMatchObject({ code: 'oidc-failed' });
      await expect(comeIn({ token: '', query: mine.query })).rejects.toMatchObject({ code: 'oidc-gone' });
    });

    test('is refused with a token that the provider did not sign', async () => {
      const { sub } = await linked();
      const came = await cameBack(sub);
      provider.isForged = true;
      askAnew();
      await expect(comeIn(came)).rejects.toMatchObject({ code: 'oidc-failed' });
      provider.isForged = false;
      askAnew();
    });

    test('is refused when the person turned back at the provider', async () => {
      await expect(comeIn(await cameBack(undefined))).rejects.toMatchObject({ code: 'oidc-refused' });
    });
  });

  onDatabase('that links an identity', () => {
    test('links it to one account, and only in the session that asked for it', async () => {
      const { sub } = await linked();
      const [eve, other] = [await newPerson(), await newPerson()];
      const hers = await sessionOf(eve);
      const taken = comeIn(await cameBack(sub, { linkTo: eve.id }), hers);
      await expect(taken).rejects.toMatchObject({ code: 'oidc-taken' });
      for (const session of [undefined, await sessionOf(other)]) {
        const foreign = comeIn(await cameBack(randomUUID(), { linkTo: eve.id }), session);
        await expect(foreign).rejects.toMatchObject({ code: 'oidc-gone' });
      }
      expect(await findIdentity(eve.id)).toBeUndefined();
    });

    test('is refused in a session that ended while the person was at the provider', async () => {
      const eve = await newPerson();
      const hers = await sessionOf(eve);
      const came = await cameBack(randomUUID(), { linkTo: eve.id });
      await endSessions(eve.id);
      await expect(comeIn(came, hers)).rejects.toMatchObject({ code: 'signed-out' });
      expect(await findIdentity(eve.id)).toBeUndefined();
    });

    test('replaces the identity before, which no longer logs in', async () => {
      const { person, sub, session } = await linked();
      const next = randomUUID();
      await comeIn(await cameBack(next, { linkTo: person.id }), session);
      await expect(comeIn(await cameBack(sub))).rejects.toMatchObject({ code: 'oidc-unlinked' });
      expect(await comeIn(await cameBack(next))).toMatchObject({ kind: 'in' });
    });

    test('is in the audit log and in a mail, as is the unlinking', async () => {
      const { person } = await linked();
      await unlinkIdentity(person.id, visitor);
      await unlinkIdentity(person.id, visitor);
      const lines = await database().select().from(auditLog).where(eq(auditLog.subjectId, person.id));
      const acts = lines.map(({ action }) => action).filter((action) => action.startsWith('identity.'));
      expect(acts.sort()).toEqual(['identity.linked', 'identity.unlinked']);
      expect((await noticesTo(person)).filter((notice) => notice.startsWith('identity'))).toEqual([
        'identity-linked',
        'identity-unlinked',
      ]);
    });
  });

  onDatabase('at a provider that is away', () => {
    test('is refused by name, also when the provider names another issuer', async () => {
      const elsewhere = [`http://127.0.0.1:9`, provider.issuer.replace('127.0.0.1', 'localhost')];
      for (const ALTA_OIDC_ISSUER of elsewhere) {
        const back = setEnvironment({ ALTA_OIDC_ISSUER });
        askAnew();
        await expect(startOidcFlow({})).rejects.toMatchObject({ code: 'oidc-away' });
        back();
        askAnew();
      }
    });
  });
});
