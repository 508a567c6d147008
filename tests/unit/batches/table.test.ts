import { expect, test } from 'vitest';
import { columnNamed } from '#console/w/[workspace]/batches/_column-names.ts';
import { parseTable, readLines } from '#lib/batches/table.ts';

const columns = {
  columnNames: ['name', 'cuit', 'price'] as const,
  required: ['name'] as const,
};
const columnOf = { Nombre: 'name', CUIT: 'cuit', Precio: 'price' } as const;
async function read(bytes: Uint8Array) {
  const raw = await parseTable(bytes);
  if (!('headings' in raw)) return { lines: [], faults: [raw] };
  const named = raw.headings.map((heading) => columnOf[heading as keyof typeof columnOf]);
  return readLines(raw, { ...columns, columns: named });
}
const text = 'Nombre;CUIT;Precio\r\nPanadería Ñandú;30-71234567-1;1.234,50\r\n';
const row = { line: 2, cells: { name: 'Panadería Ñandú', cuit: '30-71234567-1', price: '1.234,50' } };

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with its mark', Buffer.from(`\u{feff}${text}`)],
  ['Windows-1252', Buffer.from(text, 'latin1')],
  ['UTF-16', Buffer.from(`\u{feff}${text}`, 'utf16le')],
  ['tabs', Buffer.from(text.replaceAll(';', '\t'))],
  ['commas and quotes', Buffer.from('Nombre,CUIT,Precio\nPanadería Ñandú,30-71234567-1,"1.234,50"\n')],
  ['a line that says what separates', Buffer.from(`sep=;\r\n${text}`)],
])('a file of %s is read', async (_, bytes) => {
  expect(await read(bytes)).toEqual({ lines: [row], faults: [] });
});

test.each([
  ['\n', '\r\n'],
  ['\r\n', '\n'],
  ['\r', '\n'],
  ['\n', '\r'],
  ['\r\r\n', '\r\n'],
])(
  'a file with headings ending in %j and lines in %j keeps an editor’s line numbers',
  async (first, other) => {
    const file = ['Nombre;CUIT', `Uno;1${other}"Dos${other}líneas";2${other}Tres;3${other}`].join(first);
    const [headings, ...blank] = first.split(/\r\n?|\n/).slice(1);
    const before = headings === undefined ? 0 : blank.length;
    const { lines } = await read(Buffer.from(file));
    expect(lines.map(({ line, cells }) => [line - before, cells.name])).toEqual([
      [2, 'Uno'],
      [3, 'Dos\nlíneas'],
      [5, 'Tres'],
    ]);
  },
);

test('lines are numbered as in an editor, across empty lines and breaks in cells', async () => {
  const { lines } = await read(Buffer.from('Nombre,CUIT,Precio\n\n"Dos\nlíneas",1,\n,,\nOtro,2,\n'));
  expect(lines.map(({ line, cells }) => [line, cells.name])).toEqual([
    [3, 'Dos\nlíneas'],
    [6, 'Otro'],
  ]);
});

test('faults in the headings are reported before anything else', async () => {
  expect((await read(Buffer.from('CUIT;Rubro;CUIT\n1;2;3\n'))).faults).toEqual([
    { line: 1, column: 'cuit', code: 'column-twice', params: { one: 'CUIT', other: 'CUIT' } },
    { line: 1, column: 'name', code: 'column-missing' },
  ]);
});

test('unknown columns are left out', async () => {
  expect(await read(Buffer.from('Rubro;Nombre;;Zona\nPan;Panadería Ñandú;x;Sur\n'))).toEqual({
    lines: [{ line: 2, cells: { name: 'Panadería Ñandú', cuit: '', price: '' } }],
    faults: [],
  });
});

test.each([
  ['suppliers', 'Razón social', 'name'],
  ['suppliers', 'RAZON SOCIAL', 'name'],
  ['suppliers', 'Mail', 'email'],
  ['suppliers', 'E-mail', 'email'],
  ['suppliers', 'Correo electrónico', 'email'],
  ['suppliers', 'Teléfono', 'phone'],
  ['suppliers', 'Tel.', 'phone'],
  ['suppliers', 'C.U.I.T.', 'cuit'],
  ['suppliers', 'C.P.', 'postalCode'],
  ['suppliers', 'Rubro', undefined],
  ['invoices', 'Razón social', 'customerName'],
  ['invoices', 'Alícuota IVA', 'vat'],
  ['invoices', 'CUIT', undefined],
] as const)('a file of %s reads the heading %j as the column %s', (kind, heading, column) => {
  expect(columnNamed(kind)(heading)).toBe(column);
});

test.each([
  ['', 'no-rows'],
  ['Nombre;CUIT\n', 'no-rows'],
  ['Nombre;CUIT\n"sin fin;1\n', 'quotes'],
])('the file %j has no rows to read', async (content, code) => {
  expect(await read(Buffer.from(content))).toMatchObject({ lines: [], faults: [{ code }] });
});

test.each([
  ['a quotation mark that never ends', `"${'Panadería\n'.repeat(20_000)}`],
  ['more cells than any file has columns', ';'.repeat(200_000)],
  ['headings without end', `${'Nombre;'.repeat(40_000)}\nuno`],
])('a line with %s ends the reading of the file', async (_what, line) => {
  const { lines, faults } = await read(Buffer.from(`Nombre;CUIT\n${line}\nuno;2\n`));
  expect(lines).toEqual([]);
  expect(faults).toMatchObject([{ code: 'line-too-long' }]);
});

test('any bytes yield lines or a reason and never throw', async () => {
  let seed = 7;
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed;
  };
  for (let round = 0; round < 300; round++) {
    const bytes = Uint8Array.from(
      { length: next() % 200 },
      () => [44, 59, 10, 13, 34, 9, next() % 256][next() % 7] ?? 0,
    );
    const { lines, faults } = await read(bytes);
    expect(lines.length + faults.length).toBeGreaterThan(0);
  }
});
