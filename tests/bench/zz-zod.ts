import '#tests/support/test-env.ts';
import { z } from 'zod';
import { InvoiceShape } from '#lib/documents/invoice/schema.ts';
import { BatchInput } from '#app/api/transform/v1/_wire/batch.ts';
import { problemsOf } from '#lib/documents/validation.ts';
import { classA, line } from '#tests/support/invoices.ts';
const t = (what: string, f: () => any) => { let best = 1e9, first = 0, r; for (let i = 0; i < 5; i++) { const s = performance.now(); try { r = f(); } catch (e) { r = e } const ms = performance.now() - s; if (!i) first = ms; best = Math.min(best, ms); } console.log(what.padEnd(50), 'first', first.toFixed(1), 'best', best.toFixed(1)); return r; };
const inv = (n: number, l: any) => ({ ...classA(), lines: Array.from({ length: n }, () => l) });
const big = 50000;
for (const [name, schema, v] of [
  ['10,000 batch rows {}', BatchInput, { operation: 'archive', rows: Array(10000).fill({}) }],
  ['10,000 batch rows 0', BatchInput, { operation: 'archive', rows: Array(10000).fill(0) }],
  ['10,000 batch rows {a..e unknown}', BatchInput, { operation: 'archive', rows: Array(10000).fill({ a: 1, b: 1, c: 1, d: 1, e: 1 }) }],
  ['1,000 lines {}', InvoiceShape, inv(1000, {})],
  ['1,000 lines of 49 bad discounts', InvoiceShape, inv(1000, line('1.00', { discounts: Array(49).fill(0) }))],
  ['1,000 lines of 49 bad discounts {}', InvoiceShape, inv(1000, line('1.00', { discounts: Array(49).fill({}) }))],
  ['1,000 lines of 48 unknown', InvoiceShape, inv(1000, line('1.00', Object.fromEntries(Array.from({ length: 48 }, (_, i) => [`u${i}`, 1]))))],
  ['1,000 lines bad ext x 45', InvoiceShape, inv(1000, line('1.00', { ext: Object.fromEntries(Array.from({ length: 45 }, (_, i) => [`u${i}`, 1])) }))],
  ['50,000 meta bad', InvoiceShape, { ...inv(1, line('1.00')), meta: Object.fromEntries(Array.from({ length: 50000 }, (_, i) => [`u${i}`, 1])) }],
  ['50,000 unknown', InvoiceShape, { ...inv(1, line('1.00')), ...Object.fromEntries(Array.from({ length: 50000 }, (_, i) => [`u${i}`, 1])) }],
] as any) {
  console.log('==', name);
  const raw = t('_zod.run', () => schema._zod.run({ value: v, issues: [] }, { async: false }));
  console.log('issues', raw.issues?.length);
  const p = t('safeParse', () => schema.safeParse(v));
  if (p.error) { t('problemsOf', () => problemsOf(p.error)); }
}
