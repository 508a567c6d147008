import '#tests/support/test-env.ts';
import { jsonOf, refuseTrickery } from '#lib/http/body.ts';
import { batchLimits } from '#lib/limits.ts';
import { BatchInput } from '#app/api/transform/v1/_wire/batch.ts';
import { createHash } from 'node:crypto';
const t = (what: string, f: () => any) => { const s = performance.now(); let r; try { r = f(); } catch (e: any) { r = e; } console.log(what.padEnd(40), (performance.now() - s).toFixed(0)); return r; };
const many = (n: number, f: (i: number) => [string, any]) => Object.fromEntries(Array.from({ length: n }, (_, i) => f(i)));
const inv = () => ({ folder: 'invoices', data: { series: '3', supplier: { name: 'P', tax_id: { country: 'AR', code: '30123456781' } }, customer: { name: 'A', tax_id: { country: 'AR', code: '30712345671' } }, lines: Array(3).fill({ quantity: '1', item: { name: 'Facturas', key: 'goods', price: '10.00' }, taxes: [{ cat: 'VAT', rate: 'general' }] }) } });
for (const [name, v] of Object.entries<any>({
  'top 240,000': many(145000, (i) => [`f${i}`, 1]),
  '8 x 29,900': { operation: 'archive', rows: Array.from({ length: 5 }, (_, i) => ({ key: `k${i}`, data: many(29000, (j) => [`k${i}-${j}`, 1]) })) },
  '240 x 1,000 distinct': { operation: 'archive', rows: Array.from({ length: 145 }, (_, i) => ({ key: `k${i}`, data: many(1000, (j) => [`k${i}-${j}`, 1]) })) },
  '2,400 x 100 distinct': { operation: 'archive', rows: Array.from({ length: 1450 }, (_, i) => ({ key: `k${i}`, data: many(100, (j) => [`k${i}-${j}`, 1]) })) },
  '24,000 x 10 distinct': { operation: 'archive', rows: Array.from({ length: 12000 }, (_, i) => ({ key: `k${i}`, data: many(10, (j) => [`k${i}-${j}`, 1]) })) },
  'honest invoices 5,000': { operation: 'create-entry', rows: Array.from({ length: 3000 }, (_, i) => ({ key: `k${i}`, data: inv() })) },
  'bad rows 20,000': { operation: 'archive', rows: Array.from({ length: 20000 }, () => ({ a: 1, b: 2, c: 3 })) },
})) {
  const text = JSON.stringify(v);
  console.log('==', name, text.length);
  const p = t('parse', () => JSON.parse(text));
  t('trickery', () => refuseTrickery(p, batchLimits));
  const b0 = performance.now(); await jsonOf(text, { ...batchLimits, jsonValues: 1e6 }); console.log('jsonOf', (performance.now() - b0).toFixed(0));
  const z = t('zod', () => BatchInput.safeParse(p));
  if (z.data) t('digest', () => createHash('sha256').update(JSON.stringify(z.data)).digest('hex'));
}
