import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { linkLimits } from '#lib/limits.ts';
import { revokeLinkOf } from '#lib/registrations/link.ts';
import { onServer } from '#tests/support/alta.ts';
import { type ApiClient, apiClient } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

const longAgo = new Date(Date.now() - 90 * 86_400_000);

async function seed() {
  const ctx = await newWorkspace();
  const revoked = await newRegistration(ctx);
  await revokeLinkOf(ctx, revoked.entryId);
  const foreign = await newWorkspace();
  return {
    apiKey: await newApiKey(ctx),
    timed: (await newRegistration(ctx)).entryId,
    one: (await newRegistration(ctx)).entryId,
    many: (await newRegistration(ctx)).entryId,
    other: (await newRegistration(ctx)).entryId,
    expired: (await newRegistration(ctx, longAgo)).entryId,
    revoked: revoked.entryId,
    foreign: (await newRegistration(foreign)).entryId,
  };
}

onServer('an integrator', { seed }, (server) => {
  let call: ApiClient;
  let entries: Awaited<ReturnType<typeof seed>>;
  beforeAll(() => {
    const { alta, seeded } = server();
    entries = seeded;
    call = apiClient(alta.origin, seeded.apiKey);
  });
  const at = (entry: string) => `/apps/gov-ar/v1/entry/${entry}/links`;
  const marta = { name: 'Marta Gómez', whatsapp: '11 2345-6789' };
  const linksOf = async (entry: string) =>
    (await call('GET', `/apps/gov-ar/v1/entry/${entry}/registration`)).body.links;

  test('gets a link for now beside the supplier’s, with texts to send, and is told what does not fit', async () => {
    const path = `/apps/gov-ar/v1/entry/${entries.timed}/link`;
    const { body: before } = await call('GET', path);
    const made = await call('POST', path, { expires_in: 5, intent: 'register' });
    expect(made).toMatchObject({ status: 201, body: { intent: 'register' } });
    const { link_url, created_at, expires_at, texts } = made.body;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(5 * 60_000);
    expect(texts.sms).toContain(link_url);
    expect((await fetchPage(link_url)).status).toBe(200);
    expect((await call('GET', path)).body).toEqual(before);
    expect(await linksOf(entries.timed)).toMatchObject([{ scope: 'full' }, { intent: 'register' }]);
    expect(await call('POST', path, { intent: 'point-of-sale' })).toMatchObject({
      status: 409,
      body: { code: 'intent-mismatch', message: expect.stringContaining('register') },
    });
    for (const wrong of [
      { expires_in: 4 },
      { expires_in: '15' },
      { intent: 'x' },
      { intent: 'register', days: 3 },
    ]) {
      const { status, body } = await call('POST', path, wrong);
      expect([status, Object.keys(body.fields)]).toEqual([422, [expect.any(String)]]);
    }
    expect((await call('POST', path, {})).body.link_url).not.toBe(before.link_url);
    expect((await fetchPage(link_url)).status).toBe(404);
  });

  test('hands the steps over once, with a separate link, and takes it back', async () => {
    const handed = await call('POST', at(entries.one), marta);
    expect(handed).toMatchObject({
      status: 201,
      body: { holder: 'Marta Gómez', scope: 'arca-steps-only', mails: [] },
    });
    const { id, link_url } = handed.body;
    expect((await call('POST', at(entries.one), marta)).body).toEqual(handed.body);
    expect((await fetchPage(link_url)).status).toBe(200);
    expect(await linksOf(entries.one)).toHaveLength(2);
    expect(JSON.stringify(await linksOf(entries.one))).not.toContain('/reg/');

    for (const _ of ['once', 'again']) {
      expect((await call('DELETE', `${at(entries.one)}/${id}`)).status).toBe(204);
    }
    expect((await fetchPage(link_url)).status).toBe(404);
    expect((await linksOf(entries.one))[1]).toMatchObject({ id, revoked_at: expect.any(String) });
    const { body } = await call('GET', `/silo/v1/entries/${entries.one}/activity`);
    const said = body.list.map(({ action, actor }: { action: string; actor: { kind: string } }) => [
      action,
      actor.kind,
    ]);
    expect(said).toEqual(
      expect.arrayContaining([
        ['link.taken-back', 'api-key'],
        ['link.handed-over', 'api-key'],
      ]),
    );
    expect(said.filter(([action]: string[]) => action === 'link.taken-back')).toHaveLength(1);
  });

  test('has the link mailed to the helper', async () => {
    const email = `marta.${randomUUID()}@estudio.example`;
    const { status, body } = await call('POST', at(entries.other), { name: 'Marta', email });
    expect([status, body.mails.length]).toEqual([201, 1]);
    expect(JSON.stringify(body)).not.toContain(email);
  });

  test('hands over to a limited number of helpers at a time', async () => {
    for (let count = 0; count < linkLimits.concurrentHelpers; count += 1) {
      await call('POST', at(entries.many), { ...marta, name: `Marta ${count}` });
    }
    expect(await call('POST', at(entries.many), marta)).toMatchObject({
      status: 409,
      body: { code: 'too-many-helpers' },
    });
  });

  test.each([
    ['whose link was revoked', 'revoked', 409, 'link-revoked'],
    ['whose link has run out', 'expired', 409, 'link-expired'],
    ['of another workspace', 'foreign', 404, undefined],
  ] as const)('can not hand over a supplier %s', async (_, which, status, code) => {
    const answer = await call('POST', at(entries[which]), marta);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('takes back a helper’s link, and not the supplier’s own link', async () => {
    const [own] = await linksOf(entries.one);
    for (const id of [own.id, randomUUID()]) {
      expect((await call('DELETE', `${at(entries.one)}/${id}`)).status).toBe(404);
    }
    const [theirs] = (await linksOf(entries.many)).filter(
      ({ scope }: { scope: string }) => scope === 'arca-steps-only',
    );
    expect((await call('DELETE', `${at(entries.one)}/${theirs.id}`)).status).toBe(404);
    expect((await linksOf(entries.many)).every((link: object) => !('revoked_at' in link))).toBe(true);
  });

  test.each([
    ['without a way to reach them', { name: 'Marta' }, 'email'],
    ['without a name', { name: ' ', email: 'marta@estudio.example' }, 'name'],
    ['with an address that is none', { name: 'Marta', email: 'marta' }, 'email'],
    ['with a number that is none', { name: 'Marta', whatsapp: '123' }, 'whatsapp'],
  ])('gets the wrong field’s name for a helper %s', async (_, body, field) => {
    const answer = await call('POST', at(entries.one), body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.fields)).toEqual([field]);
    expect(JSON.stringify(answer.body.fields)).toMatch(/must be|is required/);
  });
});
