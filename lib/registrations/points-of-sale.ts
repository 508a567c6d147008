import { and, asc, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import { addressOf, wsfe } from '#lib/arca/services.ts';
import { listPointsOfSale, type PointOfSale } from '#lib/arca/wsfe.ts';
import { obtainTicket } from '#lib/certificates/access-ticket.ts';
import { signerOf } from '#lib/certificates/store.ts';
import { type Context, fetchWorkspace, inTransaction, reader } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { pointsOfSale, type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { catalogues, createTexts, type Locale, type TextKey } from '#lib/i18n.ts';
import { log } from '#lib/log.ts';
import { bringForward } from '#lib/mail/mails.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { dayMs, hourMs, minuteMs } from '#lib/time.ts';
import type { Registration } from './registration.ts';
import type { RegistrationFacts } from './state.ts';

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
  const login = await obtainTicket(signer.certificate, wsfe.id, { now });
  if (login.kind !== 'granted') return undefined;
  const answer = await listPointsOfSale({
    ...addressOf(wsfe, registration.environment),
    ticket: login.ticket,
    cuit: registration.supplier.cuit,
  });
  if (answer.kind === 'listed') return answer.pointsOfSale;
  log().warn({ registration: registration.id, kind: answer.kind }, 'the points of sale could not be read');
  return undefined;
}

export const hasUsablePoint = async (tx: Transaction, entryId: string): Promise<boolean> =>
  (await tx.$count(pointsOfSale, and(eq(pointsOfSale.entryId, entryId), eq(pointsOfSale.usable, true)))) > 0;

/** Keeps with the registrations of who has completed one in live whether the list, as it is kept, has a usable point. */
export async function noteWhetherUsable(tx: Transaction, entryId: string): Promise<void> {
  const usable = tx
    .select({ number: pointsOfSale.number })
    .from(pointsOfSale)
    .where(and(eq(pointsOfSale.entryId, entryId), eq(pointsOfSale.usable, true)));
  await tx
    .update(registrations)
    .set({ lacksPointOfSale: sql`${notExists(usable)}` })
    .where(
      and(
        eq(registrations.entryId, entryId),
        eq(registrations.environment, 'live'),
        isNotNull(registrations.completedAt),
      ),
    );
}

/**
 * A point of sale can be used: it is looked for no more, and those who waited for it are written to, in the
 * transaction that stores the list. Whoever read it: the schedule, an open page, the API.
 */
async function noteUsablePoint(tx: Transaction, ctx: Context, entryId: string): Promise<void> {
  const { nextPointsOfSaleAt, completedAt } = registrations;
  const isCompleted = and(eq(registrations.entryId, entryId), isNotNull(completedAt));
  await tx
    .update(registrations)
    .set({ nextPointsOfSaleAt: null })
    .where(and(isCompleted, isNotNull(nextPointsOfSaleAt), isNull(registrations.revokedAt)));
  const rows = await tx.select({ id: registrations.id }).from(registrations).where(isCompleted);
  const subjects = rows.map(({ id }) => id);
  await bringForward(tx, ctx.workspace, { kinds: ['completed', 'point-found'], subjects });
}

/** Argentina has had no other since 2009. */
const offsetMs = 3 * 3_600_000;
const isWorkday = (date: Date) => ![0, 6].includes(new Date(date.getTime() - offsetMs).getUTCDay());

/**
 * The day from which an invoice may bear a new point of sale: `workdays` after the supplier said they added it, or it
 * appeared at the authority (docs/authority.md#new-points-of-sale). Holidays are not known here. Undefined once that day has come, or when the point
 * of sale was there before.
 */
export function firstUseOf(
  { pointOfSaleClaimedAt }: Pick<RegistrationFacts, 'pointOfSaleClaimedAt'>,
  workdays: number,
  now: Date,
): Date | undefined {
  if (!pointOfSaleClaimedAt) return undefined;
  let day = pointOfSaleClaimedAt;
  // What is notified on a day off counts from the next workday.
  while (!isWorkday(day)) day = new Date(day.getTime() + dayMs);
  for (let left = workdays; left > 0; ) {
    day = new Date(day.getTime() + dayMs);
    if (isWorkday(day)) left -= 1;
  }
  return day > now ? day : undefined;
}

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

/** A new point of sale takes minutes to hours to be listed (docs/authority.md#new-points-of-sale). */
const firstMinutes = [2, 5, 10, 20];
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

const options = {
  monotributo: 'optionMonotributo',
  inscripto: 'optionInscripto',
  exento: 'optionExento',
} as const;

export interface PointOfSaleSteps {
  /** The supplier's tax classification, in words. */
  classification: string;
  /** What to choose as the system of the new point of sale. */
  system: string;
  /** What to do in the authority's portal, in order. */
  steps: string[];
}

/** How a supplier registers a point of sale, by its tax classification: the words of the wizard's step. */
export function pointOfSaleSteps(supplierName: string, locale: Locale = 'es-AR'): PointOfSaleSteps[] {
  const { portal } = catalogues[locale];
  const t = createTexts(locale) as unknown as { markup(key: TextKey, values: object): string };
  const tags = { l: (label: string) => `«${label}»`, b: (name: string) => name };
  return Object.entries(options).map(([classification, option]) => {
    const system = portal[option];
    const say = (key: TextKey) => t.markup(key, { ...portal, ...tags, name: supplierName, option: system });
    return {
      classification: say(`points.${classification as keyof typeof options}`),
      system,
      steps: [
        say('points.open'),
        say('points.abm'),
        say('points.add'),
        say('points.number'),
        say('points.system'),
        say('points.address'),
      ],
    };
  });
}

/** The points of sale that invoices can be issued with, as the authority last listed them. */
export const usablePoints = ({ pointsOfSale }: Pick<Registration, 'pointsOfSale'>) =>
  pointsOfSale.list.filter(({ usable }) => usable);

/**
 * In live nothing is issued before a point of sale is on record; that the supplier left its page makes none. The
 * sandbox takes any number, whether it lists it or not.
 */
export const lacksPointOfSale = (registration: Pick<Registration, 'environment' | 'pointsOfSale'>): boolean =>
  registration.environment === 'live' && usablePoints(registration).length === 0;

export const invoicingStates = ['ready', 'no-point-of-sale'] as const;

/** Whether who has registered can issue invoices; undefined before they have. */
export const invoicingOf = (
  registration: Pick<Registration, 'environment' | 'pointsOfSale' | 'facts'>,
): (typeof invoicingStates)[number] | undefined => {
  if (!registration.facts.completedAt || registration.facts.revokedAt) return undefined;
  return lacksPointOfSale(registration) ? 'no-point-of-sale' : 'ready';
};

export type WhyUnusable = 'closed' | 'blocked' | 'other-system';

/** Why a point of sale can not be used, by what the authority says of it. */
export const whyUnusable = ({ closedOn, blocked }: Pick<PointOfSale, 'closedOn' | 'blocked'>): WhyUnusable =>
  closedOn ? 'closed' : blocked ? 'blocked' : 'other-system';
