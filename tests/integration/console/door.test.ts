import { beforeAll, describe, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { logIn } from '#tests/support/log-in.ts';
import { newPerson } from '#tests/support/person.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { writtenRequest } from '#tests/support/written-request.ts';

async function seed() {
  const ctx = await newWorkspace();
  const { ref } = await newRegistration(ctx);
  return { ana: await newPerson({ ctx, role: 'owner' }), slug: ctx.workspace.slug, ref };
}

const publicOrigin = 'https://alta.example';
const env = { ALTA_ORIGIN: publicOrigin, ALTA_HOSTS: 'registro.example', ALTA_PROXY_HOPS: '1' };

onServer('the Console behind a proxy that drops the host', { seed, env }, (server) => {
  let origin: string;
  beforeAll(() => {
    origin = server().alta.origin;
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetchPage(`${origin}${path}`, { redirect: 'manual', headers });

  const login = (headers: Record<string, string>) => logIn(origin, server().seeded.ana, headers);

  test('accepts the login form from its public address, and sets a cookie for that host only', async () => {
    const answer = await login({ origin: publicOrigin });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console']);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-alta_session=[^;]+; Path=\/; .*Max-Age=604800; .*Secure; HttpOnly; SameSite=lax$/i,
    );
    const session = cookie.split(';', 1)[0] ?? '';
    const page = await get(`/w/${server().seeded.slug}/configuration/members`, { cookie: session });
    expect([page.status, (await page.text()).includes(server().seeded.ana.email)]).toEqual([200, true]);
  });

  test('leaves the wizard a host name of its own, whose pages can send no form of the Console', async () => {
    const from = (path: string, site: string) =>
      writtenRequest(
        origin,
        `POST ${path} HTTP/1.1\r\nHost: registro.example\r\nOrigin: https://${site}\r\n` +
          'Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n' +
          'Content-Length: 3\r\nConnection: close\r\n\r\na=b',
      );
    const path = `/reg/${server().seeded.ref}`;
    const begun = await from(path, 'registro.example');
    expect(begun.status).toBe(303);
    expect(new URL(begun.headers.get('location') ?? '', 'https://registro.example').host).toBe(
      'registro.example',
    );
    expect((await from(path, 'evil.example')).status).toBe(403);
    expect((await from('/login', 'registro.example')).status).toBe(403);
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    [
      'another site that claims our host',
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    ],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['a page without an origin', { origin: 'null' }],
  ])('refuses the login form from %s', async (_whence, headers: Record<string, string>) => {
    const answer = await login(headers);
    expect(answer.headers.getSetCookie().filter((cookie) => cookie.includes('session'))).toEqual([]);
  });

  test('has no login by an OpenID provider unless one is configured', async () => {
    expect(await (await get('/login')).text()).not.toContain('/login/oidc');
    for (const path of ['/login/oidc', '/login/oidc/callback?code=x&state=y']) {
      const answer = await get(path, { cookie: `__Host-alta_oidc=${'x'.repeat(43)}` });
      expect([path, answer.status, answer.headers.get('location')]).toEqual([
        path,
        303,
        expect.stringMatching(/^\/login\?notice=/),
      ]);
    }
  });

  describe('without a session', () => {
    test.each(['/account', '/console', '/w/nothing', '/w/nothing/configuration/members?page=2'])(
      '%s redirects to the login and back, whether it exists or not',
      async (path) => {
        for (const headers of [{}, { cookie: '__Host-alta_session=nonsense' }]) {
          const answer = await get(path, headers as Record<string, string>);
          const to = `/login?return_to=${encodeURIComponent(path)}`;
          expect([answer.status, answer.headers.get('location')]).toEqual([307, to]);
        }
      },
    );

    test('a path header from the client is ignored', async () => {
      const answer = await get('/account', { 'x-alta-path': '//evil.example', 'x-alta-nonce': 'mine' });
      expect(answer.headers.get('location')).toBe('/login?return_to=%2Faccount');
    });
  });

  test('has its own policy with a new nonce each time, and leaves the wizard’s unchanged', async () => {
    const policies = await Promise.all(
      ['/login', '/login', '/reg/none', '/LOGIN', '/'].map(async (path) => {
        return (await get(path)).headers.get('content-security-policy') ?? '';
      }),
    );
    const [first, second, ...wizard] = policies;
    expect(first).toMatch(/script-src 'self' 'nonce-[\w+/]{24}' 'strict-dynamic';/);
    expect(first).not.toBe(second);
    expect(
      wizard.filter((policy) => /nonce|unsafe/.test(policy) || !policy.includes("default-src 'none'")),
    ).toEqual([]);
  });
});
