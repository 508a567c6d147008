import { and, asc, eq } from 'drizzle-orm';
import { authorityOf } from '#lib/arca/authority.ts';
import { listPointsOfSale, type PointOfSale } from '#lib/arca/list-points-of-sale.ts';
import { obtainTicket } from '#lib/certificates/access-ticket.ts';
import { signerOf } from '#lib/certificates/signer.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { pointsOfSale, registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { log } from '#lib/log.ts';
import type { Registration } from '../registration.ts';
import { hasUsablePoint, noteUsablePoint, noteWhetherUsable } from './first-usable.ts';

type Supplier = Pick<Registration, 'id' | 'entryId' | 'environment' | 'supplier'>;

/**
 * Reads the supplier's points of sale from the authority and keeps them with the time, at any time while
 * somebody signs for them. Says whether that worked.
 */
export async function readPointsOfSale(
  ctx: Context,
  registration: Supplier,
  now = new Date(),
): Promise<'read' | 'unavailable'> {
  const list = await askAuthority(ctx, registration, now);
  await inTransaction(ctx, async (tx) => {
    const ofRegistration = eq(registrations.id, registration.id);
    if (!list) {
      await tx.update(registrations).set({ pointsOfSaleFailedAt: now }).where(ofRegistration);
      return;
    }
    // First, for the lock on the row: two readings at the same time replace the list one after the other.
    const [before] = await tx.select().from(registrations).where(ofRegistration).for('update');
    const isNewer = before?.pointsOfSaleReadAt && before.pointsOfSaleReadAt > now;
    if (!before || before.revokedAt || isNewer) return;
    const isFirst = list.some(({ usable }) => usable) && !(await hasUsablePoint(tx, registration.entryId));
    // It was not there when the authority was asked before: it is new, whether or not the supplier said so.
    const isNew = isFirst && before.pointsOfSaleReadAt && !before.pointOfSaleClaimedAt;
    await tx
      .update(registrations)
      .set({ pointsOfSaleReadAt: now, ...(isNew ? { pointOfSaleClaimedAt: now } : {}) })
      .where(ofRegistration);
    await tx.delete(pointsOfSale).where(eq(pointsOfSale.entryId, registration.entryId));
    const rows = list.map((point) => ({
      ...point,
      closedOn: point.closedOn ?? null,
      entryId: registration.entryId,
      readAt: now,
    }));
    if (rows.length) await tx.insert(pointsOfSale).values(rows).onConflictDoNothing();
    await noteWhetherUsable(tx, registration.entryId);
    if (list.some(({ usable }) => usable)) await noteUsablePoint(tx, ctx, registration.entryId);
  });
  return list ? 'read' : 'unavailable';
}

/** As they were read last, by number. */
export async function keptPointsOfSale(ctx: Context, entryId: string): Promise<PointOfSale[]> {
  const { number, system, blocked, closedOn, usable } = pointsOfSale;
  const rows = await reader(ctx)
    .select({ number, system, blocked, closedOn, usable })
    .from(pointsOfSale)
    .innerJoin(entries, eq(entries.id, pointsOfSale.entryId))
    .where(and(eq(pointsOfSale.entryId, entryId), eq(entries.workspaceId, ctx.workspace.id)))
    .orderBy(asc(number));
  return rows.map((row) => ({ ...row, closedOn: row.closedOn ?? undefined }));
}

async function askAuthority(ctx: Context, registration: Supplier, now: Date) {
  const signer = await signerOf(ctx, registration.entryId, now);
  if (!signer) return undefined;
  const login = await obtainTicket(signer.certificate, 'wsfe', { now });
  if (login.kind !== 'granted') return undefined;
  const authority = authorityOf(registration.environment);
  const answer = await listPointsOfSale({
    endpoint: authority.wsfe,
    timeoutMs: authority.timeoutMs,
    ticket: login.ticket,
    cuit: registration.supplier.cuit,
  });
  if (answer.kind === 'listed') return answer.pointsOfSale;
  log().warn({ registration: registration.id, kind: answer.kind }, 'the points of sale could not be read');
  return undefined;
}
