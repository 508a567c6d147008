import type { Context } from '#lib/context.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { isSingleLine } from '#lib/documents/validation.ts';
import type { Fault } from '#lib/errors.ts';
import { batchLimits } from '#lib/limits.ts';
import { requirePermission } from '#lib/roles.ts';
import { checkRows, type NewRow } from '../check-rows.ts';
import { invoiceColumns, readInvoices, requiredOfInvoices } from './invoices.ts';
import { readSuppliers, requiredOfSuppliers, supplierColumns } from './suppliers.ts';
import { readTable, type UploadFault } from './table.ts';

export type UploadKind = 'suppliers' | 'invoices';

/** What a line of the file, or several, makes. */
export interface ReadRow {
  /** From which lines it was read. */
  lines: number[];
  key: string;
  /** By which a person knows it. */
  title: string;
  doc: Record<string, unknown>;
  /** Where a path of the document stands in the file. */
  placeOf: (path: string) => { line: number; column: string | undefined };
}

/** A fault that the building of a document found, with the document: its words depend on what stands there. */
export interface DocumentUploadFault extends UploadFault {
  fault?: Fault;
  doc?: Document;
}

export interface CheckedUpload {
  /** What can be made: of those lines that nothing is wrong with. */
  rows: NewRow[];
  titles: string[];
  /** In the order of the file. */
  faults: DocumentUploadFault[];
  /** Headings of columns that are left out. */
  ignored: string[];
}

/** The columns of a file of each kind, and those that it has to have. */
export const uploadColumns = {
  suppliers: { known: supplierColumns, required: requiredOfSuppliers },
  invoices: { known: invoiceColumns, required: requiredOfInvoices },
} as const;

interface Upload {
  kind: UploadKind;
  bytes: Uint8Array;
  /** By what stands above a column. */
  named: (heading: string) => string | undefined;
  /** Run on each entry that is made. */
  workflowId?: string | undefined;
}

/**
 * Reads a file whole and checks all of it, documents as they will be made: nothing is stored. What is wrong with one line
 * keeps no other back, unless it can not be told to which invoice it belongs.
 */
export async function checkUpload(
  ctx: Context,
  { kind, bytes, named, workflowId }: Upload,
): Promise<CheckedUpload> {
  requirePermission(ctx, 'entries:write');
  const read = await readRows(ctx, kind, bytes, named);
  if (read.rows.length > batchLimits.rows) {
    const params = { most: batchLimits.rows };
    return { rows: [], titles: [], faults: [{ line: 1, code: 'too-many-rows', params }], ignored: [] };
  }
  const rows = read.rows.map(({ key, doc }) => ({
    key,
    data: { folder: kind, data: doc, ...(workflowId ? { workflow_id: workflowId } : {}) },
  }));
  const found = await checkRows(ctx, 'create-entry', rows);
  const ofDocuments = found.flatMap(({ index, field, fault }): DocumentUploadFault[] => {
    const row = read.rows[index];
    if (!row) return [];
    const { line, column } = row.placeOf(field.replace(/^data\.data\./, ''));
    if (fault.code === 'same-key') {
      const other = read.rows[Number(fault.params?.row) - 1]?.lines[0] ?? 1;
      // Who gives no key is known by the CUIT.
      const code = column === 'cuit' ? 'same-cuit' : 'same-key';
      return [{ line, column: column ?? 'key', code, params: { row: other } }];
    }
    return [{ line, column, code: fault.code, message: fault.message, fault, doc: row.doc }];
  });
  const ofKeys = read.rows
    .filter(({ key }) => !isSingleLine(key))
    .map(({ lines, placeOf }) => ({ ...placeOf('key'), line: lines[0] ?? 1, code: 'control-character' }));
  // What a cell could not say the document lacks: that is told once.
  const told = new Set(read.faults.map(({ line, column }) => `${line} ${column}`));
  const others = ofDocuments.filter(({ line, column }) => !told.has(`${line} ${column}`));
  const faults = [...read.faults, ...ofKeys, ...others].toSorted((a, b) => a.line - b.line);
  const isWithoutKey =
    kind === 'invoices' && faults.some(({ column, code }) => column === 'key' && code === 'required');
  const bad = new Set(faults.map(({ line }) => line));
  const good = isWithoutKey
    ? []
    : read.rows.flatMap(({ lines, title }, index) => {
        const row = rows[index];
        return row && !lines.some((line) => bad.has(line)) ? [{ row, title }] : [];
      });
  return {
    rows: good.map(({ row }) => row),
    titles: good.map(({ title }) => title),
    faults,
    ignored: read.ignored,
  };
}

async function readRows(ctx: Context, kind: UploadKind, bytes: Uint8Array, named: Upload['named']) {
  if (kind === 'suppliers') {
    const table = await readTable(bytes, {
      ...uploadColumns.suppliers,
      named: among(supplierColumns, named),
    });
    if (table.faults.length > 0) return { ...table, rows: [] };
    return { ...readSuppliers(table), ignored: table.ignored };
  }
  const table = await readTable(bytes, { ...uploadColumns.invoices, named: among(invoiceColumns, named) });
  if (table.faults.length > 0) return { ...table, rows: [] };
  return { ...(await readInvoices(ctx, table)), ignored: table.ignored };
}

const among =
  <Column extends string>(known: readonly Column[], named: Upload['named']) =>
  (heading: string): Column | undefined => {
    const name = named(heading);
    return known.find((column) => column === name);
  };
