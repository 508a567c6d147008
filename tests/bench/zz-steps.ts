import '#tests/support/test-env.ts';
import { refuseTrickery } from '#lib/http/body.ts';
import { documentOf, digestOf } from '#lib/documents/envelope.ts';
import { completeDocument } from '#lib/documents/build.ts';
import { classA, line } from '#tests/support/invoices.ts';
const t = (what: string, f: () => any) => { let best = 1e9, first = 0, r; for (let i = 0; i < 5; i++) { const s = performance.now(); try { r = f(); } catch (e) { r = e } const ms = performance.now() - s; if (!i) first = ms; best = Math.min(best, ms); } console.log(what.padEnd(40), 'first', first.toFixed(1), 'best', best.toFixed(1)); return r; };
const many = (n: number, f: (i: number) => [string, any]) => Object.fromEntries(Array.from({ length: n }, (_, i) => f(i)));
for (const [name, folder, doc] of [
  ['kept 60,000', 'suppliers', { name: 'x', tax_id: { code: '30712345671' }, registration: many(60000, (i) => [`f${i}`, 1]) }],
  ['meta 60,000', 'suppliers', { name: 'x', tax_id: { code: '30712345671' }, meta: many(60000, (i) => [`f${i}`, '1']) }],
  ['array 60,000', 'suppliers', { name: 'x', tax_id: { code: '30712345671' }, registration: { a: Array(60000).fill(1) } }],
  ['objects 30,000', 'suppliers', { name: 'x', tax_id: { code: '30712345671' }, registration: { a: Array.from({length: 30000}, () => ({a: 1})) } }],
  ['unknown 60,000', 'suppliers', { name: 'x', tax_id: { code: '30712345671' }, ...many(60000, (i) => [`f${i}`, 1]) }],
  ['invoice 2000', 'invoices', classA({ issue_date: new Date().toISOString().slice(0,10), lines: Array.from({ length: 2000 }, () => line('10.00')) })],
  ['invoice 2000 bad', 'invoices', classA({ issue_date: new Date().toISOString().slice(0,10), lines: Array.from({ length: 2000 }, () => ({a:1,b:2})) })],
] as any) {
  console.log('==', name);
  const text = JSON.stringify(doc);
  const parsed = t('JSON.parse', () => JSON.parse(text));
  t('refuseTrickery', () => refuseTrickery(parsed));
  const built = t('completeDocument', () => completeDocument(parsed, folder, []));
  if (built instanceof Error) continue;
  t('digestOf', () => digestOf(built));
  t('JSON.stringify', () => JSON.stringify(built));
  t('structuredClone', () => structuredClone(built));
}
