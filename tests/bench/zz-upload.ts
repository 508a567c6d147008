import '#tests/support/test-env.ts';
import { readTable } from '#lib/batches/upload/table.ts';
import { invoiceColumns, readInvoices } from '#lib/batches/upload/invoices.ts';
import { readSuppliers, supplierColumns } from '#lib/batches/upload/suppliers.ts';
import { parseXml } from '#lib/arca/xml.ts';
const t = (what: string, f: () => any) => { let best = 1e9, first = 0, r; for (let i = 0; i < 4; i++) { const s = performance.now(); try { r = f(); } catch (e) { r = e } const ms = performance.now() - s; if (!i) first = ms; best = Math.min(best, ms); } console.log(what.padEnd(50), 'first', first.toFixed(1), 'best', best.toFixed(1)); return r; };
const named = (h: string) => h as any;
const rows = (n: number, f: (i: number) => string) => Array.from({ length: n }, (_, i) => f(i)).join('\n');
const sup = 'key,name,cuit,email,street,number,locality,region,postalCode\n' + rows(10000, (i) => `k${i},Ferretería El Tornillo S.R.L.,30-71234567-1,ayuda@tornillo.example,Av. Siempreviva,742,Springfield,Mendoza,5500`);
const invc = 'key,issuer,description,price,quantity,vat\n' + rows(50000, (i) => `k${i % 10000},30-71234567-1,Facturas surtidas de la mañana,1000.50,3,21%`);
const hostile: any = {
  'suppliers 10,000': sup, 'invoices 50,000': invc,
  '8 MB of commas': 'key,name,cuit\n' + ','.repeat(8_000_000),
  '8 MB of newlines': 'key,name,cuit\n' + '\n'.repeat(8_000_000),
  '8 MB of quotes': 'key,name,cuit\n"' + '""'.repeat(4_000_000) + '"',
  '50,000 lines of 150 commas': 'key,name,cuit\n' + rows(50000, () => ','.repeat(159)),
  '50,000 lines of 1 cell': 'key,name,cuit\n' + rows(50000, () => 'a'),
  '4M headings': 'a,'.repeat(4_000_000) + '\nx,y,z',
  '4M same headings': 'key,'.repeat(1_900_000) + '\nx,y,z',
  '8 MB in a cell': 'key,name,cuit\n"' + 'a\n'.repeat(4_000_000) + '",b,c',
};
for (const [name, text] of Object.entries<string>(hostile)) {
  const bytes = Buffer.from(text);
  const kind = /invoice/.test(name) ? invoiceColumns : supplierColumns;
  const small = new Set<string>(kind);
  const s = performance.now();
  const table = await readTable(bytes, { known: kind as any, required: [], named: (h) => (small.has(h) ? h as any : undefined) });
  const ms = performance.now() - s;
  const s2 = performance.now();
  const r: any = table.faults.length ? undefined : /invoice/.test(name) ? await readInvoices({} as any, { ...table, lines: table.lines.map((l: any) => ({ ...l, cells: { ...l.cells, issuer: '' } })) } as any) : readSuppliers(table as any);
  console.log(name.padEnd(40), bytes.length, 'readTable', ms.toFixed(0), 'lines', table.lines.length, 'faults', table.faults.length, 'read', (performance.now() - s2).toFixed(0), r?.rows.length, r?.faults.length);
}
for (const [name, x] of Object.entries({ flat: `<a>${'<b/>'.repeat(1_250_000)}</a>`, text: `<a>${'x'.repeat(5e6)}</a>`, attrs: `<a ${Array.from({ length: 400_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`, deep: '<a>'.repeat(600_000) + '</a>'.repeat(600_000), entities: `<a>${'&amp;'.repeat(1_000_000)}</a>`, soap: `<a>${'<PtoVenta><Nro>1</Nro><EmisionTipo>CAE</EmisionTipo><Bloqueado>N</Bloqueado><FchBaja>NULL</FchBaja></PtoVenta>'.repeat(45000)}</a>`, angle: '<'.repeat(5e6), unclosed: '<a '.repeat(1.6e6), cdata: `<a>${'<![CDATA['.repeat(500000)}</a>`, comment: `<a>${'<!--'.repeat(1e6)}</a>`, quot: `<a b="${'<'.repeat(4.9e6)}`})) {
  for (const part of [1 << 20, 5 << 20]) { const text = x.length > part ? (name === 'flat' ? `<a>${'<b/>'.repeat(part / 4 - 10)}</a>` : name === 'soap' ? `<a>${'<PtoVenta><Nro>1</Nro><EmisionTipo>CAE</EmisionTipo><Bloqueado>N</Bloqueado><FchBaja>NULL</FchBaja></PtoVenta>'.repeat(part / 115)}</a>` : name === 'deep' ? '<a>'.repeat(part / 7) + '</a>'.repeat(part / 7) : name==='entities' ? `<a>${'&amp;'.repeat(part / 5)}</a>` : x.slice(0, part)) : x; const s = performance.now(); let r; try { r = parseXml(text); } catch (e: any) { r = e.message; } console.log('xml', name.padEnd(10), text.length, (performance.now() - s).toFixed(0), typeof r); }
}
