import type { Context } from '#lib/context.ts';
import type { Document } from '#lib/documents/envelope.ts';
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
  line: number;
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
  rows: NewRow[];
  titles: string[];
  /** In the order of the file. With one of them nothing is to be made. */
  faults: DocumentUploadFault[];
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

/** Reads a file whole and checks all of it, documents as they will be made: nothing is stored. */
export async function checkUpload(
  ctx: Context,
  { kind, bytes, named, workflowId }: Upload,
): Promise<CheckedUpload> {
  requirePermission(ctx, 'entries:write');
  const read = await readRows(ctx, kind, bytes, named);
  if (read.rows.length > batchLimits.rows) {
    const params = { most: batchLimits.rows };
    return { rows: [], titles: [], faults: [{ line: 1, code: 'too-many-rows', params }] };
  }
  const rows = read.rows.map(({ key, doc }) => ({
    key,
    data: { folder: kind, data: doc, ...(workflowId ? { workflow_id: workflowId } : {}) },
  }));
  const found = await checkRows('create-entry', rows);
  const ofDocuments = found.flatMap(({ index, field, fault }): DocumentUploadFault[] => {
    const row = read.rows[index];
    if (!row) return [];
    const { line, column } = row.placeOf(field.replace(/^data\.data\./, ''));
    if (fault.code === 'same-key') {
      const other = read.rows[Number(fault.params?.row) - 1]?.line ?? 1;
      return [{ line, column: column ?? 'key', code: 'same-key', params: { row: other } }];
    }
    return [{ line, column, code: fault.code, message: fault.message, fault, doc: row.doc }];
  });
  // What a cell could not say the document lacks: that is told once.
  const told = new Set(read.faults.map(({ line, column }) => `${line} ${column}`));
  const others = ofDocuments.filter(({ line, column }) => !told.has(`${line} ${column}`));
  const faults = [...read.faults, ...others].toSorted((a, b) => a.line - b.line);
  return { rows, titles: read.rows.map(({ title }) => title), faults };
}

async function readRows(ctx: Context, kind: UploadKind, bytes: Uint8Array, named: Upload['named']) {
  if (kind === 'suppliers') {
    const table = await readTable(bytes, { ...uploadColumns.suppliers, named: among(supplierColumns, named) });
    return table.faults.length > 0 ? { rows: [], faults: table.faults } : readSuppliers(table);
  }
  const table = await readTable(bytes, { ...uploadColumns.invoices, named: among(invoiceColumns, named) });
  return table.faults.length > 0 ? { rows: [], faults: table.faults } : readInvoices(ctx, table);
}

const among =
  <Column extends string>(known: readonly Column[], named: Upload['named']) =>
  (heading: string): Column | undefined => {
    const name = named(heading);
    return known.find((column) => column === name);
  };
