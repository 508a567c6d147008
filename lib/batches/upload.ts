import type { Context } from '#lib/context.ts';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { invoiceSchema, partySchema } from '#lib/documents/schema-addresses.ts';
import { isSingleLine } from '#lib/documents/validation.ts';
import type { Fault } from '#lib/errors.ts';
import { breather } from '#lib/event-loop.ts';
import { type IssuerPart, issuerPart } from '#lib/invoices/first-draft.ts';
import { findRegisteredSupplier, listRegisteredSuppliers } from '#lib/invoices/issuer.ts';
import { batchLimits } from '#lib/limits.ts';
import { requirePermission } from '#lib/roles.ts';
import { checkRows, type NewRow } from './batches.ts';
import {
  type ParsedCell,
  readDay,
  readDecimal,
  readItemKind,
  readPercent,
  readTable,
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

export type UploadKind = 'suppliers' | 'invoices';

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
  /** Unknown headings, whose columns are ignored. */
  ignored: string[];
}

export const uploadColumns = {
  suppliers: { columnNames: supplierColumns, required: requiredOfSuppliers },
  invoices: { columnNames: invoiceColumns, required: requiredOfInvoices },
} as const;

interface Upload {
  kind: UploadKind;
  bytes: Uint8Array;
  columnOfHeading: (heading: string) => string | undefined;
  workflowId?: string | undefined;
}

/**
 * Reads and checks a whole file, building its documents exactly as the batch will; stores nothing. Lines
 * without faults become rows. If an invoice line has no key, there are no rows, because the line could belong
 * to any invoice.
 */
export async function checkUpload(
  ctx: Context,
  { kind, bytes, columnOfHeading, workflowId }: Upload,
): Promise<CheckedUpload> {
  requirePermission(ctx, 'entries:write');
  const read = await readRows(ctx, kind, bytes, columnOfHeading);
  if (read.rows.length > batchLimits.rows) {
    const params = { most: batchLimits.rows };
    return { rows: [], titles: [], faults: [{ line: 1, code: 'too-many-rows', params }], ignored: [] };
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
  const faults = [...read.faults, ...keyFaults, ...others].toSorted((a, b) => a.line - b.line);
  const lacksInvoiceKey =
    kind === 'invoices' && faults.some(({ column, code }) => column === 'key' && code === 'required');
  const faultyLines = new Set(faults.map(({ line }) => line));
  const validRows = lacksInvoiceKey
    ? []
    : read.rows.flatMap(({ lines, title }, index) => {
        const row = rows[index];
        return row && !lines.some((line) => faultyLines.has(line)) ? [{ row, title }] : [];
      });
  return {
    rows: validRows.map(({ row }) => row),
    titles: validRows.map(({ title }) => title),
    faults,
    ignored: read.ignored,
  };
}

async function readRows(
  ctx: Context,
  kind: UploadKind,
  bytes: Uint8Array,
  columnOfHeading: Upload['columnOfHeading'],
) {
  if (kind === 'suppliers') {
    const table = await readTable(bytes, {
      ...uploadColumns.suppliers,
      columnOfHeading: knownColumn(supplierColumns, columnOfHeading),
    });
    if (table.faults.length > 0) return { ...table, rows: [] };
    return { ...readSuppliers(table), ignored: table.ignored };
  }
  const table = await readTable(bytes, {
    ...uploadColumns.invoices,
    columnOfHeading: knownColumn(invoiceColumns, columnOfHeading),
  });
  if (table.faults.length > 0) return { ...table, rows: [] };
  return { ...(await readInvoices(ctx, table)), ignored: table.ignored };
}

const knownColumn =
  <Column extends string>(columnNames: readonly Column[], columnOfHeading: Upload['columnOfHeading']) =>
  (heading: string): Column | undefined => {
    const name = columnOfHeading(heading);
    return columnNames.find((column) => column === name);
  };
