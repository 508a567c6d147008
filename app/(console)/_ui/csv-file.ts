import 'server-only';
import { stringify } from 'csv-stringify/sync';
import { type Listed, type Page, page } from '#lib/paging.ts';
import { dayAt } from '#lib/reports/counts.ts';
import { buenosAiresTime } from '#lib/time.ts';

interface CsvColumn<Row> {
  head: string;
  /** Numbers can be summed by spreadsheets; dates are written with day and time in Buenos Aires. */
  value: (row: Row) => string | number | Date | undefined | null;
}

interface CsvFile<Row> {
  /**
   * Locale of the reader and of their spreadsheet. Spanish spreadsheets use semicolons as delimiters and
   * decimal commas.
   */
  locale: string;
  /** File name without extension; the date is appended. */
  name: string;
  columns: CsvColumn<Row>[];
  find: FindRows<Row>;
}

/** All rows of a list as a CSV, read page by page. The upload of batches reads this format. */
export const csvFile = <Row>(file: CsvFile<Row>): Response =>
  streamedFile({ name: file.name, extension: 'csv', type: 'text/csv; charset=utf-8' }, linesOf(file));

async function* linesOf<Row>({ locale, columns, find }: CsvFile<Row>): AsyncGenerator<string, undefined> {
  yield `\u{feff}${csvLines(locale, [columns.map(({ head }) => head)])}`;
  for await (const rows of pagesOf(find)) {
    yield csvLines(
      locale,
      rows.map((row) => columns.map(({ value }) => written(value(row)))),
    );
  }
  return undefined;
}

const written = (value: string | number | Date | undefined | null): string | number =>
  value instanceof Date ? buenosAiresTime(value) : (value ?? '');

/**
 * Matches cells that a spreadsheet might evaluate: those that begin with a formula sign, even after whitespace or
 * invisible characters, because some programs drop these (OWASP, CSV injection). Apple Numbers also evaluates
 * full-width signs.
 */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

/**
 * CSV for a spreadsheet of this locale: lines end in CRLF, and no cell can be read as a formula. A lone CR or
 * LF is quoted too, because most readers treat each as a line end.
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

/**
 * Returns up to `limit` + 1 rows, from which the page and its cursor are made; or, for a list with cursors of its
 * own, a finished page.
 */
export type FindRows<Row> = (query: {
  limit: number;
  cursor?: string;
}) => Promise<Page<Row> | (Row & Listed)[]>;

const pageSize = 500;

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
  /** File name without extension; the date is appended. */
  name: string;
  extension: 'csv' | 'jsonl';
  type: string;
}

/** A file that is generated while it is sent, of any length. */
export function streamedFile(
  { name, extension, type }: StreamedFile,
  parts: AsyncGenerator<string, undefined>,
): Response {
  const { date } = dayAt(new Date());
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
