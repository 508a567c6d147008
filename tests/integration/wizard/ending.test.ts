import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { AppChange, changeAppSettings } from '#lib/registrations/app-settings.ts';
import { linkOf } from '#lib/registrations/link.ts';
import { issueTimedLink } from '#lib/registrations/timed-link.ts';
import { rotateSecret } from '#lib/webhooks/secrets.ts';
import { onServer } from '#tests/support/alta.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newRegistered } from '#tests/support/registered.ts';
import { newRegistration, postForm } from '#tests/support/registrant.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

const notAfter = new Date(Date.now() + 700 * 86_400_000);

async function seed() {
  const ctx = await newWorkspace();
  await changeAppSettings(ctx, 'gov-ar', AppChange.parse({ returnUrl: 'https://erp.example/listo?id=7' }));
  await rotateSecret(ctx, { overlapHours: 0 });
  const entry = await newRegistered(ctx, { notAfter });
  const link = await linkOf(ctx, entry);
  const open = await newRegistration(ctx);
  const plain = await newRegistration(await newWorkspace());
  const live = await newWorkspace('live');
  const lacking = await newRegistered(live, { notAfter });
  await database()
    .update(registrations)
    .set({ pointsOfSaleSettledAt: new Date() })
    .where(eq(registrations.entryId, lacking));
  const forPoint = await issueTimedLink(live, lacking, { intent: 'point-of-sale' });
  return {
    forPoint: `/reg/${forPoint.url?.split('/').at(-1)}`,
    done: `/reg/${link?.url?.split('/').at(-1)}`,
    open: `/reg/${open.ref}`,
    plain: `/reg/${plain.ref}`,
    entry,
    apiKey: await newApiKey(ctx),
  };
}

/** Everything of the supplier that the forms of the steps could change. */
async function rowsOf(entryId: string) {
  const { rows } = await database().execute(sql`
    select (select to_jsonb(entries) - 'updated_at' from entries where id = ${entryId}) as entry,
      (select jsonb_agg(to_jsonb(registrations) - 'updated_at' order by id) from registrations
        where entry_id = ${entryId}) as registrations,
      (select jsonb_agg(to_jsonb(certificates) order by id) from certificates where entry_id = ${entryId}) as certificates,
      (select count(*) from registration_links join registrations on registrations.id = registration_id
        where entry_id = ${entryId}) as links,
      (select count(*) from mails join registration_links on registration_links.id::text = subject
        join registrations on registrations.id = registration_id where entry_id = ${entryId}) as mails`);
  return rows[0];
}

onServer('the end of the wizard', { seed }, (server) => {
  let origin: string;
  let links: Awaited<ReturnType<typeof seed>>;
  beforeAll(() => {
    origin = server().alta.origin;
    links = server().seeded;
  });
  const get = (path: string) => fetchPage(`${origin}${path}`, { redirect: 'manual' });
  const answer = (link: string, fields: Record<string, string>, headers = {}) =>
    postForm(`${origin}${link}/opinion`, fields, headers);
  const isPressed = (html: string) => /value="([\w-]+)"[^>]*aria-pressed="true"/.exec(html)?.[1];

  test('of a supplier without a point of sale is its page, by a link for now that is for it', async () => {
    const opened = await get(links.forPoint);
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `${links.forPoint}/puntos-de-venta`,
    ]);
    expect((await get(`${links.forPoint}/puntos-de-venta`)).status).toBe(200);
  });

  test('takes a rating by one tap and then a comment, which it does not show again', async () => {
    const first = await answer(links.done, { rating: 'hard' });
    expect([first.status, first.headers.get('location')]).toEqual([303, `${links.done}/listo#opinion`]);
    expect(isPressed(await (await get(`${links.done}/listo`)).text())).toBe('hard');
    await answer(links.done, { rating: 'so-so', comment: 'Me perdí en <b>WSASS</b>' });
    const html = await (await get(`${links.done}/listo`)).text();
    expect(isPressed(html)).toBe('so-so');
    expect(html).not.toContain('WSASS</b>');
  });

  test.each([
    ['of another kind', { rating: 'great' }],
    ['that is none', {}],
    ['with a comment that is too long', { rating: 'easy', comment: 'a'.repeat(501) }],
  ])('refuses a rating %s', async (_what, fields) => {
    expect((await answer(links.done, fields as Record<string, string>)).status).toBe(400);
  });

  test('refuses a rating from another site, and sends an early visitor to the current step', async () => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await answer(links.done, { rating: 'easy' }, foreign)).status).toBe(403);
    const early = await answer(links.open, { rating: 'easy' });
    expect([early.status, early.headers.get('location')]).toEqual([303, links.open]);
  });

  test('takes the account of credit invoices once, and never changes it', async () => {
    const save = (link: string, fields: Record<string, string>) =>
      postForm(`${origin}${link}/cuenta`, fields);
    const account = { cbu: '0070999020000012345678', alias: 'la.espiga', system: 'SCA' };
    const wrong = await save(links.done, { ...account, cbu: '0070999020000012345671' });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain('Ese CBU no es válido');
    const missing = await save(links.done, { cbu: account.cbu });
    expect(await missing.text()).toContain('Elegí cómo se puede transferir');
    expect((await save(links.open, account)).headers.get('location')).toBe(links.open);
    const saved = await save(links.done, account);
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${links.done}/listo#cuenta`]);
    expect(await (await get(`${links.done}/listo`)).text()).toContain('ya está guardada');
    await save(links.done, { ...account, cbu: '2850590940090418135201', system: 'ADC' });
    const { apiKey, entry } = links;
    const { body } = await apiClient(origin, apiKey)('GET', `/silo/v1/entries/${entry}`);
    expect(body.data.doc).toMatchObject({
      meta: { 'ar-arca-cbu': account.cbu, 'ar-arca-account-alias': 'la.espiga' },
    });
  });

  test('takes no form of a step that is sent again, and gives nobody else a link', async () => {
    const forms: [path: string, fields?: Record<string, string>][] = [
      ['', { voice: 'other', way: 'certificate' }],
      ['/datos', { name: 'Otro Nombre S.A.', email: 'otro@example.com' }],
      ['/datos', { cuit: 'no' }],
      ['/certificado'],
      ['/certificado', { intent: 'start-again' }],
      ['/subir', { text: 'x' }],
      ['/autorizar'],
      ['/habilitar'],
      ['/comprobacion'],
      ['/delegar'],
      ['/aceptacion'],
      ['/factura', { series: '9' }],
      ['/enlace'],
      ['/seguir', { email: 'otro@example.com' }],
      ['/contador', { name: 'Otra', email: 'otra@example.com' }],
    ];
    const before = await rowsOf(links.entry);
    for (const [path, fields] of forms) {
      const { status } = await postForm(`${origin}${links.done}${path}`, fields);
      expect([path, [200, 303, 400, 403, 404, 405, 409, 422].includes(status)]).toEqual([path, true]);
      expect([path, await rowsOf(links.entry)]).toEqual([path, before]);
    }
  });

  test('leads back to the platform with the outcome, signed at the click', async () => {
    expect(await (await get(`${links.done}/listo`)).text()).toContain(`href="${links.done}/volver"`);
    const back = await get(`${links.done}/volver`);
    expect([back.status, back.headers.get('referrer-policy')]).toEqual([303, 'no-referrer']);
    const url = new URL(back.headers.get('location') ?? '');
    expect(`${url.origin}${url.pathname}`).toBe('https://erp.example/listo');
    expect([...url.searchParams.keys()]).toEqual(['id', 'silo_entry_id', 'status', 'timestamp', 'signature']);
    expect(url.searchParams.get('status')).toBe('registered');
    expect(back.headers.get('location')).not.toContain(links.done.slice('/reg/'.length));
    expect((await get(`${links.open}/volver`)).headers.get('location')).toContain('status=pending');
    expect((await get(`${links.plain}/volver`)).headers.get('location')).toBe(links.plain);
  });
});
