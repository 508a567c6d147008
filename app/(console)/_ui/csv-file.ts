import 'server-only';

import { stringify } from 'csv-stringify/sync';
import { buenosAiresTime } from '#lib/time.ts';
import { type FindRows, pagesOf, streamedFile } from './streamed-file.ts';

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
