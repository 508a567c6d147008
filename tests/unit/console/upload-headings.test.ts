import { describe, expect, test } from 'vitest';
import { columnNamed, uploadKinds } from '#console/w/[workspace]/batches/_column-names.ts';
import { uploadColumns } from '#lib/batches/upload.ts';
import { consoleCatalogues } from '#lib/i18n.ts';

describe.each(uploadKinds)('a file of %s', (kind) => {
  test.each(Object.entries(consoleCatalogues))('has its column names in %s', (_, { batches }) => {
    const headings: Record<string, string> = batches.columns[kind];
    const hints: Record<string, string> = batches.upload.hints[kind];
    const { columnNames } = uploadColumns[kind];
    expect(Object.keys(headings)).toEqual([...columnNames]);
    expect(Object.keys(hints)).toEqual([...columnNames]);
    expect(columnNames.map((column) => columnNamed(kind)(` ${headings[column]?.toUpperCase()}: `))).toEqual([
      ...columnNames,
    ]);
  });

  test.each(['Nro CUIT', 'N° CUIT', 'N.º de CUIT', 'Nro. de CUIT'])('understands “%s”', (heading) => {
    const [column, suffix] = kind === 'suppliers' ? ['cuit', ''] : ['customerCuit', ' del cliente'];
    expect(columnNamed(kind)(`${heading}${suffix}`)).toBe(column);
  });

  test('has no unknown column', () => {
    expect(columnNamed(kind)('Rubro')).toBeUndefined();
    expect(columnNamed(kind)('')).toBeUndefined();
  });
});
