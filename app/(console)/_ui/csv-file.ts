import 'server-only';

import { stringify } from 'csv-stringify/sync';
import { type FindRows, pagesOf, streamedFile } from './streamed-file.ts';

interface CsvColumn<Row> {
  head: string;
  text: (row: Row) => string | number | undefined;
}

interface CsvFile<Row> {
  /** Without its end: the day is added. */
  name: string;
  columns: CsvColumn<Row>[];
  find: FindRows<Row>;
}

/**
 * All rows of a list as a CSV that spreadsheets open: UTF-8 with its mark, CRLF, and nothing that they take for a
 * formula.
 */
export const csvFile = <Row>(file: CsvFile<Row>): Response =>
  streamedFile({ name: file.name, extension: 'csv', type: 'text/csv; charset=utf-8' }, linesOf(file));

async function* linesOf<Row>({ columns, find }: CsvFile<Row>): AsyncGenerator<string, undefined> {
  yield `\u{feff}${csvOf([columns.map(({ head }) => head)])}`;
  for await (const rows of pagesOf(find)) {
    yield csvOf(rows.map((row) => columns.map(({ text }) => text(row) ?? '')));
  }
  return undefined;
}

const csvOf = (lines: (string | number)[][]) =>
  stringify(lines, { record_delimiter: 'windows', escape_formulas: true });
