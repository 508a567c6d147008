import { Supplier } from '#lib/documents/party.ts';
import type { EntryRow, ListedEntry } from '#lib/silo/entries.ts';

/** The Argentine supplier in an entry; undefined when the entry holds none. */
export function supplierOf(entry: Pick<EntryRow, 'doc'>): { name: string; cuit: string } | undefined {
  const supplier = Supplier.safeParse(entry.doc);
  if (!supplier.success || supplier.data.tax_id.country !== 'AR') return undefined;
  return { name: supplier.data.name, cuit: supplier.data.tax_id.code };
}

/** The same of what a list knows of the entry. */
export function supplierInList({
  snippet: { name, tax_code: code = '' },
}: Pick<ListedEntry, 'snippet'>): { name: string; cuit: string } | undefined {
  return name && code.startsWith('AR') ? { name, cuit: code.slice(2) } : undefined;
}
