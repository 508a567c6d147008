import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { treatments } from '#lib/documents/invoice/vat.ts';
import type { FaultParams } from '#lib/errors.ts';
import { breather } from '#lib/event-loop.ts';
import { batchLimits } from '#lib/limits.ts';

export interface UploadFault {
  /** Line number as in an editor: the headings are line 1. */
  line: number;
  column?: string | undefined;
  code: string;
  /** English text for a code that the Console does not translate. */
  message?: string;
  params?: FaultParams;
}

export interface TableLine<Column extends string = string> {
  line: number;
  /** Trimmed texts; empty for missing cells. */
  cells: Record<Column, string>;
}

/** The texts of a file, before any column has a meaning. */
export interface RawTable {
  headings: string[];
  records: RawRecord[];
}

interface RawRecord {
  line: number;
  cells: string[];
}

export interface Table<Column extends string = string> {
  lines: TableLine<Column>[];
  /** Faults of the table as a whole. If there are any, ignore `lines`. */
  faults: UploadFault[];
}

interface Columns<Column extends string> {
  columnNames: readonly Column[];
  required: readonly Column[];
  /** The column of each heading; undefined for a heading that is ignored. */
  columns: readonly (Column | undefined)[];
}

/** Most columns of a file, so that the Console can show each of them. */
export const maxColumns = 100;

/**
 * Reads CSV as Argentine spreadsheets write it: in UTF-8, UTF-16 or Windows-1252, with commas, semicolons or
 * tabs, and with any line ends. Skips empty lines.
 */
export async function parseTable(bytes: Uint8Array): Promise<RawTable | UploadFault> {
  const { text, delimiter } = detectDelimiter(decode(bytes).replace(/\r\n?/g, '\n'));
  const parsed = await parseText(text, delimiter);
  if (!Array.isArray(parsed)) return parsed;
  const [first, ...rest] = parsed;
  if (!first || rest.length === 0) return { line: 1, code: 'no-rows' };
  if (first.record.length > maxColumns) {
    return { line: 1, code: 'too-many-columns', params: { most: maxColumns } };
  }
  return {
    headings: first.record,
    records: rest.map(({ record, line }) => ({ line, cells: record.map(withoutTextMark) })),
  };
}

/** An apostrophe before a sign of formulas, which exports write so that spreadsheets show the cell as text. */
const textMark = /^'(?=[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;
const withoutTextMark = (cell: string) => (cell.startsWith("'") ? cell.replace(textMark, '') : cell);

/** Names the cells of each line by their columns, and skips lines without any. */
export function readLines<Column extends string>(
  { headings, records }: RawTable,
  { columnNames, required, columns }: Columns<Column>,
): Table<Column> {
  const faults = [
    ...columns.flatMap((column, index) => {
      const first = columns.indexOf(column);
      if (!column || first === index) return [];
      const [one = '', other = ''] = [headings[first], headings[index]];
      return [{ line: 1, column, code: 'column-twice', params: { one, other } }];
    }),
    ...required.flatMap((column) =>
      columns.includes(column) ? [] : [{ line: 1, column, code: 'column-missing' }],
    ),
  ];
  const lines = records.map(({ line, cells: texts }) => {
    const cells = Object.fromEntries(columnNames.map((column) => [column, ''])) as Record<Column, string>;
    for (const [index, column] of columns.entries()) if (column) cells[column] = texts[index] ?? '';
    return { line, cells };
  });
  return { lines: lines.filter(({ cells }) => Object.values(cells).some(Boolean)), faults };
}

/** Above the row limit of a batch, because an invoice with several items takes several lines of the file. */
const maxLines = 5 * batchLimits.rows;

/** Maximum characters of a record. A record has several lines if a quoted cell contains line breaks. */
const maxRecordLength = 100_000;

/** Bytes passed to the parser before it may yield to the event loop. */
const chunkBytes = 4_096;

interface ParsedRecord {
  record: string[];
  line: number;
}

async function parseText(text: string, delimiter: string): Promise<ParsedRecord[] | UploadFault> {
  for (let lineStart = 0, line = 1; lineStart < text.length; line += 1) {
    const end = text.indexOf('\n', lineStart);
    const length = (end === -1 ? text.length : end) - lineStart;
    if (length > maxRecordLength) return lineTooLong(line);
    lineStart += length + 1;
  }
  const records: ParsedRecord[] = [];
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    trim: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    to: maxLines + 2,
    max_record_size: maxRecordLength,
  });
  try {
    for await (const { record, info } of Readable.from(splitChunks(Buffer.from(text))).pipe(parser)) {
      records.push({ record, line: firstLine(record, info.lines) });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines ?? 1);
    return error.code === 'CSV_MAX_RECORD_SIZE' ? lineTooLong(line) : { line, code: 'quotes' };
  }
  if (records.length <= maxLines + 1) return records;
  return { line: maxLines + 2, code: 'too-many-rows', params: { most: maxLines } };
}

const lineTooLong = (line: number): UploadFault => ({
  line,
  code: 'line-too-long',
  params: { most: maxRecordLength },
});

async function* splitChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  const yieldTurn = breather();
  for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
    yield bytes.subarray(offset, offset + chunkBytes);
    await yieldTurn();
  }
}

/** Returns the number of a record's first line. The parser reports its last line. */
const firstLine = (record: string[], end: number) =>
  end - record.reduce((breaks, cell) => breaks + (cell.match(/\n/g)?.length ?? 0), 0);

/** Decodes UTF-16 (little-endian) or UTF-8. Other bytes are taken for Windows-1252, from a spreadsheet on Windows. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Some spreadsheets declare the delimiter in a first line (`sep=;`). Otherwise it is the most frequent one in
 * the headings.
 */
function detectDelimiter(text: string): { text: string; delimiter: string } {
  const declaration = /^sep=(.)\n/i.exec(text);
  if (declaration) return { text: text.slice(declaration[0].length), delimiter: declaration[1] ?? ',' };
  const [headings = ''] = text.split('\n', 1);
  const count = (delimiter: string) => headings.split(delimiter).length;
  const delimiter = [';', '\t', ','].reduce((best, candidate) =>
    count(candidate) > count(best) ? candidate : best,
  );
  return { text, delimiter };
}

export type ParsedCell<Value> = { value: Value } | { code: string };

/**
 * Reads a number as Argentines or programs write it: `1.234,50`, `1234,5`, `1,234.50`. Ambiguous numbers such
 * as `1.234` are refused, because their two meanings differ by a factor of a thousand.
 */
export function readDecimal(text: string): ParsedCell<string> {
  const digits = text.replace(/[\s\u00a0$]/g, '');
  if (/^-?\d+$/.test(digits)) return { value: digits };
  const separators = digits.replace(/[^.,]/g, '');
  const lastSeparator = separators.at(-1) ?? '';
  const otherSeparator = lastSeparator === ',' ? '.' : ',';
  if (!/^-?\d[\d.,]*$/.test(digits) || lastSeparator === '') return { code: 'number' };
  const isGrouped = (part: string, separator: string) =>
    new RegExp(`^-?\\d{1,3}(\\${separator}\\d{3})*$`).test(part);
  if (separators.includes(otherSeparator)) {
    const [whole = '', fraction = '', ...rest] = digits.split(lastSeparator);
    if (rest.length > 0 || !isGrouped(whole, otherSeparator)) return { code: 'number' };
    return { value: `${whole.replaceAll(otherSeparator, '')}.${fraction}` };
  }
  if (separators.length > 1) {
    return isGrouped(digits, lastSeparator)
      ? { value: digits.replaceAll(lastSeparator, '') }
      : { code: 'number' };
  }
  if (/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return { code: 'number-unclear' };
  return /\d[.,]\d+$/.test(digits) ? { value: digits.replace(',', '.') } : { code: 'number' };
}

/** Reads a percentage: `10`, `12,5 %`. */
export function readPercent(text: string): ParsedCell<string> {
  const number = readDecimal(text.replace('%', ''));
  if ('code' in number) return number;
  const percent = Number(number.value);
  return percent > 0 && percent <= 100 ? { value: `${number.value}%` } : { code: 'percent' };
}

/** Reads a date: `20/11/2026` or `2026-11-20`. */
export function readDay(text: string): ParsedCell<string> {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const iso = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text;
  const date = new Date(`${iso}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(iso) && !Number.isNaN(date.getTime());
  return isDay && date.toISOString().startsWith(iso) ? { value: iso } : { code: 'date' };
}

const exempt = ['exento', 'exempt'];
const outsideScope = ['no gravado', 'no gravada', 'outside-scope', 'not taxed'];

/** Reads a VAT treatment: `21`, `10,5 %`, `exento`. */
export function readVat(text: string): ParsedCell<Record<string, string>[]> {
  const word = text.toLowerCase();
  if (exempt.includes(word)) return { value: [{ cat: 'VAT', key: 'exempt' }] };
  if (outsideScope.includes(word)) return { value: [{ cat: 'VAT', key: 'outside-scope' }] };
  const percent = Number(word.replace(/[\s%]/g, '').replace(',', '.'));
  const found = treatments.find(
    (candidate) => candidate.percent && Number.parseFloat(candidate.percent) === percent,
  );
  if (!found || word === '') return { code: 'vat' };
  const { key, rate, percent: exact = '' } = found;
  return {
    value: [{ cat: 'VAT', ...(rate ? { rate } : key === 'standard' ? { percent: exact } : { key }) }],
  };
}

const goods = ['producto', 'productos', 'goods'];
const services = ['servicio', 'servicios', 'service', 'services'];

/** Reads the kind of an item: goods, the default, or a service. */
export function readItemKind(text: string): ParsedCell<'goods' | 'service'> {
  const word = text.toLowerCase();
  if (word === '' || goods.includes(word)) return { value: 'goods' };
  return services.includes(word) ? { value: 'service' } : { code: 'sold' };
}
