import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { treatments } from '#lib/documents/invoice/vat.ts';
import type { FaultParams } from '#lib/errors.ts';
import { batchLimits } from '#lib/limits.ts';
import { breather } from '#lib/turns.ts';

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
  /** Trimmed; empty if the cell is missing. */
  cells: Record<Column, string>;
}

export interface Table<Column extends string = string> {
  lines: TableLine<Column>[];
  /** Faults of the table as a whole. If there are any, ignore `lines`. */
  faults: UploadFault[];
  /** Unknown headings, whose columns are ignored. */
  ignored: string[];
}

interface Columns<Column extends string> {
  known: readonly Column[];
  required: readonly Column[];
  /** Returns the column with this heading, in any language. */
  columnOfHeading: (heading: string) => Column | undefined;
}

/**
 * Reads CSV as Argentine spreadsheets write it: UTF-8 or Windows-1252; commas, semicolons or tabs; any, even
 * mixed, line ends. Skips empty lines.
 */
export async function readTable<Column extends string>(
  bytes: Uint8Array,
  { known, required, columnOfHeading }: Columns<Column>,
): Promise<Table<Column>> {
  const { text, delimiter } = detectDelimiter(decode(bytes).replace(/\r\n?/g, '\n'));
  const parsed = await parseText(text, delimiter);
  if (!Array.isArray(parsed)) return { lines: [], faults: [parsed], ignored: [] };
  const [headings, ...rest] = parsed;
  if (!headings || rest.length === 0) {
    return { lines: [], faults: [{ line: 1, code: 'no-rows' }], ignored: [] };
  }
  const columns = headings.record.map(columnOfHeading);
  const ignored = headings.record.filter((heading, index) => heading && !columns[index]);
  const faults = [
    ...columns.flatMap((column, index) => {
      const first = columns.indexOf(column);
      if (!column || first === index) return [];
      const [one = '', other = ''] = [headings.record[first], headings.record[index]];
      return [{ line: 1, column, code: 'column-twice', params: { one, other } }];
    }),
    ...required.flatMap((column) =>
      columns.includes(column) ? [] : [{ line: 1, column, code: 'column-missing' }],
    ),
  ];
  const lines = rest.map(({ record, line }) => {
    const cells = Object.fromEntries(known.map((column) => [column, ''])) as Record<Column, string>;
    for (const [index, column] of columns.entries()) if (column) cells[column] = record[index] ?? '';
    return { line, cells };
  });
  return { lines: lines.filter(({ cells }) => Object.values(cells).some(Boolean)), faults, ignored };
}

/** An invoice with several items takes several lines of the file, but is one row of the batch. */
const maxLines = 5 * batchLimits.rows;

/** Characters of one record at most: a line, or several if a quoted cell contains line breaks. */
const maxRecordLength = 100_000;

/** Bytes parsed before other work on the event loop gets a turn. */
const chunkBytes = 4_096;

interface Parsed {
  record: string[];
  line: number;
}

async function parseText(text: string, delimiter: string): Promise<Parsed[] | UploadFault> {
  for (let from = 0, line = 1; from < text.length; line += 1) {
    const end = text.indexOf('\n', from);
    const length = (end === -1 ? text.length : end) - from;
    if (length > maxRecordLength) return tooLong(line);
    from += length + 1;
  }
  const found: Parsed[] = [];
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
    for await (const { record, info } of Readable.from(chunksOf(Buffer.from(text))).pipe(parser)) {
      found.push({ record, line: lineOf(record, info.lines) });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines ?? 1);
    return error.code === 'CSV_MAX_RECORD_SIZE' ? tooLong(line) : { line, code: 'quotes' };
  }
  if (found.length <= maxLines + 1) return found;
  return { line: maxLines + 2, code: 'too-many-rows', params: { most: maxLines } };
}

const tooLong = (line: number): UploadFault => ({
  line,
  code: 'line-too-long',
  params: { most: maxRecordLength },
});

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  const breathe = breather();
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    yield bytes.subarray(at, at + chunkBytes);
    await breathe();
  }
}

/** Line on which a record begins; the parser reports the one on which it ends. */
const lineOf = (record: string[], end: number) =>
  end - record.reduce((breaks, cell) => breaks + (cell.match(/\n/g)?.length ?? 0), 0);

/** Text that is not UTF-8 is taken for Windows-1252, from a spreadsheet on Windows. */
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
  const declared = /^sep=(.)\n/i.exec(text);
  if (declared) return { text: text.slice(declared[0].length), delimiter: declared[1] ?? ',' };
  const [headings = ''] = text.split('\n', 1);
  const count = (delimiter: string) => headings.split(delimiter).length;
  const delimiter = [';', '\t', ','].reduce((best, each) => (count(each) > count(best) ? each : best));
  return { text, delimiter };
}

export type ParsedCell<Value> = { value: Value } | { code: string };

/**
 * Reads a number as Argentines or programs write it: `1.234,50`, `1234,5`, `1,234.50`. An ambiguous one, such
 * as `1.234`, is a fault: the two readings differ by a factor of a thousand.
 */
export function readDecimal(text: string): ParsedCell<string> {
  const digits = text.replace(/[\s\u00a0$]/g, '');
  if (/^-?\d+$/.test(digits)) return { value: digits };
  const separators = digits.replace(/[^.,]/g, '');
  const last = separators.at(-1) ?? '';
  const other = last === ',' ? '.' : ',';
  if (!/^-?\d[\d.,]*$/.test(digits) || last === '') return { code: 'number' };
  const isGrouped = (part: string, separator: string) =>
    new RegExp(`^-?\\d{1,3}(\\${separator}\\d{3})*$`).test(part);
  if (separators.includes(other)) {
    const [whole = '', fraction = '', ...more] = digits.split(last);
    if (more.length > 0 || !isGrouped(whole, other)) return { code: 'number' };
    return { value: `${whole.replaceAll(other, '')}.${fraction}` };
  }
  if (separators.length > 1) {
    return isGrouped(digits, last) ? { value: digits.replaceAll(last, '') } : { code: 'number' };
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
  const found = treatments.find((each) => each.percent && Number.parseFloat(each.percent) === percent);
  if (!found || word === '') return { code: 'vat' };
  const { key, rate, percent: exact = '' } = found;
  return {
    value: [{ cat: 'VAT', ...(rate ? { rate } : key === 'standard' ? { percent: exact } : { key }) }],
  };
}

const goods = ['producto', 'productos', 'goods'];
const services = ['servicio', 'servicios', 'service', 'services'];

/** Reads whether goods or a service are sold. Default: goods. */
export function readItemKind(text: string): ParsedCell<'goods' | 'service'> {
  const word = text.toLowerCase();
  if (word === '' || goods.includes(word)) return { value: 'goods' };
  return services.includes(word) ? { value: 'service' } : { code: 'sold' };
}
