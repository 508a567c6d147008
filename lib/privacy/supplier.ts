import { AltaError } from '#lib/errors.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import type { Supplier } from './supplier-rows.ts';

/** @throws AltaError `conflict` `not-a-supplier` */
export function requireSupplier({ folder }: Pick<EntryRow, 'folder'>): void {
  if (folder === 'suppliers') return;
  throw new AltaError('conflict', 'The entry is not a supplier.', { code: 'not-a-supplier' });
}

export const supplierOf = ({ id, doc }: Pick<EntryRow, 'id' | 'doc'>): Supplier => ({
  id,
  code: taxIdOf(doc).code,
});

export function taxIdOf(doc: EntryRow['doc']): { country?: string; code?: string } {
  return typeof doc.tax_id === 'object' && doc.tax_id ? doc.tax_id : {};
}
