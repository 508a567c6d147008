import { request } from 'node:http';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { registrationLinks } from '#lib/database/tables/registrations.ts';
import { revokeLink } from '#lib/registrations/link.ts';
import { hashRef } from '#lib/silo/public-link.ts';
import { onServer } from '#tests/support/alta.ts';
import { askApi } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newRegistration, postForm } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const longAgo = new Date(Date.now() - 90 * 86_400_000);

async function seed() {
  const ctx = await newWorkspace();
  const revoked = await newRegistration(ctx);
  const [link] = await database()
    .select()
    .from(registrationLinks)
    .where(eq(registrationLinks.refHash, hashRef(revoked.ref) ?? ''));
  await revokeLink(ctx, link?.id ?? '');
  return {
    open: (await newRegistration(ctx)).ref,
    scanned: (await newRegistration(ctx)).ref,
    posted: (await newRegistration(ctx)).ref,
    typed: (await newRegistration(ctx)).ref,
    expired: (await newRegistration(ctx, longAgo)).ref,
    revoked: revoked.ref,
  };
}

onServer('the wizard’s handler', { seed }, (server) => {
  let origin: string;
  let refs: Awaited<ReturnType<typeof seed>>;
  beforeAll(() => {
    origin = server().alta.origin;
    refs = server().seeded;
  });
  const get = (path: string, init: RequestInit = {}) =>
    fetchPage(`${origin}${path}`, { redirect: 'manual', ...init });

  test('unknown, revoked and impossible links get the same answer', async () => {
    const answers = await Promise.all(
      [refs.revoked, 'A'.repeat(26), 'x', '%00', 'a'.repeat(500), "' or 1=1 --"].map(async (ref) => {
        const answer = await get(`/reg/${encodeURIComponent(ref)}`);
        return { status: answer.status, body: await answer.text() };
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]?.body).not.toContain('Tornillo');
  });

  test('an expired link is shown without the company’s name, and requests a new one once', async () => {
    const first = await get(`/reg/${refs.expired}/subir`);
    const page = await first.text();
    expect([first.status, page.includes('Tornillo')]).toEqual([410, false]);
    expect(page).toContain(`/reg/${refs.expired}/enlace`);
    const asked = await postForm(`${origin}/reg/${refs.expired}/enlace`);
    expect(asked.status).toBe(303);
    const after = await (await get(`/reg/${refs.expired}`)).text();
    expect(after).not.toContain(`/reg/${refs.expired}/enlace`);
  });

  test.each([
    ['in a frame of another page of the wizard', '/reg/', { dest: 'iframe', site: 'same-origin' }, true],
    ['in a frame of another site', '/reg/', { dest: 'iframe', site: 'cross-site' }, false],
    ['in a frame of a site beside this one', '/reg/', { dest: 'iframe', site: 'same-site' }, false],
    ['in a window', '/reg/', { dest: 'document', site: 'same-origin' }, false],
    ['as an object', '/reg/', { dest: 'object', site: 'same-origin' }, false],
    ['elsewhere than in the wizard', '/login?', { dest: 'iframe', site: 'same-origin' }, false],
  ])('a page %s is shown only where it may be', async (_where, path, { dest, site }, mayBe) => {
    const { headers } = await get(`${path}${refs.open}`, {
      headers: { 'sec-fetch-dest': dest, 'sec-fetch-site': site },
    });
    const policy = headers.get('content-security-policy');
    const ancestors = policy?.match(/frame-ancestors ([^;]+)/)?.[1];
    expect([ancestors, headers.get('x-frame-options'), headers.get('cache-control')]).toEqual([
      mayBe ? "'self'" : "'none'",
      mayBe ? 'SAMEORIGIN' : 'DENY',
      expect.stringContaining('no-store'),
    ]);
  });

  test('a mail scanner’s repeated requests change nothing', async () => {
    const page = await (await get(`/reg/${refs.scanned}`)).text();
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      for (const path of ['', '/datos', '/pedido', '/estado', '/listo', '/enlace']) {
        await get(`/reg/${refs.scanned}${path}`, { method });
      }
    }
    expect(await (await get(`/reg/${refs.scanned}`)).text()).toBe(page);
    expect(page).toContain(`action="/reg/${refs.scanned}"`);
  });

  test.each([
    ['a foreign Origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['a foreign Origin alone', { origin: 'https://evil.example', 'sec-fetch-site': '' }, 403],
    ['Origin null from elsewhere', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    ['Origin null alone', { origin: 'null', 'sec-fetch-site': '' }, 403],
    ['another site of the same domain', { origin: '', 'sec-fetch-site': 'same-site' }, 403],
    [
      'Origin null on our own page, as browsers send it without a referrer',
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      303,
    ],
    ['neither header, as old browsers do', { origin: '', 'sec-fetch-site': '' }, 303],
  ])('a form with %s', async (_what, headers, status) => {
    const present = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
    const answer = await fetchPage(`${origin}/reg/${refs.posted}`, {
      method: 'POST',
      redirect: 'manual',
      headers: present,
      body: new URLSearchParams({ voice: 'company' }),
    });
    expect(answer.status).toBe(status);
  });

  test('a later step can not be reached, by page or by form', async () => {
    for (const step of [
      'datos',
      'habilitar',
      'certificado',
      'subir',
      'autorizar',
      'puntos-de-venta',
      'listo',
    ]) {
      const page = await get(`/reg/${refs.open}/${step}`);
      expect([step, page.status, page.headers.get('location')]).toEqual([step, 303, `/reg/${refs.open}`]);
      if (step === 'listo') continue;
      const form = await postForm(`${origin}/reg/${refs.open}/${step}`, { name: 'A', email: 'a@b.ar' });
      expect([step, form.status, form.headers.get('location')]).toEqual([step, 303, `/reg/${refs.open}`]);
    }
  });

  test.each([
    ['datos', 'a line that a spreadsheet computes', { name: 'Mala SA\n=1+1' }, 422],
    ['datos', 'a lone carriage return', { name: 'Mala SA\r=1+1' }, 422],
    ['datos', 'an escape', { name: 'Mala \u001b[31mSA' }, 422],
    ['datos', 'blanks around it', { name: '  Ferretería El Tornillo \n' }, 303],
    ['contador', 'a line that a spreadsheet computes', { name: 'Eva\n=1+1' }, 422],
    ['contador', 'an escape', { name: 'Eva\u0007' }, 422],
  ])('the form of %s reads a name with %s literally', async (step, _what, fields, status) => {
    const begun = await postForm(`${origin}/reg/${refs.typed}`, { voice: 'company' });
    expect(begun.status).toBe(303);
    const answer = await postForm(`${origin}/reg/${refs.typed}/${step}`, { email: 'a@b.ar', ...fields });
    expect(answer.status).toBe(status);
    expect(await (await get(`/reg/${refs.typed}/datos`)).text()).toContain('Ferretería El Tornillo');
  });

  test.each([
    ['a page', '/reg/REF', 200],
    ['a redirect', '/reg/REF/listo', 303],
    ['a download', '/reg/REF/pedido', 200],
    ['an unknown page of a link', '/reg/REF/nada', 404],
    ['an unknown link', '/reg/AAAAAAAAAAAAAAAAAAAAAAAAAA', 404],
    ['the API without a key', '/api/utils/v1/ping', 401],
    ['an unknown path of the API', '/api/nada', 404],
    ['an unknown path', '/nada', 404],
    ['health', '/api/health/live', 200],
  ])('%s carries the security headers', async (_what, path, status) => {
    const isApi = path.startsWith('/api/') && !path.startsWith('/api/health');
    const answer = isApi ? await askApi(`${origin}${path}`) : await get(path.replace('REF', refs.open));
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(answer.headers.get('x-powered-by')).toBeNull();
    if (path.startsWith('/reg/')) {
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow, noarchive');
      expect(answer.headers.get('content-security-policy')).not.toMatch(/unsafe|http/);
    }
  });

  test('stylesheet and script are cached for good under a content hash', async () => {
    const page = await (await get(`/reg/${refs.open}`)).text();
    const assets = [...page.matchAll(/(?:href|src)="(\/wizard\.[a-z]+\?v=[0-9a-f]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    expect(assets).toHaveLength(2);
    for (const asset of assets) {
      const answer = await get(asset);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
  });

  test('the platform’s script is open to every site, and fresh within minutes', async () => {
    const answer = await get('/alta-registration.js', { headers: { origin: 'https://erp.example' } });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': expect.stringContaining('javascript'),
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    });
  });

  describe('a request to the framework’s internals is refused:', () => {
    test.each([
      ['next-action', { 'next-action': 'x' }],
      ['rsc', { rsc: '1' }],
      ['x-middleware-subrequest', { 'x-middleware-subrequest': 'middleware' }],
    ])('%s', async (_what, headers) => {
      expect((await get(`/reg/${refs.open}`, { headers })).status).toBe(400);
    });

    test('an absolute-form address and an upgrade', async () => {
      const raw = (path: string, headers = {}) =>
        new Promise<number | undefined>((resolve, reject) => {
          const { hostname, port } = new URL(origin);
          request({ hostname, port, path, headers }, (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          })
            .once('error', reject)
            .end();
        });
      expect(await raw('http://other.example/reg/x')).toBe(400);
      expect(await raw('/reg/x', { connection: 'Upgrade', upgrade: 'websocket' })).toBe(400);
      expect(await raw('/_next/image?url=/x&w=64&q=75')).toBe(404);
    });
  });
});

onServer('limits', { seed, env: { RATE_LIMIT_FACTOR: '1' } }, (server) => {
  test('guessing is slowed down, and does not lock out a visitor with a valid link', async () => {
    const { alta, seeded } = server();
    const guesses: number[] = [];
    for (let index = 0; index < 40; index += 1) {
      guesses.push(
        (await fetchPage(`${alta.origin}/reg/${'B'.repeat(20)}${String(index).padStart(6, '0')}`)).status,
      );
    }
    expect(guesses.slice(0, 5)).toEqual([404, 404, 404, 404, 404]);
    expect(guesses.at(-1)).toBe(429);
    expect((await fetchPage(`${alta.origin}/reg/${seeded.open}`)).status).toBe(200);
    // An address that the caller claims does not get around it.
    const answer = await fetchPage(`${alta.origin}/reg/${'C'.repeat(26)}`, {
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
