import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { type Context, fetchWorkspace } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { noteWhetherUsable } from './first-usable.ts';
import { readPointsOfSale } from './read.ts';

/**
 * From here on the points of sale are read unasked until one can be used, in the transaction that completes the
 * registration. The sandbox takes any number.
 */
export async function beginReading(
  tx: Transaction,
  ctx: Context,
  { id, entryId, environment }: RegistrationRow,
  now: Date,
): Promise<void> {
  if (environment === 'sandbox') return;
  await noteWhetherUsable(tx, entryId);
  const next = new Date(now.getTime() + firstReadingMs);
  await tx
    .update(registrations)
    .set({ nextPointsOfSaleAt: next, pointsOfSaleAttempts: 0 })
    .where(eq(registrations.id, id));
  await enqueue(tx, laneOf(ctx.workspace), 'points-of-sale-read', { registrationId: id, attempts: 0 }, next);
}

/** One reading of the schedule. One that was made already, or of a schedule that has ended, does nothing. */
export async function lookForPointOfSale(
  { registrationId: id, attempts }: { registrationId: string; attempts: number },
  now = new Date(),
): Promise<void> {
  const isDue = and(
    eq(registrations.id, id),
    eq(registrations.pointsOfSaleAttempts, attempts),
    isNotNull(registrations.nextPointsOfSaleAt),
    isNotNull(registrations.completedAt),
    isNull(registrations.revokedAt),
  );
  const [row] = await database().select().from(registrations).where(isDue);
  if (!row?.completedAt) return;
  const { workspaceId, entryId, environment, completedAt: since } = row;
  const workspace = await fetchWorkspace(workspaceId);
  const ctx: Context = { workspace, actor: { kind: 'engine', id } };
  const supplier = supplierOf(await fetchEntry(ctx, entryId));
  if (supplier) await readPointsOfSale(ctx, { id, entryId, environment, supplier }, now);
  await database().transaction(async (tx) => {
    const made = attempts + 1;
    const next = nextReadingAfter({ attempts: made, since }, now);
    const put = await tx
      .update(registrations)
      .set({ nextPointsOfSaleAt: next ?? null, pointsOfSaleAttempts: made })
      .where(isDue)
      .returning({ id: registrations.id });
    if (!next || put.length === 0) return;
    const again = { registrationId: id, attempts: made };
    await enqueue(tx, laneOf(workspace), 'points-of-sale-read', again, next);
  });
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A new point of sale takes minutes to hours to be listed (docs/authority.md#new-points-of-sale). */
const firstMinutes = [2, 5, 10, 20];
const dayMs = 24 * hourMs;
/** Who has none after a month is not about to invoice: whoever adds one then is seen when they ask. */
const lastingMs = 30 * dayMs;

/** How long the first unasked reading waits: the supplier is often still at it. */
export const firstReadingMs = 2 * minuteMs;

/**
 * When to read the points of sale again, as long as none can be used; undefined when it is no use any more.
 * @param attempts the readings that were made by this schedule
 * @param since when the registration was completed
 */
export function nextReadingAfter(
  { attempts, since }: { attempts: number; since: Date },
  now: Date,
): Date | undefined {
  const elapsed = now.getTime() - since.getTime();
  if (elapsed >= lastingMs) return undefined;
  const minutes = firstMinutes[attempts];
  const wait = minutes !== undefined ? minutes * minuteMs : elapsed < dayMs ? hourMs : 12 * hourMs;
  return new Date(now.getTime() + wait);
}
