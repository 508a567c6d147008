import { beforeAll, expect, test } from 'vitest';
import { referencePage } from '#app/api/docs/_page.tsx';
import { sentEvents, servicePages } from '#app/api/docs/_services.ts';
import { eventPage } from '#app/docs/_events.tsx';
import { guidePage } from '#app/docs/_guide-page.tsx';
import { isPage } from '#app/docs/_pages.ts';
import { errorCodes, errorKeys } from '#lib/http/error-catalogue.ts';

const reference = new Map<string, string>();
/** The first drawing takes seconds where the machine is busy. */
const timeout = 60_000;
beforeAll(async () => {
  for (const page of [undefined, ...servicePages]) {
    const html = await (await referencePage(page)).text();
    reference.set(page ? `/api/docs/${page.slug}` : '/api/docs', html);
  }
  for (const name of ['', ...sentEvents.map((event) => event.name)]) {
    reference.set(`/docs/events${name && `/${name}`}`, (await (await eventPage(name))?.text()) ?? '');
  }
}, timeout);

test('every link in the reference has a target', async () => {
  const missing: string[] = [];
  const links = new Set<string>();
  for (const [address, html] of reference) {
    for (const [, link = ''] of html.matchAll(/ href="([^"]*)"/g)) {
      links.add(link.startsWith('#') ? `${address}${link}` : link);
    }
  }
  expect(links.size).toBeGreaterThan(150);
  for (const link of links) {
    const [address = '', id] = link.split('#');
    // The icon is in the page itself.
    if (link.startsWith('data:image/')) continue;
    if (/^\/(docs|reference)\.css\?v=\w{12}$/.test(link) || isContract(link)) continue;
    const html = reference.get(address) ?? (await guide(address));
    if (html === undefined || (id !== undefined && !html.includes(` id="${id}"`))) missing.push(link);
  }
  expect(missing).toEqual([]);
});

/** Those for machines. */
const isContract = (link: string) =>
  link === '/api/docs/alta.postman_collection.json' ||
  link === '/api/openapi.json' ||
  servicePages.some(({ slug }) => link === `/api/${slug}/openapi.json`);

async function guide(address: string): Promise<string | undefined> {
  if (address === '/docs/es') return (await guidePage('README', 'es')).text();
  const name = address === '/docs' ? 'README' : address.replace('/docs/', '');
  return isPage(name) ? (await guidePage(name)).text() : undefined;
}

test('no text of the reference or of an event has the marks of Markdown', () => {
  const marked = [...reference].flatMap(([address, html]) => {
    const text = html.replace(/ data-try="[^"]*"/g, '').replace(/<pre>.*?<\/pre>/gs, '');
    return [...text.matchAll(/.{0,40}(?:`|docs\/[\w-]+\.md).{0,40}/g)].map(
      ([place]) => `${address}: ${place}`,
    );
  });
  expect(marked).toEqual([]);
});

test('ids in the reference are unique, and an operation’s old id still leads to it', () => {
  for (const [address, html] of reference) {
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect([address, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([address, []]);
  }
  for (const { slug, groups } of servicePages) {
    for (const { id } of groups.flatMap(({ operations }) => operations)) {
      expect(reference.get('/api/docs')).toContain(` id="${slug.replaceAll('/', '-')}-${id}"`);
    }
  }
});

test('the error page has a place for every key and code', async () => {
  const html = await (await guidePage('errors')).text();
  const places = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
  const wanted = [
    ...Object.keys(errorKeys).map((key) => `key-${key}`),
    ...Object.keys(errorCodes).map((code) => `code-${code}`),
  ];
  expect(wanted.filter((id) => !places.has(id))).toEqual([]);
});

test('the reference loads nothing from elsewhere and has one script', () => {
  for (const html of reference.values()) {
    expect(html.match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/ src="\/docs\.js\?v=\w+"/)]);
    expect(html).not.toMatch(/<iframe|<img|<style| style=| on\w+=|(src|href)="(https?:)?\/\//);
  }
});
