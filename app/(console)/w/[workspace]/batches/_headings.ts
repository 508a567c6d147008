import 'server-only';

import { getTranslations } from 'next-intl/server';
import type { UploadKind } from '#lib/batches/upload.ts';

/** The headings of a kind's columns in the reader's language. */
export async function headingsOf(kind: UploadKind) {
  const t = await getTranslations('console.batches');
  return (column: string) => {
    const key = `columns.${kind}.${column}` as 'columns.suppliers.name';
    return t.has(key) ? t(key) : column;
  };
}
