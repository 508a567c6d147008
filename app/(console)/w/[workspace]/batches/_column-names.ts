import { type UploadKind, uploadColumns } from '#lib/batches/upload/upload.ts';
import { consoleCatalogues } from '#lib/i18n.ts';

export const uploadKinds = Object.keys(uploadColumns) as [UploadKind, ...UploadKind[]];

/** Marks, case and what stands between words play no part. */
const plain = (heading: string) =>
  heading
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Which column a heading names, in either language or by the column's own name. */
export function columnNamed(kind: UploadKind): (heading: string) => string | undefined {
  const names = new Map<string, string>();
  for (const column of uploadColumns[kind].known) {
    names.set(plain(column), column);
    for (const { batches } of Object.values(consoleCatalogues)) {
      const headings: Record<string, string> = batches.columns[kind];
      names.set(plain(headings[column] ?? column), column);
    }
  }
  return (heading) => names.get(plain(heading));
}
