import 'server-only';
import { stringify } from 'csv-stringify/sync';
import { type Listed, type Page, page } from '#lib/paging.ts';
import { dayAfter } from '#lib/reports/counts.ts';
import { buenosAiresTime } from '#lib/time.ts';

interface CsvColumn<Row> {
  head: string;
  /** A number is one that spreadsheets add up, an instant has the day and the time of Buenos Aires. */
  text: (row: Row) => string | number | Date | undefined | null;
}

interface CsvFile<Row> {
  /** Of the reader, and of their spreadsheet: in Spanish it has semicolons between its columns, and decimals behind a comma. */
  locale: string;
  /** Without its end: the day is added. */
  name: string;
  columns: CsvColumn<Row>[];
  find: FindRows<Row>;
}

/** All rows of a list as a CSV, page by page. A file of the same kind can be uploaded. */
export const csvFile = <Row>(file: CsvFile<Row>): Response =>
  streamedFile({ name: file.name, extension: 'csv', type: 'text/csv; charset=utf-8' }, linesOf(file));

async function* linesOf<Row>({ locale, columns, find }: CsvFile<Row>): AsyncGenerator<string, undefined> {
  yield `\u{feff}${csvLines(locale, [columns.map(({ head }) => head)])}`;
  for await (const rows of pagesOf(find)) {
    yield csvLines(
      locale,
      rows.map((row) => columns.map(({ text }) => written(text(row)))),
    );
  }
  return undefined;
}

const written = (value: string | number | Date | undefined | null): string | number =>
  value instanceof Date ? buenosAiresTime(value) : (value ?? '');

/**
 * What spreadsheets compute, or might: the signs that begin a formula, also behind blanks and what is not seen, which
 * some of them drop (OWASP, CSV injection; the wide signs: Apple Numbers).
 */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

/**
 * Lines that a spreadsheet of this locale opens: CRLF between them, and no cell that it takes for a formula. A lone CR or
 * LF is within quotes, too: to most readers each ends a line.
 */
export function csvLines(locale: string, lines: (string | number)[][]): string {
  const isEnglish = locale === 'en';
  return stringify(lines, {
    record_delimiter: 'windows',
    delimiter: isEnglish ? ',' : ';',
    quoted_match: /[\r\n]/,
    cast: {
      number: (number) => (isEnglish ? String(number) : String(number).replace('.', ',')),
      string: (text) => (formula.test(text) ? `'${text}` : text),
    },
  });
}

/** Rows for one page and one more, or a page of a list whose cursors are its own. */
export type FindRows<Row> = (query: {
  limit: number;
  cursor?: string;
}) => Promise<Page<Row> | (Row & Listed)[]>;

const pageSize = 500;

/** All rows of a list, page by page. */
export async function* pagesOf<Row>(find: FindRows<Row>): AsyncGenerator<Row[], undefined> {
  let cursor: string | undefined;
  do {
    const found = await find({ limit: pageSize, ...(cursor ? { cursor } : {}) });
    const { list, nextCursor } = Array.isArray(found) ? page(found, { limit: pageSize }) : found;
    if (list.length > 0) yield list;
    cursor = nextCursor;
  } while (cursor);
  return undefined;
}

interface StreamedFile {
  /** Without its end: the day is added. */
  name: string;
  extension: 'csv' | 'jsonl';
  type: string;
}

/** A file that is read while it is sent, whatever its length. */
export function streamedFile(
  { name, extension, type }: StreamedFile,
  parts: AsyncGenerator<string, undefined>,
): Response {
  const { date } = dayAfter(0, new Date());
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await parts.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}-${date}.${extension}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}
