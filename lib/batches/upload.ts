import { createHash } from 'node:crypto';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import {
  type BatchUpload,
  batches,
  type HeadingColumn,
  type UploadKind,
} from '#lib/database/tables/batches.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { type Document, digestOf, documentOf } from '#lib/documents/envelope.ts';
import { invoiceSchema, partySchema } from '#lib/documents/schema-addresses.ts';
import { isSingleLine } from '#lib/documents/validation.ts';
import type { Fault } from '#lib/errors.ts';
import { breather } from '#lib/event-loop.ts';
import { type IssuerPart, issuerPart } from '#lib/invoices/first-draft.ts';
import { findRegisteredSupplier, listRegisteredSuppliers } from '#lib/invoices/issuer.ts';
import { batchLimits } from '#lib/limits.ts';
import { requirePermission } from '#lib/roles.ts';
import { buildForIssuer } from '#lib/silo/issuer-status.ts';
import { checkRows, type NewRow } from './batches.ts';
import {
  maxColumns,
  type ParsedCell,
  parseTable,
  type RawTable,
  readDay,
  readDecimal,
  readItemKind,
  readLines,
  readPercent,
  readVat,
  type Table,
  type TableLine,
  type UploadFault,
} from './table.ts';

const invoiceColumns = [
  'key',
  'issuer',
  'pointOfSale',
  'date',
  'customerName',
  'customerCuit',
  'customerDni',
  'street',
  'number',
  'locality',
  'region',
  'postalCode',
  'description',
  'sold',
  'quantity',
  'price',
  'discount',
  'vat',
  'periodStart',
  'periodEnd',
  'dueDate',
  'currency',
  'exchangeRate',
  'notes',
] as const;
type Column = (typeof invoiceColumns)[number];
type Line = TableLine<Column>;
const requiredOfInvoices: readonly Column[] = ['key', 'issuer', 'description', 'price'];

/** Columns of an invoice line. The others may be empty after the invoice's first line. */
const lineColumns: readonly Column[] = ['key', 'description', 'sold', 'quantity', 'price', 'discount', 'vat'];

async function readInvoices(
  ctx: Context,
  { lines }: Table<Column>,
): Promise<{ rows: ReadRow[]; faults: UploadFault[] }> {
  const faults: UploadFault[] = [];
  const issuers = new Map<string, IssuerPart | undefined>();
  const rows: ReadRow[] = [];
  for (const { line } of lines.filter(({ cells }) => !cells.key)) {
    faults.push({ line, column: 'key', code: 'required' });
  }
  const groups = Map.groupBy(
    lines.filter(({ cells }) => cells.key),
    ({ cells }) => cells.key,
  );
  const breathe = breather();
  for (const [key, [first, ...others]] of groups) {
    if (!first) continue;
    await breathe();
    faults.push(...differences(first, others));
    const cuit = normaliseCuit(first.cells.issuer);
    if (!issuers.has(cuit)) issuers.set(cuit, await findIssuerPart(ctx, cuit));
    const issuer = issuers.get(cuit);
    if (issuer) rows.push(invoiceOf(key, issuer, first, others, faults));
    else faults.push({ line: first.line, column: 'issuer', code: issuerCode(cuit), params: { cuit } });
  }
  return { rows, faults };
}

const issuerCode = (cuit: string) => (isValidCuit(cuit) ? 'issuer' : cuit ? 'cuit' : 'required');

async function findIssuerPart(ctx: Context, cuit: string): Promise<IssuerPart | undefined> {
  if (!isValidCuit(cuit)) return undefined;
  const [listed] = await listRegisteredSuppliers(ctx, { q: cuit });
  const supplier = listed && (await findRegisteredSupplier(ctx, listed.id));
  return supplier && issuerPart(ctx, supplier);
}

function differences(first: Line, others: Line[]): UploadFault[] {
  return others.flatMap(({ line, cells }) =>
    invoiceColumns
      .filter(
        (column) => !lineColumns.includes(column) && cells[column] && cells[column] !== first.cells[column],
      )
      .map((column) => ({ line, column, code: 'differs', params: { row: first.line } })),
  );
}

function invoiceOf(
  key: string,
  { supplier, series, isSimplified }: IssuerPart,
  first: Line,
  others: Line[],
  faults: UploadFault[],
): ReadRow {
  const { cells } = first;
  const lines = [first, ...others];
  const read = <Value>(
    { line, cells: rowCells }: Line,
    column: Column,
    parseCell: (text: string) => ParsedCell<Value>,
  ) => {
    const cell = parseCell(rowCells[column]);
    if ('value' in cell) return cell.value;
    faults.push({ line, column, code: rowCells[column] ? cell.code : 'required' });
    return undefined;
  };
  const dayOf = (column: Column) => (cells[column] ? read(first, column, readDay) : undefined);
  const [date, start, end, due] = [dayOf('date'), dayOf('periodStart'), dayOf('periodEnd'), dayOf('dueDate')];
  const customer = customerOf(cells);
  const currency = cells.currency.toUpperCase();
  const rate = cells.exchangeRate ? read(first, 'exchangeRate', readDecimal) : undefined;
  if (rate && !currency) faults.push({ line: first.line, column: 'currency', code: 'required' });
  return {
    lines: lines.map(({ line }) => line),
    key,
    title: [key, cells.customerName].filter(Boolean).join(' · '),
    doc: {
      $schema: invoiceSchema,
      ...(isSimplified ? { $tags: ['monotax'] } : {}),
      series: cells.pointOfSale || series,
      ...(date ? { issue_date: date } : {}),
      ...(currency ? { currency } : {}),
      ...(rate ? { exchange_rates: [{ from: currency, to: 'ARS', amount: rate }] } : {}),
      supplier,
      ...(customer ? { customer } : {}),
      lines: lines.map((line) => ({
        quantity: line.cells.quantity ? read(line, 'quantity', readDecimal) : '1',
        item: {
          ...(read(line, 'sold', readItemKind) === 'goods' ? { key: 'goods' } : {}),
          name: line.cells.description,
          price: read(line, 'price', readDecimal),
        },
        ...(line.cells.discount ? { discounts: [{ percent: read(line, 'discount', readPercent) }] } : {}),
        ...(isSimplified ? {} : { taxes: read(line, 'vat', readVat) }),
      })),
      ...(start || end ? { ordering: { period: { start, end } } } : {}),
      ...(due ? { payment: { terms: { due_dates: [{ date: due, percent: '100%' }] } } } : {}),
      ...(cells.notes ? { notes: [{ text: cells.notes }] } : {}),
    },
    positionOf: (path) => cellPosition(path, lines),
  };
}

function customerOf(cells: Line['cells']): Record<string, unknown> | undefined {
  const { customerName: name, customerCuit, customerDni } = cells;
  if (!name && !customerCuit && !customerDni) return undefined;
  const address = {
    ...(cells.street ? { street: cells.street } : {}),
    ...(cells.number ? { num: cells.number } : {}),
    ...(cells.locality ? { locality: cells.locality } : {}),
    ...(cells.region ? { region: cells.region } : {}),
    ...(cells.postalCode ? { code: cells.postalCode } : {}),
  };
  return {
    name,
    ...(customerCuit ? { tax_id: { country: 'AR', code: customerCuit } } : {}),
    ...(customerDni && !customerCuit
      ? { identities: [{ code: customerDni.replace(/\D/g, ''), ext: { 'ar-arca-identity-type': '96' } }] }
      : {}),
    ...(Object.keys(address).length > 0 ? { addresses: [{ ...address, country: 'AR' }] } : {}),
  };
}

const columnByPath: [RegExp, Column][] = [
  [/^lines\[\d+\]\.quantity/, 'quantity'],
  [/^lines\[\d+\]\.item\.price/, 'price'],
  [/^lines\[\d+\]\.item/, 'description'],
  [/^lines\[\d+\]\.discounts/, 'discount'],
  [/^lines\[\d+\]\.taxes/, 'vat'],
  [/^series/, 'pointOfSale'],
  [/^issue_date/, 'date'],
  [/^supplier/, 'issuer'],
  [/^customer\.name/, 'customerName'],
  [/^customer\.identities/, 'customerDni'],
  [/^customer\.addresses/, 'street'],
  [/^customer/, 'customerCuit'],
  [/^ordering\.period\.end/, 'periodEnd'],
  [/^ordering/, 'periodStart'],
  [/^payment/, 'dueDate'],
  [/^currency/, 'currency'],
  [/^exchange_rates/, 'exchangeRate'],
  [/^notes/, 'notes'],
];

function cellPosition(path: string, lines: Line[]): { line: number; column: string | undefined } {
  const [, index = '0'] = /^lines\[(\d+)\]/.exec(path) ?? [];
  const line = (lines[Number(index)] ?? lines[0])?.line ?? 1;
  return { line, column: columnByPath.find(([pattern]) => pattern.test(path))?.[1] };
}

const supplierColumns = [
  'key',
  'name',
  'cuit',
  'email',
  'phone',
  'street',
  'number',
  'locality',
  'region',
  'postalCode',
  'grossIncome',
  'activitySince',
] as const;
type SuppliersColumn = (typeof supplierColumns)[number];
const requiredOfSuppliers: readonly SuppliersColumn[] = ['name', 'cuit'];

const columnOf: Record<string, SuppliersColumn> = {
  name: 'name',
  tax_id: 'cuit',
  'tax_id.code': 'cuit',
  'emails[0].addr': 'email',
  'registration.other': 'activitySince',
};

/** Builds a supplier from each line. Its key defaults to the CUIT. */
function readSuppliers({ lines }: Table<SuppliersColumn>): { rows: ReadRow[]; faults: UploadFault[] } {
  const faults: UploadFault[] = [];
  const rows = lines.map(({ line, cells }): ReadRow => {
    const since = cells.activitySince && readDay(cells.activitySince);
    if (since && 'code' in since) faults.push({ line, column: 'activitySince', code: since.code });
    const address = {
      ...(cells.street ? { street: cells.street } : {}),
      ...(cells.number ? { num: cells.number } : {}),
      ...(cells.locality ? { locality: cells.locality } : {}),
      ...(cells.region ? { region: cells.region } : {}),
      ...(cells.postalCode ? { code: cells.postalCode } : {}),
    };
    return {
      lines: [line],
      key: cells.key || normaliseCuit(cells.cuit),
      title: cells.name,
      doc: {
        $schema: partySchema,
        name: cells.name,
        tax_id: { country: 'AR', code: cells.cuit },
        ...(cells.email ? { emails: [{ addr: cells.email }] } : {}),
        ...(cells.phone ? { telephones: [{ num: cells.phone }] } : {}),
        ...(Object.keys(address).length > 0 ? { addresses: [{ ...address, country: 'AR' }] } : {}),
        ...(cells.grossIncome ? { identities: [{ type: 'IIBB', code: cells.grossIncome }] } : {}),
        ...(since && 'value' in since ? { registration: { other: since.value } } : {}),
      },
      positionOf: (path) => ({
        line,
        column: columnOf[path] ?? (path === 'key' ? (cells.key ? 'key' : 'cuit') : undefined),
      }),
    };
  });
  return { rows, faults };
}

export type { HeadingColumn, UploadKind };

interface ReadRow {
  lines: number[];
  key: string;
  /** Shown in the list of rows to be created. */
  title: string;
  doc: Record<string, unknown>;
  /** Finds the line and column in the file for a path in the document. */
  positionOf: (path: string) => { line: number; column: string | undefined };
}

/** A fault in the file. If the built document has it, `fault` and `doc` are needed to word its message. */
export interface DocumentUploadFault extends UploadFault {
  fault?: Fault;
  doc?: Document;
}

export interface CheckedUpload {
  /** Rows to create, from lines without faults. */
  rows: NewRow[];
  titles: string[];
  faults: DocumentUploadFault[];
  /** Number of rows whose entry exists already and stays as it is. */
  existing: number;
  /** Every column of the file in order. Empty if the file could not be read. */
  columns: UploadColumn[];
  /** Required columns that no heading has. Until they are chosen, there are no rows. */
  missing: string[];
  /** Headings of ignored columns. */
  ignored: string[];
  /** The part of the file that the batch stores. */
  upload: BatchUpload | undefined;
  /** The lines that make no row, as they are in the file. */
  unread: RawTable;
}

export interface UploadColumn extends HeadingColumn {
  /** The first different values, shortened. */
  samples: string[];
}

export const uploadColumns = {
  suppliers: { columnNames: supplierColumns, required: requiredOfSuppliers },
  invoices: { columnNames: invoiceColumns, required: requiredOfInvoices },
} as const;

export const uploadLimits = {
  columns: maxColumns,
  headingCharacters: 100,
  samples: 3,
  sampleCharacters: 40,
} as const;

interface Upload {
  kind: UploadKind;
  bytes: Uint8Array;
  /** Guesses the column that a heading names. */
  columnOfHeading: (heading: string) => string | undefined;
  /** The user's choice. Ignored if the file has other headings. */
  columns?: readonly HeadingColumn[] | undefined;
  /** Whether a heading is that of the faults in a file to correct, which is dropped. */
  isFaultHeading?: ((heading: string) => boolean) | undefined;
  workflowId?: string | undefined;
}

/**
 * Reads and checks a whole file, building its documents exactly as the batch will; stores nothing. Lines
 * without faults become rows. If an invoice line has no key, there are no rows, because the line could belong
 * to any invoice. Columns are those of `columns`, or those of the last batch from a file with the same headings,
 * or are guessed.
 */
export async function checkUpload(ctx: Context, upload: Upload): Promise<CheckedUpload> {
  requirePermission(ctx, 'entries:write');
  const { kind, bytes, workflowId, isFaultHeading = () => false } = upload;
  const parsed = await parseTable(bytes);
  if (!('headings' in parsed)) return nothingRead([parsed]);
  const raw = withoutColumns(parsed, isFaultHeading);
  const columns = await columnsOf(ctx, raw, upload);
  const file = {
    columns: describeColumns(raw, columns),
    missing: uploadColumns[kind].required.filter((column) => !columns.includes(column)),
    ignored: raw.headings.filter((heading, index) => heading && !columns[index]),
    upload: { kind, headings: hashHeadings(kind, raw.headings), columns: pairsOf(raw.headings, columns) },
  };
  const read = await readRows(ctx, kind, raw, columns);
  if (read.rows.length > batchLimits.rows) {
    const params = { most: batchLimits.rows };
    return { ...nothingRead([{ line: 1, code: 'too-many-rows', params }]), ...file, unread: raw };
  }
  const rows = read.rows.map(({ key, doc }) => ({
    key,
    data: { folder: kind, data: doc, ...(workflowId ? { workflow_id: workflowId } : {}) },
  }));
  const found = await checkRows(ctx, 'create-entry', rows);
  const documentFaults = found.flatMap(({ index, field, fault }): DocumentUploadFault[] => {
    const row = read.rows[index];
    if (!row) return [];
    const { line, column } = row.positionOf(field.replace(/^data\.data\./, ''));
    if (fault.code === 'same-key') {
      const other = read.rows[Number(fault.params?.row) - 1]?.lines[0] ?? 1;
      // The row has no key of its own: the CUIT is its key.
      const code = column === 'cuit' ? 'same-cuit' : 'same-key';
      return [{ line, column: column ?? 'key', code, params: { row: other } }];
    }
    return [{ line, column, code: fault.code, message: fault.message, fault, doc: row.doc }];
  });
  const keyFaults = read.rows
    .filter(({ key }) => !isSingleLine(key))
    .map(({ lines, positionOf }) => ({
      ...positionOf('key'),
      line: lines[0] ?? 1,
      code: 'control-character',
    }));
  // An unreadable cell leaves its value out of the document, which is a second fault. Report each cell once.
  const reported = new Set(read.faults.map(({ line, column }) => `${line} ${column}`));
  const others = documentFaults.filter(({ line, column }) => !reported.has(`${line} ${column}`));
  const cellFaults = [...read.faults, ...keyFaults, ...others];
  const faultyLines = new Set(cellFaults.map(({ line }) => line));
  const { taken, existing } = await findExisting(
    ctx,
    kind,
    read.rows.filter(({ lines }) => !lines.some((line) => faultyLines.has(line))),
  );
  const faults = [...cellFaults, ...taken].toSorted((a, b) => a.line - b.line);
  for (const { line } of taken) faultyLines.add(line);
  const lacksInvoiceKey =
    kind === 'invoices' && faults.some(({ column, code }) => column === 'key' && code === 'required');
  const validRows = lacksInvoiceKey
    ? []
    : read.rows.flatMap(({ lines, title }, index) => {
        const row = rows[index];
        return row && !lines.some((line) => faultyLines.has(line)) ? [{ row, title, lines }] : [];
      });
  const readLineNumbers = new Set(validRows.flatMap(({ lines }) => lines));
  return {
    ...file,
    rows: validRows.map(({ row }) => row),
    titles: validRows.map(({ title }) => title),
    faults,
    existing: lacksInvoiceKey ? 0 : existing,
    unread: {
      headings: raw.headings,
      records: raw.records.filter(({ line, cells }) => !readLineNumbers.has(line) && cells.some(Boolean)),
    },
  };
}

const nothingRead = (faults: UploadFault[]): CheckedUpload => ({
  rows: [],
  titles: [],
  faults,
  existing: 0,
  columns: [],
  missing: [],
  ignored: [],
  upload: undefined,
  unread: { headings: [], records: [] },
});

function withoutColumns({ headings, records }: RawTable, isDropped: (heading: string) => boolean): RawTable {
  const isKept = headings.map((heading) => !isDropped(heading));
  if (!isKept.includes(false)) return { headings, records };
  const keep = (texts: string[]) => texts.filter((_, index) => isKept[index] ?? true);
  return {
    headings: keep(headings),
    records: records.map(({ line, cells }) => ({ line, cells: keep(cells) })),
  };
}

/** The chosen, else the remembered, else the guessed column of each heading. Only a choice names a column twice. */
async function columnsOf(
  ctx: Context,
  { headings }: RawTable,
  { kind, columns, columnOfHeading }: Upload,
): Promise<(string | undefined)[]> {
  const names: readonly string[] = uploadColumns[kind].columnNames;
  const known = (column: string | undefined) => (column && names.includes(column) ? column : undefined);
  const chosen = columns && assignColumns(headings, columns);
  if (chosen) return chosen.map(known);
  const remembered = await findRememberedColumns(ctx, kind, headings);
  const assigned = remembered && assignColumns(headings, remembered);
  const guessed = (assigned ?? headings.map(columnOfHeading)).map(known);
  return guessed.map((column, index) => (guessed.indexOf(column) === index ? column : undefined));
}

/** The column of each heading; undefined if the headings are not those of `pairs`. The order may differ. */
function assignColumns(headings: string[], pairs: readonly HeadingColumn[]): string[] | undefined {
  if (headings.length !== pairs.length) return undefined;
  const left = [...pairs];
  const assigned = headings.map((heading) => {
    const index = left.findIndex((pair) => shortHeading(pair.heading) === shortHeading(heading));
    return index === -1 ? undefined : left.splice(index, 1)[0]?.column;
  });
  return assigned.every((column) => column !== undefined) ? assigned : undefined;
}

const shortHeading = (heading: string) =>
  heading.slice(0, uploadLimits.headingCharacters).toLowerCase().trim();

const pairsOf = (headings: string[], columns: (string | undefined)[]): HeadingColumn[] =>
  headings.map((heading, index) => ({
    heading: heading.slice(0, uploadLimits.headingCharacters),
    column: columns[index] ?? '',
  }));

const hashHeadings = (kind: UploadKind, headings: string[]) =>
  createHash('sha256')
    .update(JSON.stringify([kind, headings.map(shortHeading).toSorted()]))
    .digest('hex');

/** The columns of the workspace's last batch from a file with the same headings. */
async function findRememberedColumns(ctx: Context, kind: UploadKind, headings: string[]) {
  const [last] = await reader(ctx)
    .select({ upload: batches.upload })
    .from(batches)
    .where(
      and(
        eq(batches.workspaceId, ctx.workspace.id),
        isNotNull(batches.upload),
        sql`(${batches.upload} ->> 'headings') = ${hashHeadings(kind, headings)}`,
      ),
    )
    .orderBy(desc(batches.createdAt))
    .limit(1);
  return last?.upload?.columns;
}

/** Number of lines in which samples are sought. */
const sampledLines = 200;

function describeColumns({ headings, records }: RawTable, columns: (string | undefined)[]): UploadColumn[] {
  const sampled = records.slice(0, sampledLines);
  return pairsOf(headings, columns).map((pair, index) => {
    const values = new Set(sampled.map(({ cells }) => cells[index] ?? '').filter(Boolean));
    return {
      ...pair,
      samples: [...values]
        .slice(0, uploadLimits.samples)
        .map((value) => value.slice(0, uploadLimits.sampleCharacters)),
    };
  });
}

/** The rows whose key an entry has already: those of the same document stay as they are, the others are faults. */
async function findExisting(ctx: Context, kind: UploadKind, rows: ReadRow[]) {
  const keys = rows.map(({ key }) => key);
  const found = await reader(ctx)
    .select({
      key: entries.key,
      folder: entries.folder,
      digest: entries.digest,
      createdDigest: entries.createdDigest,
    })
    .from(entries)
    .where(
      and(eq(entries.workspaceId, ctx.workspace.id), sql`${entries.key} = any(${sql.param(keys)}::text[])`),
    );
  const byKey = new Map(found.map((entry) => [entry.key, entry]));
  const taken: DocumentUploadFault[] = [];
  const breathe = breather();
  let existing = 0;
  for (const { key, doc, lines, positionOf } of rows) {
    const entry = byKey.get(key);
    if (!entry) continue;
    await breathe();
    const isSame =
      entry.folder === kind &&
      (entry.createdDigest === digestOf(documentOf(doc).doc) ||
        entry.digest === digestOf(await buildForIssuer(ctx, doc, kind)));
    const { column } = positionOf('key');
    if (isSame) existing += 1;
    else {
      const code = column === 'cuit' ? 'taken-cuit' : 'taken';
      taken.push({ line: lines[0] ?? 1, column: column ?? 'key', code });
    }
  }
  return { taken, existing };
}

async function readRows(
  ctx: Context,
  kind: UploadKind,
  raw: RawTable,
  columns: (string | undefined)[],
): Promise<{ rows: ReadRow[]; faults: UploadFault[] }> {
  if (kind === 'suppliers') {
    const table = readLines(raw, {
      ...uploadColumns.suppliers,
      columns: columns.map((column) => supplierColumns.find((name) => name === column)),
    });
    return table.faults.length > 0 ? { faults: table.faults, rows: [] } : readSuppliers(table);
  }
  const table = readLines(raw, {
    ...uploadColumns.invoices,
    columns: columns.map((column) => invoiceColumns.find((name) => name === column)),
  });
  return table.faults.length > 0 ? { faults: table.faults, rows: [] } : readInvoices(ctx, table);
}
