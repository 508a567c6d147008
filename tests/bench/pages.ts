import { gzipSync } from 'node:zlib';
import { environments } from '#lib/authority-environment.ts';
import type { Row, Table } from './report.ts';
import { onSite } from './servers.ts';
import { walk } from './walk.ts';

/** Bytes, gzipped. */
const limits = { script: 5 * 1_024, stylesheet: 15 * 1_024, page: 60 * 1_024 };

/** Size of everything that a browser fetches for each page of the wizard, in each state. */
export async function measurePages(): Promise<Table[]> {
  return onSite(async (site) => {
    const tables: Table[] = [];
    for (const environment of environments) {
      const rows: Row[] = [];
      const parts = new Map<string, Sizes>();
      for await (const { name, url } of walk(site, environment)) {
        const page = await weigh(url, parts);
        const met = page.whole.gz <= limits.page && page.scriptsInside === 0 && page.external.length === 0;
        rows.push({
          what: name,
          measured: `${both(page.html)}`,
          reference: `whole page ${both(page.whole)}`,
          aim: '<= 60.0 KB gz',
          met,
        });
        if (page.external.length > 0)
          rows.push({ what: `  requests ${page.external.join(' ')}`, measured: '', reference: '' });
      }
      for (const [path, sizes] of parts) {
        const limit = path.includes('.js') ? limits.script : limits.stylesheet;
        rows.push({
          what: path.split('?')[0] ?? path,
          measured: both(sizes),
          reference: '',
          aim: `<= ${kilobytes(limit)} KB gz`,
          met: sizes.gz <= limit,
        });
      }
      tables.push({
        title: `Weight of the wizard's pages, ${environment}, raw / gz (HTML with its drawings; whole page with stylesheet and script)`,
        rows,
        notes: [
          'Met also means: no request to another host and no script inside the page.',
          'All pages were reached by links and plain forms only, without scripts.',
        ],
      });
    }
    return tables;
  });
}

interface Sizes {
  raw: number;
  gz: number;
}

/** Sizes of a page and of everything that it makes a browser fetch. `parts` caches what pages share. */
async function weigh(url: string, parts: Map<string, Sizes>) {
  const { body, policy } = await fetchText(url);
  const { origin } = new URL(url);
  const addresses = addressesIn(body).map((address) => new URL(address, url));
  const internal = addresses.filter((address) => address.origin === origin);
  const external = addresses.filter((address) => address.origin !== origin).map(String);
  if (!policy.includes("default-src 'none'")) external.push('(no policy forbids it)');
  let whole = sizesOf(body);
  for (const { href, pathname, search } of internal) {
    const path = `${pathname}${search}`;
    const fetched = parts.get(path) ?? (await weighPart(href, external));
    parts.set(path, fetched);
    whole = { raw: whole.raw + fetched.raw, gz: whole.gz + fetched.gz };
  }
  const scriptsInside = [...body.matchAll(/<script(?![^>]*\ssrc=)/g)].length;
  return { html: sizesOf(body), whole, external, scriptsInside };
}

async function weighPart(url: string, external: string[]): Promise<Sizes> {
  const { body } = await fetchText(url);
  external.push(
    ...[...body.matchAll(/(?:@import|url\(|import\(|from)\s*['"]?(https?:)?\/\/[^'")]+/g)].map(String),
  );
  return sizesOf(body);
}

/** Addresses that a browser fetches by itself: not links, nor `data:` addresses. */
function addressesIn(html: string): string[] {
  const fetching = /<(?:script|img|iframe|source|video|audio|embed|object|use|image|link)\b[^>]*>/g;
  const address = /\s(?:src|href|srcset|data|poster)="([^"]+)"/g;
  const inTags = [...html.matchAll(fetching)].flatMap(([tag]) => [...tag.matchAll(address)]);
  const inStyles = [...html.matchAll(/url\(['"]?([^'")]+)/g)];
  return [...inTags, ...inStyles]
    .map(([, found = '']) => found)
    .filter((found) => !/^(data:|#|%23)/.test(found));
}

async function fetchText(url: string): Promise<{ body: string; policy: string }> {
  const answer = await fetch(url, { redirect: 'manual' });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
  return { body: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' };
}

/** Compressed with zlib's default level, like the server. */
const sizesOf = (body: string): Sizes => ({ raw: Buffer.byteLength(body), gz: gzipSync(body).length });
const kilobytes = (bytes: number) => (bytes / 1_024).toFixed(1);
const both = ({ raw, gz }: Sizes) => `${kilobytes(raw)} / ${kilobytes(gz)} KB`;
