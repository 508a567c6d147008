import { Supplier } from '#lib/documents/party.ts';
import type { EntryRow } from '#lib/silo/entries.ts';

/** The Argentine supplier in an entry; undefined when the entry holds none. */
export function supplierOf(entry: Pick<EntryRow, 'doc'>): { name: string; cuit: string } | undefined {
  const supplier = Supplier.safeParse(entry.doc);
  if (!supplier.success || supplier.data.tax_id.country !== 'AR') return undefined;
  return { name: supplier.data.name, cuit: supplier.data.tax_id.code };
}
