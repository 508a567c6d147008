import { expect, test } from 'vitest';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import { revokeLinkOf } from '#lib/registrations/link.ts';
import { onServer } from '#tests/support/alta.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newPerson, signInAs } from '#tests/support/person.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

async function seed() {
  const ctx = await newWorkspace();
  const owner = await newPerson({ ctx, role: 'owner' });
  const { cookie } = await signInAs(owner);
  const { entryId } = await newRegistration(ctx);
  const { ref } = await newRegistration(ctx);
  await revokeLinkOf({ ...ctx, actor: { kind: 'user', id: owner.id, role: 'owner' } }, entryId);
  return {
    slug: ctx.workspace.slug,
    key: await newApiKey(ctx),
    name: owner.name,
    entryId,
    ref,
    cookie: `${sessionCookieName}=${encodeURIComponent(cookie)}`,
  };
}

onServer('the activity of a workspace', { seed }, (server) => {
  const ask = (query: string, below = '') =>
    fetchPage(`${server().alta.origin}/w/${server().seeded.slug}/activity${below}${query}`, {
      headers: { cookie: server().seeded.cookie, 'accept-language': 'en' },
    });
  const linesOf = async (query: string) =>
    (await (await ask(query, '/json-lines')).text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('shows the address and the request of an API key’s act', async () => {
    const { alta, seeded } = server();
    const answer = await apiClient(alta.origin, seeded.key)('POST', '/silo/v1/entries', {
      folder: 'suppliers',
      data: { name: 'Panadería La Espiga', tax_id: { country: 'AR', code: '30500001735' } },
    });
    const requestId = answer.headers.get('x-request-id');
    const [line, ...others] = await linesOf('?about=Espiga');
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      action: 'entry.created',
      actor: { kind: 'api-key', name: 'test' },
      entry_id: answer.body.id,
      address: expect.stringMatching(/[\d.:]{3,}/),
      request_id: requestId,
    });
    expect(await (await ask('?about=Espiga')).text()).toContain(`title="${requestId}"`);
  });

  test('shows the address of a supplier who used the link', async () => {
    const { alta, seeded } = server();
    await fetchPage(`${alta.origin}/reg/${seeded.ref}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: alta.origin },
      body: new URLSearchParams({ voice: 'company' }),
    });
    expect(await linesOf('?action=link.opened')).toMatchObject([
      { actor: { kind: 'registrant' }, address: expect.stringMatching(/[\d.:]{3,}/) },
    ]);
  });

  test('is filtered alike on the page and in both files', async () => {
    const { name, entryId } = server().seeded;
    const revoked = `?action=link.revoked&about=${entryId}`;
    expect(await linesOf(revoked)).toMatchObject([{ action: 'link.revoked', actor: { name } }]);
    const rows = (await (await ask(revoked, '/export')).text()).trimEnd().split('\r\n');
    expect(rows).toHaveLength(2);
    expect(rows[1]).toContain(`,${name},`);
    const page = await (await ask(revoked)).text();
    expect(page.match(/<tr/g)).toHaveLength(2);
    expect(page).toContain('The link was revoked.');
    expect(await (await ask('?about=nobody')).text()).toContain('No activity matches');
    expect(await (await ask('?about=nobody', '/json-lines')).text()).toBe('');
  });
});
