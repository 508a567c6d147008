import { getLocale, getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { csvLines } from '#console/_ui/csv-file.ts';
import { paramOf, paramsOf } from '#console/_ui/list-page.tsx';
import { uploadColumns } from '#lib/batches/upload.ts';
import { uploadKinds } from '../_column-names.ts';
import { headingsOf } from '../_matching.ts';

interface TemplateRoute {
  params: Promise<{ workspace: string }>;
}

/** An empty file with all column headings, for a spreadsheet in the reader's locale. */
export async function GET(request: Request, { params }: TemplateRoute): Promise<Response> {
  await requireMember((await params).workspace, 'entries:write');
  const asked = paramOf(paramsOf(request), 'of');
  const kind = uploadKinds.find((each) => each === asked) ?? 'suppliers';
  const t = await getTranslations('console.batches.upload');
  const headingOf = await headingsOf(kind);
  const headings = uploadColumns[kind].columnNames.map(headingOf);
  const text = csvLines(await getLocale(), [headings]);
  return new Response(`\u{feff}${text}`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${t(`files.${kind}`)}.csv"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}
