import 'server-only';

import { stringify } from 'csv-stringify/sync';
import { buenosAiresTime } from '#lib/buenos-aires.ts';
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

/**
 * All rows of a list as a CSV that the reader's spreadsheet opens: UTF-8 with its mark, CRLF, and nothing that it takes
 * for a formula. A file of the same kind can be uploaded.
 */
export const csvFile = <Row>(file: CsvFile<Row>): Response =>
  streamedFile({ name: file.name, extension: 'csv', type: 'text/csv; charset=utf-8' }, linesOf(file));

async function* linesOf<Row>({ locale, columns, find }: CsvFile<Row>): AsyncGenerator<string, undefined> {
  const isEnglish = locale === 'en';
  const csvOf = (lines: (string | number)[][]) =>
    stringify(lines, {
      record_delimiter: 'windows',
      delimiter: isEnglish ? ',' : ';',
      cast: { number: (number) => (isEnglish ? String(number) : String(number).replace('.', ',')) },
      escape_formulas: true,
    });
  yield `\u{feff}${csvOf([columns.map(({ head }) => head)])}`;
  for await (const rows of pagesOf(find)) {
    yield csvOf(rows.map((row) => columns.map(({ text }) => written(text(row)))));
  }
  return undefined;
}

const written = (value: string | number | Date | undefined | null): string | number =>
  value instanceof Date ? buenosAiresTime(value) : (value ?? '');
