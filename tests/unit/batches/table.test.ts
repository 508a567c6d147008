import { expect, test } from 'vitest';
import { readTable } from '#lib/batches/upload/table.ts';

const columns = {
  known: ['name', 'cuit', 'price'] as const,
  required: ['name'] as const,
  named: (heading: string) =>
    ({ Nombre: 'name', CUIT: 'cuit', Precio: 'price' })[heading] as 'name' | 'cuit' | 'price' | undefined,
};
const read = (bytes: Uint8Array) => readTable(bytes, columns);
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
])('a file of %s is read', (_, bytes) => {
  expect(read(bytes)).toEqual({ lines: [row], faults: [] });
});

test('lines are counted as an editor counts them, over empty ones and breaks in a cell', () => {
  const { lines } = read(Buffer.from('Nombre,CUIT,Precio\n\n"Dos\nlíneas",1,\n,,\nOtro,2,\n'));
  expect(lines.map(({ line, cells }) => [line, cells.name])).toEqual([
    [3, 'Dos\nlíneas'],
    [6, 'Otro'],
  ]);
});

test('what is wrong with its headings is told before anything else', () => {
  expect(read(Buffer.from('CUIT;Rubro;CUIT\n1;2;3\n')).faults).toEqual([
    { line: 1, code: 'unknown-column', params: { heading: 'Rubro' } },
    { line: 1, column: 'cuit', code: 'column-twice' },
    { line: 1, column: 'name', code: 'column-missing' },
  ]);
});

test.each([
  ['', 'no-rows'],
  ['Nombre;CUIT\n', 'no-rows'],
  ['Nombre;CUIT\n"sin fin;1\n', 'quotes'],
])('%j has no rows to read', (content, code) => {
  expect(read(Buffer.from(content))).toMatchObject({ lines: [], faults: [{ code }] });
});

test('any bytes give lines or a reason, and nothing is thrown', () => {
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
    const { lines, faults } = read(bytes);
    expect(lines.length + faults.length).toBeGreaterThan(0);
  }
});
