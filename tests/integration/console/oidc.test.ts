// @module-tag slow
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { linkIdentity, oidcCookieName } from '#lib/accounts/oidc.ts';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import { pendingLoginCookieName } from '#lib/accounts/sign-in.ts';
import errors from '#messages/console/errors.es.json' with { type: 'json' };
import { onServer } from '#tests/support/alta.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { cookieIn, logIn } from '#tests/support/log-in.ts';
import { startProvider } from '#tests/support/openid-provider.ts';
import { newPerson, visitor } from '#tests/support/person.ts';
import { enrol, inSessionOf } from '#tests/support/second-factor.ts';
import { postAction, serverActions } from '#tests/support/server-actions.ts';

const origin = 'https://alta.example';
const provider = await startProvider(`${origin}/login/oidc/callback`);
afterAll(() => provider.stop());
const env = { ...provider.env, ALTA_ORIGIN: origin };

/** Eve is linked, and has a second factor. */
async function seed() {
  const [ana, eve] = [await newPerson(), await newPerson()];
  const identity = { issuer: `${provider.issuer}/`, subject: eve.id };
  await inSessionOf(eve, (id) => linkIdentity({ id, user: eve }, identity, visitor));
  await enrol(eve);
  return { ana, eve };
}

onServer('the Console with an OpenID provider', { seed, env }, (server) => {
  const open = async (path: string, cookie = '') => {
    const answer = await fetchPage(`${server().alta.origin}${path}`, {
      redirect: 'manual',
      headers: { cookie },
    });
    return { answer, location: answer.headers.get('location') ?? '', page: await answer.text() };
  };
  /** Back from the provider, to where the application leads then. */
  async function visit(address: string, cookie = '') {
    const back = await provider.visit(address);
    expect(back).toContain(`${origin}/login/oidc/callback?`);
    return open(back.slice(origin.length), cookie);
  }
  async function logInThere(path = '/login/oidc') {
    const { answer, location } = await open(path);
    return visit(location, cookieIn(answer, oidcCookieName));
  }
  const act = async (name: string, cookie: string) => {
    const { id = '' } = serverActions().find((each) => each.name === `account/actions#${name}`) ?? {};
    return postAction(`${server().alta.origin}/account`, { id, cookie }, {});
  };

  async function sessionOfAna(): Promise<string> {
    const { alta, seeded } = server();
    const answer = await logIn(alta.origin, seeded.ana, { origin: alta.origin });
    return cookieIn(answer, sessionCookieName) ?? '';
  }
  async function linkThere(session: string) {
    const begun = await act('beginLink', session);
    expect(begun.value).toMatchObject({ ok: true });
    const { url } = (begun.value as { value: { url: string } }).value;
    return visit(url, `${session}; ${cookieIn(begun.answer, oidcCookieName)}`);
  }

  test('links an account, logs in to the page that was asked for, and unlinks it', async () => {
    provider.sitting = randomUUID();
    const button = 'href="/login/oidc?return_to=%2Faccount"';
    expect((await open('/login?return_to=%2Faccount')).page).toContain(button);
    const before = await logInThere();
    expect(before.location).toBe('/login?notice=oidc-unlinked&return_to=%2Faccount');
    expect((await open(before.location)).page).toContain(errors['oidc-unlinked']);

    expect((await linkThere(await sessionOfAna())).location).toBe('/account#oidc');

    const there = await logInThere('/login/oidc?return_to=%2Faccount');
    expect([there.answer.status, there.location]).toEqual([303, '/account']);
    const cookie = cookieIn(there.answer, sessionCookieName);
    expect((await open('/account', cookie)).page).toContain(server().seeded.ana.email);
    expect(await act('unlink', cookie ?? '')).toMatchObject({ value: { ok: true } });
    expect((await logInThere()).location).toContain('oidc-unlinked');
  });

  test('asks for the second factor before it opens a session', async () => {
    provider.sitting = server().seeded.eve.id;
    const there = await logInThere('/login/oidc?return_to=%2Faccount');
    expect(there.location).toBe('/login/code?return_to=%2Faccount');
    expect(cookieIn(there.answer, sessionCookieName)).toBeUndefined();
    const code = await open(there.location, cookieIn(there.answer, pendingLoginCookieName));
    expect(code.page).toContain(server().seeded.eve.email);
  });

  test('shows a notice when somebody turns back at the provider', async () => {
    provider.sitting = undefined;
    const { location } = await logInThere('/login/oidc?return_to=//evil.example');
    expect(location).toBe('/login?notice=oidc-refused');
    expect((await open(location)).page).toContain(errors['oidc-refused']);
    const session = await sessionOfAna();
    const linking = await linkThere(session);
    expect(linking.location).toBe('/account?notice=oidc-refused#oidc');
    expect((await open(linking.location, session)).page).toContain(errors['oidc-refused']);
  });
});
