import 'server-only';

import { getTranslations } from 'next-intl/server';
import { faultTexts } from '#console/_editor/typed-document.ts';
import type { DocumentUploadFault, UploadKind } from '#lib/batches/upload.ts';
import { headingsOf } from './_headings.ts';
import type { ToldFault } from './upload-answer.ts';

/** What is wrong with a file, in the reader's language and with the names that its columns have for them. */
export async function tellFaults(kind: UploadKind, faults: DocumentUploadFault[]): Promise<ToldFault[]> {
  const t = await getTranslations('console.batches.upload.faults');
  const headingOf = await headingsOf(kind);
  return Promise.all(
    faults.map(async ({ line, column, code, message = code, params = {}, fault, doc }) => {
      const values = Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(', ') : value,
        ]),
      );
      const [told] = fault ? await faultTexts([fault], doc) : [];
      const own = t.has(code as 'number') ? t(code as 'number', values) : message;
      return { line, column: column && headingOf(column), message: told?.message ?? own };
    }),
  );
}
