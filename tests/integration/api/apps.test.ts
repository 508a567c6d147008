import { beforeAll, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { type ApiClient, apiClient } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { dataUri, png } from '#tests/support/pictures.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

async function seed() {
  const ctx = await newWorkspace();
  const stranger = await newWorkspace();
  const { ref } = await newRegistration(ctx);
  const { ref: strangersRef } = await newRegistration(stranger);
  return { ref, strangersRef, key: await newApiKey(ctx), strangersKey: await newApiKey(stranger) };
}

const path = '/access/v1/apps/gov-ar';
const picture = png(200, 80);

onServer('the Argentina app through the API', { seed }, (server) => {
  let call: ApiClient;
  let page: (path?: string) => Promise<Response>;
  beforeAll(() => {
    const { alta, seeded } = server();
    call = apiClient(alta.origin, seeded.key);
    page = (below = '') => fetchPage(`${alta.origin}/reg/${seeded.ref}${below}`);
  });

  test('is listed, disconnected, and connected again', async () => {
    expect((await call('GET', '/access/v1/apps')).body.list).toMatchObject([
      { id: 'gov-ar', connected: true },
    ]);
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('GET', path)).body).toMatchObject({
      connected: false,
      disconnected_at: expect.any(String),
    });
    expect(await call('PATCH', path, { alias_prefix: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'app-not-connected' },
    });
    const connected = await call('PUT', path);
    expect(connected.body).toMatchObject({ id: 'gov-ar', connected: true, settings: {} });
    expect((await call('GET', '/access/v1/apps/gov-uy')).status).toBe(404);
  });

  test('takes settings, and names each wrong one', async () => {
    const changed = await call('PATCH', path, {
      alias_prefix: 'Nandu',
      contact: { email: 'ana@nandu.example' },
    });
    expect(changed.body.settings).toEqual({ alias_prefix: 'nandu', contact: { email: 'ana@nandu.example' } });
    const mails = {
      sender_name: 'Altas de Ñandú',
      reply_to: 'altas@nandu.example',
      reminder: { es: 'Nos falta tu alta.' },
    };
    const greeting = { es: 'Hola, somos Ñandú.', en: 'Hi, we are Ñandú.' };
    const worded = await call('PATCH', path, { mail: mails, wizard: { greeting } });
    expect(worded.body.settings).toMatchObject({ mail: mails, wizard: { greeting } });
    expect(await (await page()).text()).toContain(greeting.es);
    const origins = await call('PATCH', path, { embed_origins: ['https://ERP.example/'] });
    expect(origins.body.settings).toMatchObject({ embed_origins: ['https://erp.example'] });
    const services = await call('PATCH', path, { services: ['wsfex', 'wsfe', 'wsfe'] });
    expect(services.body.settings).toMatchObject({ services: ['wsfe', 'wsfex'] });
    await call('PATCH', path, { mail: null, wizard: null, embed_origins: null, services: null });
    const wrong = {
      mail: { sender_name: 'Sur <a@b.example>' },
      wizard: { colour: '#ffff00', logo: 'data:image/png;base64,AAAA' },
      return_url: 'ftp://a.example',
      embed_origins: ['https://erp.example/altas'],
      services: ['wsfex'],
    };
    expect(await call('PATCH', path, wrong)).toMatchObject({
      status: 422,
      body: {
        fields: {
          mail: { sender_name: expect.stringContaining('must be a name') },
          wizard: { colour: expect.stringContaining('too light'), logo: expect.any(String) },
          return_url: expect.any(String),
          'embed_origins[0]': expect.any(String),
          services: expect.any(String),
        },
      },
    });
    expect((await call('GET', path)).body.settings).toEqual(changed.body.settings);
  });

  test('gives the wizard its name, color, logo and contact, and leaves its policy unchanged', async () => {
    const before = await page();
    const wizard = { name: 'Distribuidora Ñandú', colour: '#7A1F5C', logo: dataUri(picture) };
    await call('PATCH', path, { wizard, contact: { phone: '(011) 4321-5678' } });
    const shown = await page();
    const html = await shown.text();
    expect(html).toContain('Distribuidora Ñandú');
    expect(html).not.toContain('Facturas del Sur');
    expect(html).toContain('tel:01143215678');
    expect(shown.headers.get('content-security-policy')).toBe(before.headers.get('content-security-policy'));

    const logo = /<img class="logo" src="([^"]+)"/.exec(html)?.[1] ?? '';
    const image = await fetchPage(`${server().alta.origin}${logo}`);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(image.headers.get('x-content-type-options')).toBe('nosniff');
    expect(image.headers.get('cache-control')).toBe('private, max-age=3600');
    expect(Buffer.from(await image.arrayBuffer()).equals(picture)).toBe(true);

    const theme = /href="(\/tema\/[^"]+)"/.exec(html)?.[1] ?? '';
    const css = await fetchPage(`${server().alta.origin}${theme}`);
    expect(css.headers.get('content-type')).toContain('text/css');
    expect(css.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(await css.text()).toContain('--accent:#7a1f5c');
  });

  test('of one workspace changes nothing in another', async () => {
    const { alta, seeded } = server();
    const html = await (await fetchPage(`${alta.origin}/reg/${seeded.strangersRef}`)).text();
    expect(html).toContain('Facturas del Sur');
    expect(html).not.toMatch(/class="logo"|\/tema\//);
    expect((await fetchPage(`${alta.origin}/reg/${seeded.strangersRef}/logo`)).status).toBe(404);
    const strangers = apiClient(alta.origin, seeded.strangersKey);
    expect((await strangers('GET', path)).body.settings).toEqual({});
  });

  test.each(['7a1f5c', '7a1f5.css', '7A1F5C.css', '%7Bcolor%7D.css', '7a1f5c.css.css'])(
    'has no stylesheet %s',
    async (file) => {
      expect((await fetchPage(`${server().alta.origin}/tema/${file}`)).status).toBe(404);
    },
  );

  test('removes its logo', async () => {
    await call('PATCH', path, { wizard: null });
    expect(await (await page()).text()).not.toMatch(/class="logo"|\/tema\//);
    expect((await page('/logo')).status).toBe(404);
  });
});
