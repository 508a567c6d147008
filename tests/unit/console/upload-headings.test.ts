import { describe, expect, test } from 'vitest';
import { columnNamed, uploadKinds } from '#console/w/[workspace]/batches/_column-names.ts';
import { uploadColumns } from '#lib/batches/upload.ts';
import { consoleCatalogues } from '#lib/i18n.ts';

describe.each(uploadKinds)('a file of %s', (kind) => {
  test.each(Object.entries(consoleCatalogues))('has its column names in %s', (_, { batches }) => {
    const headings: Record<string, string> = batches.columns[kind];
    const hints: Record<string, string> = batches.upload.hints[kind];
    const { known } = uploadColumns[kind];
    expect(Object.keys(headings)).toEqual([...known]);
    expect(Object.keys(hints)).toEqual([...known]);
    expect(known.map((column) => columnNamed(kind)(` ${headings[column]?.toUpperCase()}: `))).toEqual([
      ...known,
    ]);
  });

  test('has no unknown column', () => {
    expect(columnNamed(kind)('Rubro')).toBeUndefined();
    expect(columnNamed(kind)('')).toBeUndefined();
  });
});
