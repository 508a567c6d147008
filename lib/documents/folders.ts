import type { z } from 'zod';
import { AltaError } from '#lib/errors.ts';
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
  const folder = folders[name];
  if (folder) return folder;
  throw new AltaError('validation', 'The folder is unknown.', { fields: { folder: 'is unknown' } });
}

/** The folder of a document whose sender named none. */
export const defaultFolder = 'suppliers';
