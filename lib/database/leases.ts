import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * A lease is the right to act on a row until `lease_until`: for work that asks somebody outside, during which
 * no transaction may be open. It is taken by an update whose condition is `isFree`, and ends when its holder
 * releases it or, if the holder dies, by itself.
 *
 * - `access_tickets`: one login at a time with a certificate. As long as the login may take.
 * - `invoice_series`: one sender at a time. Short, and renewed while the sender lives.
 * - `webhook_deliveries`: one attempt at a time. As long as the attempt may take, for many rows at once.
 */

interface Leasable {
  leaseUntil: PgColumn;
}

/** Whether nobody has the lease. `now` is the database's clock, which all processes share, unless given. */
export const isFree = ({ leaseUntil }: Leasable, now?: Date): SQL =>
  sql`(${leaseUntil} is null or ${leaseUntil} < ${now ? now.toISOString() : sql`now()`})`;

/** Columns of a released lease. */
export const released = { leaseHolder: null, leaseUntil: null };
