import '#tests/support/test-env.ts';
import { existsSync, readdirSync, readFileSync, unlinkSync } from 'node:fs';
import { createEntry } from '#lib/silo/entries.ts';
import { fetchWorkspace } from '#lib/context.ts';
import { onSite } from './servers.ts';
import { newSupplier } from '#tests/support/workspace.ts';
import { connectApp } from '#lib/accounts/apps.ts';
import { classA, line } from '#tests/support/invoices.ts';
import { operationsOf } from '#tests/support/contract-requests.ts';
process.env.ELD_FILE = '/tmp/attacks/eld2.json';
process.env.NODE_OPTIONS = `--import /tmp/attacks/eld.mjs`;
const more: any = {};
const N = Number(process.argv[2] ?? 100_000);
const hostile = ['a', '0', ' ', '.', '-', '@', '\n', '://', 'a@', 'a.', '/'];
const folder = new URL('../contracts/', import.meta.url);
const operations = readdirSync(folder).filter((n) => n.endsWith('.json')).flatMap((n) => { const c = JSON.parse(readFileSync(new URL(n, folder), 'utf8')); const deref = (x: any, d = 0): any => d > 12 ? {} : Array.isArray(x) ? x.map((y) => deref(y, d + 1)) : x && typeof x === 'object' ? (x.$ref ? deref(x.$ref.slice(2).split('/').reduce((o: any, k: string) => o[k], c), d + 1) : Object.fromEntries(Object.entries(x).map(([k, v]) => [k, deref(v, d + 1)]))) : x; return operationsOf(c).map((o) => ({ ...o, body: deref(o.body) })); });
// paths of strings
const places = (s: any, at: any[] = [], depth = 0): any[][] => { if (!s || depth > 6) return []; const b = s.anyOf ?? s.oneOf ?? s.allOf; if (b) return b.flatMap((x: any) => places(x, at, depth + 1)); if (s.type === 'object' && s.properties) return Object.entries(s.properties).flatMap(([k, v]) => places(v, [...at, k], depth + 1)); if (s.type === 'object') return places(s.additionalProperties, [...at, 'x'], depth + 1); if (s.type === 'array') return places(s.items, [...at, 0], depth + 1); if (s.type === 'string' || (Array.isArray(s.type) && s.type.includes('string'))) return [at]; return []; };
const put = (at: any[], v: any): any => at.length === 0 ? v : typeof at[0] === 'number' ? [put(at.slice(1), v)] : { [at[0]]: put(at.slice(1), v) };
await onSite('postgres-if-there', async (site) => {
  const { apiKey } = site.seeded.sandbox;
  const eld = async () => { if (existsSync(process.env.ELD_FILE!)) unlinkSync(process.env.ELD_FILE!); process.kill(site.pid, 'SIGUSR2'); for (let i = 0; i < 6000 && !existsSync(process.env.ELD_FILE!); i++) await new Promise((r) => setTimeout(r, 5)); return JSON.parse(readFileSync(process.env.ELD_FILE!, 'utf8')); };
  const known: any = { id: more.supplierId, siloEntryId: more.supplierId, appId: 'gov-ar', key: 'x' };
  let n = 0; const seen = new Set();
  const docs: [string, any][] = [];
  const leaf = (o: any, at: any[] = []): any[][] => o && typeof o === 'object' ? Object.entries(o).flatMap(([k, v]) => leaf(v, [...at, Array.isArray(o) ? Number(k) : k])) : [at];
  const setIn = (o: any, at: any[], v: any) => { const c = structuredClone(o); let p = c; for (const k of at.slice(0, -1)) p = p[k]; p[at.at(-1)] = v; return c; };
  const invoice: any = { ...classA({ issue_date: '2026-11-20' }), discounts: [{ percent: '1%', reason: 'x' }], payment: { terms: { detail: 'x', due_dates: [{ date: '2026-11-20', amount: '1' }] } }, ordering: { period: { start: '2026-11-20', end: '2026-11-20' } }, notes: [{ text: 'x' }], currency: 'ARS', exchange_rates: [{ from: 'USD', to: 'ARS', amount: '1' }], code: 'x' };
  const party: any = { name: 'x', alias: 'x', label: 'x', uuid: 'x', tax_id: { country: 'AR', code: '30712345671', scheme: 'x' }, emails: [{ addr: 'a@b.example' }], addresses: [{ street: 'x' }], telephones: [{ num: 'x' }], websites: [{ url: 'x' }] };
  const jobs: { what: string; method: string; path: string; body: any; type: string }[] = [];
  for (const h of hostile) {
    const v = h.repeat(N / h.length) + '\u0001!x';
    for (const [f, d] of [['invoices', invoice], ['suppliers', party]] as any) for (const at of leaf(d)) jobs.push({ what: `doc ${f} ${at.join('.')} ${JSON.stringify(h)}`, method: 'POST', path: '/api/silo/v1/gobl/build', body: { folder: f, data: setIn(d, at, v) }, type: 'application/json' });
    for (const o of operations) if (o.body) for (const at of places(o.body)) jobs.push({ what: `${o.method} ${o.template} ${at.join('.')} ${JSON.stringify(h)}`, method: o.method, path: o.template.replace(/\{(\w+)\}/g, (_: any, k: string) => known[k] ?? more.supplierId), body: put(at, v), type: o.mediaTypes[0]! });
    for (const [w, m, p, b] of [
      ['own words', 'PATCH', '/api/access/v1/apps/gov-ar', { mail: { reminder: { es: v } } }], ['greeting', 'PATCH', '/api/access/v1/apps/gov-ar', { settings: { wizard: { greeting: { es: v } } } }],
      ['webhook url', 'POST', '/api/transform/v1/webhooks/endpoints', { url: `https://${v}`, events: ['*'] }], ['webhook url2', 'POST', '/api/transform/v1/webhooks/endpoints', { url: `https://${h.repeat(N / h.length)}x/`, events: ['*'] }], ['webhook url3', 'POST', '/api/transform/v1/webhooks/endpoints', { url: `https://a.example/${v}`, events: ['*'] }],
      ['file', 'POST', `/api/silo/v1/entries/${more.supplierId}/files`, { name: v, category: 'attachment', mime: 'text/plain', data: 'eA==' }],
      ['cert', 'POST', `/api/apps/gov-ar/v1/entry/${more.supplierId}/certificate`, { certificate: v }],
      ['patch', 'PATCH', `/api/silo/v1/entries/${more.supplierId}`, { data: [{ op: 'add', path: `/${v}`, value: 1 }] }],
    ] as any) jobs.push({ what: `${w} ${JSON.stringify(h)}`, method: m, path: p, body: b, type: w === 'patch' ? 'application/json-patch+json' : 'application/json' });
  }
  console.log(jobs.length, 'requests');
  await eld();
  for (const j of jobs) {
    const key = `${j.what}`; if (seen.has(key)) continue; seen.add(key); n++;
    const t = performance.now();
    let status: any; try { const a = await fetch(site.origin + j.path, { method: j.method, headers: { authorization: `Bearer ${apiKey}`, 'content-type': j.type }, body: JSON.stringify(j.body) }); status = a.status; await a.text(); } catch (e: any) { status = e.cause?.code ?? e.message; }
    const ms = performance.now() - t;
    if (ms > 100 || status >= 500 || typeof status === 'string') { await new Promise((r) => setTimeout(r, 50)); let m: any; try { m = (await eld()).max; } catch { console.log('GONE', j.what); throw new Error('gone'); } console.log(`${ms.toFixed(0).padStart(6)} ms stall ${m.toFixed(0)} ${status} ${j.what}`); }
  }
  console.log('done', n);
}, async (seeded) => {
  const ctx = { workspace: await fetchWorkspace(seeded.sandbox.workspace), actor: { kind: 'operator' } } as any;
  more.supplierId = (await newSupplier(ctx)).id;
  await connectApp(ctx, 'gov-ar');
});
