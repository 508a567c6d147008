import type { z } from 'zod';
import { AltaError } from '#lib/errors.ts';
import type { Document } from './envelope.ts';
import { InvoiceDocument } from './invoice/invoice.ts';
import { Party, Supplier } from './party.ts';
import { invoiceSchema, partySchema } from './schema-addresses.ts';

/** What a folder holds, and which versions of UUID a client may name its entries with. */
interface Folder {
  document: z.ZodType<Record<string, unknown>>;
  schema: string;
  /**
   * Long-lived entries take v3-v5; a time-ordered id would say when the client first saw the party. Invoices are made
   * at an instant anyway, and time-ordered ids keep their index small.
   */
  idVersions: number[];
}

const folders: Record<string, Folder> = {
  suppliers: { document: Supplier, schema: partySchema, idVersions: [3, 4, 5] },
  customers: { document: Party, schema: partySchema, idVersions: [3, 4, 5] },
  invoices: { document: InvoiceDocument, schema: invoiceSchema, idVersions: [1, 7] },
};
export const folderNames = Object.keys(folders);

/** @throws AltaError `validation` */
export function folderNamed(name: string): Folder {
  const folder = Object.hasOwn(folders, name) ? folders[name] : undefined;
  if (folder) return folder;
  throw new AltaError('validation', 'The folder is unknown.', {
    fields: { folder: `must be one of ${folderNames.join(', ')}` },
  });
}

/** The folder of a document whose sender named neither it nor a `$schema`. */
const defaultFolder = 'suppliers';

/**
 * Where a document belongs: where its sender says, else the first folder that holds what its `$schema` names.
 * @param at where the document stands in what was sent
 * @throws AltaError `validation`: a folder that does not hold it is told which do.
 */
export function folderOf({ $schema }: Document, at: string[], named?: string): string {
  const fitting = folderNames.filter((name) => folders[name]?.schema === $schema);
  if (named === undefined) return fitting[0] ?? withoutSchema($schema, at);
  if (fitting.length === 0 || fitting.includes(named)) {
    folderNamed(named);
    return named;
  }
  throw new AltaError('validation', 'The folder does not hold such a document.', {
    fields: { folder: `must be ${fitting.join(' or ')} for a document of ${String($schema)}` },
  });
}

function withoutSchema($schema: unknown, at: string[]): string {
  if (typeof $schema !== 'string') return defaultFolder;
  const schemas = [...new Set(Object.values(folders).map(({ schema }) => schema))];
  throw new AltaError('validation', 'The schema is of no document that is kept here.', {
    fields: { [[...at, '$schema'].join('.')]: `must be ${schemas.join(' or ')}` },
  });
}
