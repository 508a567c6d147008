import { sql } from 'drizzle-orm';
import { customType, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Sealed } from '#lib/vault.ts';

/** Millisecond precision, as in the API. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const createdAt = () => instant('created_at').notNull().defaultNow();
export const updatedAt = () =>
  instant('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date());
export const id = () => uuid('id').primaryKey();
/** Ciphertext of lib/vault.ts, bound to its row and column (`rowSealPlace` in ../seal-places.ts). */
export const sealed = (name: `${string}_sealed`) => text(name).$type<Sealed>();
/** Total bytes of JSON columns as text. `pageWithinBytes` (lib/paging.ts) needs their size without reading them. */
export const bytesOf = (...columns: string[]) =>
  integer('bytes')
    .notNull()
    .generatedAlwaysAs(sql.raw(columns.map((column) => `octet_length(${column}::text)`).join(' + ')));
export const searchWords = customType<{ data: string; driverData: string }>({ dataType: () => 'tsvector' });
export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
});
