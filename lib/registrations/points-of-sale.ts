import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { PointOfSale } from '#lib/arca/invoicing.ts';
import { addressOf, invoicingServices } from '#lib/arca/services.ts';
import { obtainTicket } from '#lib/certificates/access-ticket.ts';
import { signerOf } from '#lib/certificates/store.ts';
import { type Context, fetchWorkspace, inTransaction, reader } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { pointsOfSale, type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import type { InvoicingServiceId } from '#lib/documents/invoice/document-types.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { catalogues, createTexts, type Locale, type TextKey } from '#lib/i18n.ts';
import { log } from '#lib/log.ts';
import { bringForward } from '#lib/mail/mails.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { dayMs, hourMs, minuteMs } from '#lib/time.ts';
import type { Registration } from './registration.ts';
import type { RegistrationFacts } from './state.ts';

type Supplier = Pick<Registration, 'id' | 'entryId' | 'environment' | 'services' | 'supplier'>;

/** Points of sale by service, as the authority listed them. A service that did not answer is missing. */
type ListedPoints = Partial<Record<InvoicingServiceId, PointOfSale[]>>;

/**
 * Reads the points of sale of the registration's services from the authority. Stores the lists of those that answered.
 * Empty without a signing certificate.
 */
export async function readPointsOfSale(
  ctx: Context,
  registration: Supplier,
  now = new Date(),
): Promise<ListedPoints> {
  const { services, entryId } = registration;
  const listed = await askAuthority(ctx, registration, now);
  const unread = services.filter((service) => !listed[service]);
  const list = services.flatMap((service) => listed[service] ?? []);
  await inTransaction(ctx, async (tx) => {
    const ofRegistration = eq(registrations.id, registration.id);
    const readOrFailed = unread.length === 0 ? { pointsOfSaleReadAt: now } : { pointsOfSaleFailedAt: now };
    if (unread.length === services.length) {
      await tx.update(registrations).set(readOrFailed).where(ofRegistration);
      return;
    }
    // Locks the row first, so that concurrent readings replace the list one after the other.
    const [stored] = await tx.select().from(registrations).where(ofRegistration).for('update');
    const isNewer = stored?.pointsOfSaleReadAt && stored.pointsOfSaleReadAt > now;
    if (!stored || stored.revokedAt || isNewer) return;
    const before = await usableServices(tx, entryId);
    const isFirst = list.some(({ service, usable }) => usable && !before.includes(service));
    // An earlier reading did not list it, so it was added since, even if the supplier did not say so.
    const isNew = isFirst && stored.pointsOfSaleReadAt && !stored.pointOfSaleClaimedAt;
    await tx
      .update(registrations)
      .set({ ...readOrFailed, ...(isNew ? { pointOfSaleClaimedAt: now } : {}) })
      .where(ofRegistration);
    const usable = list.filter((point) => point.usable).map(({ number }) => number);
    await tx.delete(pointsOfSale).where(
      and(
        eq(pointsOfSale.entryId, entryId),
        // A service that did not answer has lost the numbers that another can use by now.
        or(notInArray(pointsOfSale.service, unread), inArray(pointsOfSale.number, usable)),
      ),
    );
    const rows = list
      .map((point) => ({ ...point, closedOn: point.closedOn ?? null, entryId, readAt: now }))
      // A number is stored once: for the service that can use it.
      .sort((a, b) => Number(b.usable) - Number(a.usable));
    if (rows.length) await tx.insert(pointsOfSale).values(rows).onConflictDoNothing();
    await noteWhetherUsable(tx, entryId);
    if (await hasAllPoints(tx, { entryId, services })) await noteUsablePoint(tx, ctx, entryId);
  });
  return listed;
}

/** Returns the points of sale as last read, by number. */
export async function fetchStoredPointsOfSale(ctx: Context, entryId: string): Promise<PointOfSale[]> {
  const { service, number, system, blocked, closedOn, usable } = pointsOfSale;
  const rows = await reader(ctx)
    .select({ service, number, system, blocked, closedOn, usable })
    .from(pointsOfSale)
    .innerJoin(entries, eq(entries.id, pointsOfSale.entryId))
    .where(and(eq(pointsOfSale.entryId, entryId), eq(entries.workspaceId, ctx.workspace.id)))
    .orderBy(asc(number));
  return rows.map((row) => ({ ...row, closedOn: row.closedOn ?? undefined }));
}

async function askAuthority(
  ctx: Context,
  { id: registrationId, entryId, environment, services, supplier }: Supplier,
  now: Date,
): Promise<ListedPoints> {
  const signer = await signerOf(ctx, entryId, now);
  if (!signer) return {};
  const listed: ListedPoints = {};
  const read = async (id: InvoicingServiceId) => {
    const service = invoicingServices[id];
    const login = await obtainTicket(signer.certificate, id, { now });
    if (login.kind !== 'granted') return;
    const answer = await service.calls.listPointsOfSale({
      ...addressOf(service, environment),
      ticket: login.ticket,
      cuit: supplier.cuit,
    });
    if (answer.kind === 'listed') listed[id] = answer.pointsOfSale;
    else
      log().warn(
        { registration: registrationId, service: id, kind: answer.kind },
        'the points of sale could not be read',
      );
  };
  await Promise.all(services.map(read));
  return listed;
}

async function usableServices(tx: Transaction, entryId: string): Promise<InvoicingServiceId[]> {
  const rows = await tx
    .selectDistinct({ service: pointsOfSale.service })
    .from(pointsOfSale)
    .where(and(eq(pointsOfSale.entryId, entryId), eq(pointsOfSale.usable, true)));
  return rows.map(({ service }) => service);
}

/** Returns whether each of the services has a usable point of sale. */
export async function hasAllPoints(
  tx: Transaction,
  { entryId, services }: Pick<Registration, 'entryId' | 'services'>,
): Promise<boolean> {
  const usable = await usableServices(tx, entryId);
  return services.every((service) => usable.includes(service));
}

/** Stores in completed live registrations whether one of their services has no usable point of sale in the stored list. */
export async function noteWhetherUsable(tx: Transaction, entryId: string): Promise<void> {
  const usable = tx
    .select({ service: pointsOfSale.service })
    .from(pointsOfSale)
    .where(and(eq(pointsOfSale.entryId, entryId), eq(pointsOfSale.usable, true)));
  await tx
    .update(registrations)
    .set({ lacksPointOfSale: sql`not ${registrations.services} <@ array(${usable})` })
    .where(
      and(
        eq(registrations.entryId, entryId),
        eq(registrations.environment, 'live'),
        isNotNull(registrations.completedAt),
      ),
    );
}

/**
 * Ends the scheduled readings and releases the mails that wait for usable points of sale. Runs after any
 * reading, scheduled or not, in the transaction that stores the list.
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

/** UTC-3: Argentina has had no other offset since 2009. */
const offsetMs = 3 * 3_600_000;
const isWorkday = (date: Date) => ![0, 6].includes(new Date(date.getTime() - offsetMs).getUTCDay());

/**
 * Returns the first day on which an invoice may use a new point of sale: `workdays` after the supplier said
 * they added it, or after it appeared at the authority (docs/authority.md#new-points-of-sale). Ignores
 * holidays. Undefined from that day on, and if the point of sale existed before.
 */
export function firstUseOf(
  { pointOfSaleClaimedAt }: Pick<RegistrationFacts, 'pointOfSaleClaimedAt'>,
  workdays: number,
  now: Date,
): Date | undefined {
  if (!pointOfSaleClaimedAt) return undefined;
  let day = pointOfSaleClaimedAt;
  // A claim on a weekend counts from the next workday.
  while (!isWorkday(day)) day = new Date(day.getTime() + dayMs);
  for (let left = workdays; left > 0; ) {
    day = new Date(day.getTime() + dayMs);
    if (isWorkday(day)) left -= 1;
  }
  return day > now ? day : undefined;
}

/**
 * Schedules readings until each service has a usable point of sale, in the transaction that completes the registration.
 * Skipped in the sandbox, which accepts any number.
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

/** Runs one scheduled reading. Does nothing if it already ran or the schedule has ended. */
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
  const { workspaceId, entryId, environment, services, completedAt: since } = row;
  const workspace = await fetchWorkspace(workspaceId);
  const ctx: Context = { workspace, actor: { kind: 'engine', id } };
  const supplier = supplierOf(await fetchEntry(ctx, entryId));
  if (supplier) await readPointsOfSale(ctx, { id, entryId, environment, services, supplier }, now);
  await database().transaction(async (tx) => {
    const attemptsMade = attempts + 1;
    const next = nextReadingAfter({ attempts: attemptsMade, since }, now);
    const updated = await tx
      .update(registrations)
      .set({ nextPointsOfSaleAt: next ?? null, pointsOfSaleAttempts: attemptsMade })
      .where(isDue)
      .returning({ id: registrations.id });
    if (!next || updated.length === 0) return;
    const nextReading = { registrationId: id, attempts: attemptsMade };
    await enqueue(tx, laneOf(workspace), 'points-of-sale-read', nextReading, next);
  });
}

/**
 * Minutes between the first readings. A new point of sale takes minutes to hours to be listed
 * (docs/authority.md#new-points-of-sale).
 */
const firstMinutes = [2, 5, 10, 20];
/** Scheduled readings end after a month. A point of sale added later is found at the next request for one. */
const readingPeriodMs = 30 * dayMs;

/** Delay of the first scheduled reading: the supplier is often still adding one. */
export const firstReadingMs = 2 * minuteMs;

/**
 * Returns the time of the next reading while a service has no usable point of sale; undefined after `readingPeriodMs`.
 * @param attempts readings made by this schedule
 * @param since completion of the registration
 */
export function nextReadingAfter(
  { attempts, since }: { attempts: number; since: Date },
  now: Date,
): Date | undefined {
  const elapsed = now.getTime() - since.getTime();
  if (elapsed >= readingPeriodMs) return undefined;
  const minutes = firstMinutes[attempts];
  const wait = minutes !== undefined ? minutes * minuteMs : elapsed < dayMs ? hourMs : 12 * hourMs;
  return new Date(now.getTime() + wait);
}

/** The «Sistema» of a point of sale for each service; for invoices, by the taxpayer's classification. */
const options = [
  { service: 'wsfe', classification: 'points.monotributo', option: 'optionMonotributo' },
  { service: 'wsfe', classification: 'points.inscripto', option: 'optionInscripto' },
  { service: 'wsfe', classification: 'points.exento', option: 'optionExento' },
  { service: 'wsfex', classification: 'points.exportacion', option: 'optionExports' },
] as const;

export interface PointOfSaleSteps {
  classification: string;
  system: string;
  steps: string[];
}

/**
 * Returns the steps for adding the points of sale of these services, in the words of the wizard: for invoices by tax
 * classification, for exports the same for everybody.
 */
export function pointOfSaleSteps(
  supplierName: string,
  services: InvoicingServiceId[],
  locale: Locale = 'es-AR',
): PointOfSaleSteps[] {
  const { portal } = catalogues[locale];
  const t = createTexts(locale) as unknown as { markup(key: TextKey, values: object): string };
  const tags = { l: (label: string) => `«${label}»`, b: (name: string) => name };
  const asked = options.filter(({ service }) => services.includes(service));
  return asked.map(({ classification, option }) => {
    const system = portal[option];
    const stepText = (key: TextKey) =>
      t.markup(key, { ...portal, ...tags, name: supplierName, option: system });
    return {
      classification: stepText(classification),
      system,
      steps: [
        stepText('points.open'),
        stepText('points.abm'),
        stepText('points.add'),
        stepText('points.number'),
        stepText('points.system'),
        stepText('points.address'),
      ],
    };
  });
}

export const usablePoints = ({ pointsOfSale }: Pick<Registration, 'pointsOfSale'>) =>
  pointsOfSale.list.filter(({ usable }) => usable);

type WithPoints = Pick<Registration, 'environment' | 'services' | 'pointsOfSale'>;

/** Returns the services without a usable point of sale. The sandbox accepts any number. */
export const servicesWithoutPoint = ({
  environment,
  services,
  pointsOfSale: { list },
}: WithPoints): InvoicingServiceId[] =>
  environment === 'sandbox'
    ? []
    : services.filter((service) => !list.some((point) => point.service === service && point.usable));

/** Returns whether one of the services lacks a usable point of sale. */
export const lacksPointOfSale = (registration: WithPoints): boolean =>
  servicesWithoutPoint(registration).length > 0;

export const invoicingStates = ['ready', 'no-point-of-sale'] as const;

/** Returns whether a registered supplier can issue invoices; undefined before completion and after revocation. */
export const invoicingOf = (
  registration: WithPoints & Pick<Registration, 'facts'>,
): (typeof invoicingStates)[number] | undefined => {
  if (!registration.facts.completedAt || registration.facts.revokedAt) return undefined;
  return lacksPointOfSale(registration) ? 'no-point-of-sale' : 'ready';
};

export type WhyUnusable = 'closed' | 'blocked' | 'other-system';

export const whyUnusable = ({ closedOn, blocked }: Pick<PointOfSale, 'closedOn' | 'blocked'>): WhyUnusable =>
  closedOn ? 'closed' : blocked ? 'blocked' : 'other-system';
