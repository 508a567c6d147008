import { expect, test } from 'vitest';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import { onServer } from '#tests/support/alta.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { newPerson, signInAs } from '#tests/support/person.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

async function seed() {
  const ctx = await newWorkspace();
  const { cookie } = await signInAs(await newPerson({ ctx, role: 'operator' }));
  return { slug: ctx.workspace.slug, cookie: `${sessionCookieName}=${encodeURIComponent(cookie)}` };
}

onServer('the register’s look-up of a typed CUIT', { seed }, (server) => {
  const ask = (cuit: string, headers: Record<string, string> = { cookie: server().seeded.cookie }) =>
    fetchPage(`${server().alta.origin}/w/${server().seeded.slug}/taxpayer?cuit=${encodeURIComponent(cuit)}`, {
      redirect: 'manual',
      headers,
    });

  test('names the missing delegate, and is not cached', async () => {
    const answer = await ask(newCuit('30'));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await answer.json()).toEqual({ kind: 'not-authorised', reason: 'no-delegate' });
  });

  test.each(['', '30', '30-71234567-2', 'x'.repeat(2_000), '%00'])(
    'refuses %j before it asks the register',
    async (cuit) => {
      expect((await ask(cuit)).status).toBe(422);
    },
  );

  test('answers no other site, and nobody without a session', async () => {
    const { cookie } = server().seeded;
    const foreign = await ask(newCuit('30'), { cookie, 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    expect((await ask(newCuit('30'), {})).status).toBe(307);
  });
});
