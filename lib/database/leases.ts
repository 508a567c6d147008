import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * A lease is the exclusive right to work on a row until `lease_until`. It replaces a row lock while an external
 * service is called, because no transaction may be open then. A process takes the lease by an update with the
 * condition `isFree`. The lease ends when its holder releases it or, if the holder died, when it expires.
 *
 * - `access_tickets`: one login at a time with a certificate. Lasts as long as a login may take.
 * - `invoice_series`: one sender at a time. Lasts a short time; the sender renews it.
 * - `webhook_deliveries`: one attempt at a time. Taken for many rows at once. Lasts as long as an attempt may take.
 */

interface Leasable {
  leaseUntil: PgColumn;
}

/** SQL condition: no process holds the lease at `now`. Default: the database's clock, which all processes share. */
export const isFree = ({ leaseUntil }: Leasable, now?: Date): SQL =>
  sql`(${leaseUntil} is null or ${leaseUntil} < ${now ? now.toISOString() : sql`now()`})`;

/** Columns of a released lease. */
export const released = { leaseHolder: null, leaseUntil: null };
