import 'server-only';

import { stringify } from 'csv-stringify/sync';
import { cursorOf } from '#lib/paging.ts';
import { dayAfter } from '#lib/reports/days.ts';

interface CsvColumn<Row> {
  head: string;
  text: (row: Row) => string | number | undefined;
}

interface CsvFile<Row> {
  /** Without its end: the day is added. */
  name: string;
  columns: CsvColumn<Row>[];
  /** Rows for one page, and one more when there is a next page. */
  find: (query: { limit: number; cursor?: string }) => Promise<Row[]>;
}

const pageSize = 500;

/**
 * All rows of a list as a CSV that spreadsheets open: UTF-8 with its mark, CRLF, and nothing that they take for a
 * formula. It is read page by page while it is sent, whatever its length.
 */
export function csvFile<Row extends { id: string; createdAt: Date }>(file: CsvFile<Row>): Response {
  const { date } = dayAfter(0, new Date());
  const lines = linesOf(file);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await lines.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file.name}-${date}.csv"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}

async function* linesOf<Row extends { id: string; createdAt: Date }>({
  columns,
  find,
}: CsvFile<Row>): AsyncGenerator<string, undefined> {
  yield `\u{feff}${csvOf([columns.map(({ head }) => head)])}`;
  let cursor: string | undefined;
  do {
    const rows = await find({ limit: pageSize, ...(cursor ? { cursor } : {}) });
    const onPage = rows.slice(0, pageSize);
    const last = onPage.at(-1);
    if (last) yield csvOf(onPage.map((row) => columns.map(({ text }) => text(row) ?? '')));
    cursor = rows.length > pageSize && last ? cursorOf(last) : undefined;
  } while (cursor);
  return undefined;
}

const csvOf = (lines: (string | number)[][]) =>
  stringify(lines, { record_delimiter: 'windows', escape_formulas: true });
