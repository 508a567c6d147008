import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { renderDocument } from '#app/reg/[ref]/_parts/document.tsx';
import { spanish, textsIn } from '#app/reg/[ref]/_parts/texts.tsx';
import { DetailsStep } from '#app/reg/[ref]/datos/view.tsx';
import { Done } from '#app/reg/[ref]/listo/view.tsx';
import { UploadStep } from '#app/reg/[ref]/subir/view.tsx';
import { Start } from '#app/reg/[ref]/view.tsx';
import type { Registration } from '#lib/registrations/registration.ts';
import { pages } from './pages.tsx';
import { now, registrationAt, rejectedFor } from './registrations.ts';

const kilobytes = (contents: string | Buffer) => gzipSync(contents).length / 1024;
const props = { basePath: '/reg/abc', t: spanish, now };

describe('every page in every state renders', () => {
  let complaints: MockInstance;
  beforeEach(() => {
    complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => complaints.mockRestore());

  test.each(Object.entries(pages))('%s', async (_name, page) => {
    const html = await renderDocument(page);
    expect(html).toMatch(/^<!doctype html><html lang="es-AR">/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html.match(/<main id="contenido"/g)).toHaveLength(1);
    // A text that is missing or lacks a value complains; the policy forbids what is inline.
    expect(complaints).not.toHaveBeenCalled();
    expect(html).not.toMatch(/ style=| on[a-z]+="|<style|<script(?! type="module" src="\/wizard\.js)/);
    expect(html).not.toMatch(/undefined|\[object|Invalid Date|NaN/);
    expect(kilobytes(html)).toBeLessThan(30);
  });
});

describe('the wizard', () => {
  const everything = () => Promise.all(Object.values(pages).map(renderDocument));

  test('loads nothing from another host and sends no referrer with a link', async () => {
    for (const html of await everything()) {
      expect(html).not.toMatch(/(?:src|action)="https?:/);
      for (const [link] of html.matchAll(/<a [^>]*href="https?:[^>]*>/g)) {
        expect(link).toContain('target="_blank" rel="noreferrer noopener"');
      }
    }
  });

  test('has no field for the clave fiscal', async () => {
    for (const html of await everything()) expect(html).not.toMatch(/type="password"/);
  });

  test('has a small stylesheet and script', () => {
    expect(kilobytes(readFileSync('public/wizard.css'))).toBeLessThan(15);
    expect(kilobytes(readFileSync('public/wizard.js'))).toBeLessThan(5);
  });

  test('has a smaller script for a platform’s page, which writes no markup', () => {
    const script = readFileSync('public/alta-registration.js', 'utf8');
    expect(kilobytes(script)).toBeLessThan(4);
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|import /);
  });
});

describe('every card of the guide', () => {
  const guides = Object.entries(pages).filter(([name]) => name.includes('-guide'));
  const cardsOf = async (page: (typeof guides)[number][1]) =>
    (await renderDocument(page))
      .split('<li class="card-step">')
      .slice(1)
      .map((card) => card.split('</section>')[0] ?? '');

  test.each(guides)('%s has a mark in the drawing for each tap but the last', async (_name, page) => {
    for (const card of await cardsOf(page)) {
      const taps = [...card.matchAll(/<ol class="taps".*?<\/ol>/gs)].join('').match(/<li>/g)?.length ?? 0;
      const marks = card.match(/class="mock-number"/g)?.length ?? 0;
      expect(marks).toBeLessThanOrEqual(taps);
      expect(taps - marks).toBeLessThanOrEqual(1);
    }
  });

  test.each(guides)('%s has few words beside its drawings', async (_name, page) => {
    for (const card of await cardsOf(page)) {
      const words = card
        .replace(
          /<figure.*?<\/figure>|<p class="here">.*?<\/p>|<span class="(?:hidden-text|by-finger)">.*?<\/span>/gs,
          '',
        )
        .replace(/<details>.*?<\/details>|<noscript>.*?<\/noscript>/gs, '')
        .replace(/<(form|textarea).*?<\/\1>/gs, '')
        .replace(/<[^>]*>/g, ' ')
        .match(/[\p{L}\p{N}][\p{L}\p{N}.-]*/gu);
      expect(words?.length, words?.join(' ')).toBeLessThanOrEqual(90);
    }
  });
});

describe('hostile input', () => {
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>{evil} <b>\u202Efoo';
  const changes = {
    supplier: { name: hostile, cuit: '30712345671' },
    accountHolder: { name: hostile, contactName: hostile, phone: hostile, email: 'a"onclick="x@example.com' },
    noticeEmail: hostile,
    request: { alias: hostile, csr: '</textarea><script>', createdAt: now },
    lastRejection: rejectedFor('other-cuit', { cuit: hostile }),
  };

  test.each([
    ['start', Start, 'created'],
    ['details', DetailsStep, 'started'],
    ['upload', UploadStep, 'request-downloaded'],
    ['done', Done, 'completed'],
  ] as const)('is text on the page %s', async (_name, View, stage) => {
    const registration = registrationAt(stage, 'live', changes);
    const html = await renderDocument(<View {...props} registration={registration} />);
    expect(html).not.toMatch(/<script>|<img|<[a-z][^<>"]* onclick=/);
    expect(html).toContain('&lt;script&gt;');
  });
});

describe('with the account holder’s branding', () => {
  const htmlOf = async (name: string) => renderDocument(pages[name] ?? '');

  test('a page has their name, picture, color and contacts', async () => {
    const html = await htmlOf('live-start-branded');
    expect(html).toContain('<link rel="stylesheet" href="/tema/7a1f5c.css"/>');
    expect(html).toMatch(/<img class="logo" src="\/reg\/\w+\/logo\?v=0123456789abcdef" alt="" width="400"/);
    expect(html).toContain('href="mailto:ana@nandu.example"');
    expect(html).toContain('href="tel:01143215678"');
    expect(html).toContain('href="https://wa.me/5491143215678"');
    expect(html).toContain('Ana Beltrán');
  });

  test('only the end leads back to them', async () => {
    expect(await htmlOf('sandbox-done-branded')).toMatch(/href="[^"]+\/volver"/);
    expect(await htmlOf('sandbox-start-branded')).not.toContain('/volver');
  });

  test('an expired link has their color but not their picture', async () => {
    const html = await htmlOf('expired-branded');
    expect(html).toContain('/tema/7a1f5c.css');
    expect(html).not.toContain('<img');
  });
});

test.each([
  ['live-points-none', 'points.notice'],
  ['live-points-chosen', 'points.notice'],
  ['live-points-unusable', 'points.notice'],
  ['live-done-soon', 'done.leadSoon'],
  ['live-done-points', 'points.noticeUsable'],
] as const)('%s shows when a point of sale can first be used', async (name, notice) => {
  // Added on a Saturday: as if on the Monday.
  const said = spanish(notice, { first: '26/11/2026' });
  expect(said).toContain(spanish.portal.pointNoticeDays);
  expect(await renderDocument(pages[name] ?? '')).toContain(said);
});

// Cause: the page sent the person back to ARCA to upload the request again, while the right file was in Downloads.
test('a rejection is not shown again once the certificate was requested anew', async () => {
  const lastRejection = rejectedFor('other-key');
  const registration = registrationAt('request-downloaded', 'live', { lastRejection });
  expect(await renderDocument(<UploadStep {...props} registration={registration} />)).toContain('notice-bad');
  const anew = <UploadStep {...props} registration={registration} isRequestedAnew />;
  expect(await renderDocument(anew)).not.toContain('notice-bad');
});

test('a certificate of another request is named, and the right one is found or downloaded again', async () => {
  const live = await renderDocument(pages['live-upload-other-key'] ?? '');
  for (const part of ['<code>panaderia</code>', '30-50001091-2', '<code>alta7kq2m</code>']) {
    expect(live).toContain(part);
  }
  expect(live).toContain('href="subir?pantalla=descargar#descargar"');
  const sandbox = await renderDocument(pages['sandbox-upload-other-key'] ?? '');
  expect(sandbox).toContain('<code>panaderia</code>');
  // The certificate of a sandbox is of a person, and is shown only once.
  expect(sandbox).not.toContain('30-50001091-2');
  expect(sandbox).not.toContain('descargar"');
});

// Cause: «Lo tiene Pablo» stood there before the message was sent by WhatsApp.
test('a helper has the link only once it was mailed or opened', async () => {
  const toSend = await renderDocument(pages['live-handed-over-to-send'] ?? '');
  expect(toSend).toContain(spanish('handOver.toSend', { count: 1, name: 'Pablo' }));
  expect(toSend).not.toContain(spanish('handOver.given', { count: 1, name: 'Pablo' }));
  expect(toSend.indexOf('https://wa.me/')).toBeLessThan(toSend.indexOf('data-poll='));
  const given = spanish('handOver.given', { count: 1, name: 'Marta Gómez' });
  expect(await renderDocument(pages['live-handed-over'] ?? '')).toContain(given);
  // One of three has the link: the second was not sent it, and the third's mail came back.
  expect(await renderDocument(pages['live-handed-over-three'] ?? '')).toContain(given);
});

test('a helper’s first page names who asks, and asks for the helper’s own right', async () => {
  const link = { id: 'h', scope: 'arca-steps-only', expiresAt: now } as const;
  for (const mode of ['certificate', 'delegation'] as const) {
    const registration = registrationAt('details-confirmed', 'live', { link, mode, way: mode });
    const html = await renderDocument(<Start {...props} registration={registration} />);
    expect(html).toContain(spanish('start.headingHelper', { name: registration.supplier.name }));
    expect(html).toContain('Que tu cliente te haya hecho');
    expect(html).not.toContain('Suele ser el presidente');
  }
});

describe('the last page', () => {
  const htmlOf = (registration: Registration, more = {}) =>
    renderDocument(<Done {...props} registration={registration} {...more} />);

  test('leads back to the platform, or says that it can be closed', async () => {
    const close = spanish('done.close');
    const plain = await htmlOf(registrationAt('completed', 'sandbox'));
    expect([plain.includes(close), plain.includes('/volver"')]).toEqual([true, false]);
    const accountHolder = { name: 'Ñandú', returnUrl: 'https://erp.example/listo' };
    const branded = await htmlOf(registrationAt('completed', 'sandbox', { accountHolder }));
    expect([branded.includes(close), branded.includes('/volver"')]).toEqual([false, true]);
  });

  test('shows the supplier which helper did the steps', async () => {
    const registration = registrationAt('completed', 'sandbox');
    const steps = { helpers: ['Marta', 'Pablo'], isByHelpersOnly: true };
    expect(await htmlOf(registration, { steps })).toContain('Marta y Pablo hicieron');
    const alone = { helpers: [], isByHelpersOnly: true };
    expect(await htmlOf(registration, { steps: alone })).not.toContain('en ARCA.</p>');
  });

  test('asks for a rating only once nothing is waited for', async () => {
    const rating = 'action="/reg/abc/opinion"';
    expect(await htmlOf(registrationAt('completed', 'sandbox'))).toContain(rating);
    expect(await htmlOf(registrationAt('completed', 'live'))).not.toContain(rating);
  });

  // Cause: copied text had «desde el29/11/2026».
  test('separates the terms of the summary from their values', async () => {
    expect(await htmlOf(registrationAt('completed', 'sandbox'))).not.toContain('</dt><dd>');
  });
});

test('the last step is announced in green, in less than eighty words', async () => {
  const html = await renderDocument(pages['live-points-none'] ?? '');
  const start = html.indexOf('<div class="notice notice-good');
  const notice = html.slice(start, html.indexOf('</div>', start));
  expect(notice).toContain(spanish('points.proved', { voice: 'company', count: 1 }));
  expect(notice.replace(/<[^>]+>/g, ' ').split(/\s+/).length).toBeLessThan(80);
});

describe('without a usable point of sale', () => {
  const { portal } = spanish;
  const htmlOf = (name: string) => renderDocument(pages[name] ?? '');

  test.each(['live-done-pending', 'live-done-pending-known', 'live-done-unusable', 'live-points-claimed'])(
    '%s shows what is missing and has a button to ask the authority',
    async (name) => {
      const html = await htmlOf(name);
      expect(html).not.toMatch(/no tenés que hacer nada|no hay que hacer nada/i);
      expect(html).toContain(spanish('points.checkAgain'));
      expect(html).toMatch(/<form [^>]*action="[^"]+\/puntos-de-venta/);
    },
  );

  test.each([
    ['live-done-pending', [portal.optionInscripto, portal.optionExento], []],
    ['live-done-pending-known', [portal.optionMonotributo], [portal.optionInscripto]],
    ['live-points-claimed', [portal.optionMonotributo], []],
  ])('%s names the wrong «Sistema» and the right one', async (name, right, others) => {
    const html = await htmlOf(name);
    for (const label of [...right, portal.optionOnline, portal.abm]) expect(html).toContain(`“${label}”`);
    for (const label of others) expect(html).not.toContain(`“${label}”`);
  });

  test('the authority’s points of sale are listed by number in the portal’s words', async () => {
    const html = await htmlOf('live-done-unusable');
    for (const said of ['00002', '00003', `“${portal.optionMonotributo}”`, 'CAEA - Monotributo']) {
      expect(html).toContain(said);
    }
    expect(html).not.toContain(portal.optionOnline);
  });
});

describe('a supplier who also exports', () => {
  const { portal } = spanish;
  const htmlOf = (name: string) => renderDocument(pages[name] ?? '');

  test.each([
    ['sandbox', portal.wsfeOption, portal.wsfexOption],
    ['live', portal.electronicInvoicing, portal.exportInvoicing],
  ])(
    'in %s authorizes both services, and after a refusal of exports only those',
    async (environment, both, exports) => {
      const authorise = await htmlOf(`${environment}-exports-authorise`);
      for (const label of [both, exports]) expect(authorise).toContain(`“${label}”`);
      const refused = await htmlOf(`${environment}-exports-refused`);
      expect(refused).toContain(spanish('authorise.exportsLeft'));
      expect(refused).toContain(`“${exports}”`);
      expect(refused).not.toContain(`<span>${both}</span>`);
      const proof = await htmlOf(`${environment}-exports-proof`);
      expect(proof).toContain(spanish('proof.pendingHeadingExports'));
      expect(proof).toContain(`“${exports}”`);
      expect(proof).not.toContain(`“${both}”`);
    },
  );

  test.each([
    'live-exports-points-left',
    'live-exports-points-blocked',
    'live-exports-done-left',
    'live-exports-done-pending',
  ])('who can invoice, but not export yet, sees so on %s', async (name) => {
    const html = await htmlOf(name);
    expect(html).toContain(spanish('points.provedExports', { voice: 'company' }));
    for (const label of [portal.optionInscripto, portal.optionExento]) expect(html).not.toContain(label);
  });

  test('sees the «Sistema» of the point of sale that is missing', async () => {
    for (const name of ['live-exports-points-left', 'live-exports-done-pending']) {
      expect(await htmlOf(name)).toContain(`“${portal.optionExports}”`);
    }
    const none = await htmlOf('live-exports-done-none');
    for (const label of [portal.optionMonotributo, portal.optionExports])
      expect(none).toContain(`“${label}”`);
  });

  test('sees at the end which point of sale is for exports', async () => {
    expect(await htmlOf('live-exports-done')).toContain(spanish('done.pointExports', { number: '00005' }));
    expect(await htmlOf('live-exports-done-left')).toContain(spanish('done.pointExportsLater'));
  });
});

test('portal shortcuts stand beside the steps only where the operator enables them', async () => {
  const shortcut = spanish('act.shortcut');
  expect(await renderDocument(pages['live-shortcuts'] ?? '')).toContain(
    'href="https://a.example/30712345671"',
  );
  expect(await renderDocument(pages['live-authorise'] ?? '')).not.toContain(shortcut);
});

test('the English texts render too', async () => {
  const registration = registrationAt('completed', 'live');
  const html = await renderDocument(<Done {...props} t={textsIn('en')} registration={registration} />);
  expect(html).toContain('<html lang="en">');
});

test('the whole CUIT is hidden until the reader confirms the company', async () => {
  const before = await renderDocument(<Start {...props} registration={registrationAt('created', 'live')} />);
  expect(before).not.toContain('71234567');
  const after = await renderDocument(<Start {...props} registration={registrationAt('started', 'live')} />);
  expect(after).toContain('30-71234567-1');
});

test('a helper’s first page shows the whole CUIT only after the helper’s own answer', async () => {
  const helpers = { id: 'h', scope: 'arca-steps-only', expiresAt: now } as const;
  const shown = (link: Registration['link']) =>
    renderDocument(<Start {...props} registration={registrationAt('details-confirmed', 'live', { link })} />);
  expect(await shown(helpers)).not.toContain('71234567');
  expect(await shown({ ...helpers, voice: 'client' })).toContain('30-71234567-1');
});
