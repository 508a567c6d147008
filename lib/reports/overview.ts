import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { isActive } from '#lib/certificates/store.ts';
import { type Context, reader } from '#lib/context.ts';
import { certificates, registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { supplierInList } from '#lib/documents/party.ts';
import { renewalDays } from '#lib/registrations/create.ts';
import type { EntryStateKey } from '#lib/silo/states.ts';
import { isRenewing } from './expiring.ts';
import { countRatings, type Ratings } from './ratings.ts';
import {
  createdSince,
  funnelDays,
  isFirst,
  isUnfinished,
  reached,
  reason,
  type Stage,
  stages,
  stoppedAt,
  withoutPage,
} from './stages.ts';

const dayMs = 86_400_000;
const expiryDays = renewalDays;
const deliveryDays = 7;
const ratingDays = 90;
const mostExpiring = 20;

/** How a workspace stands, on one page. */
export interface Overview {
  suppliers: { total: number; byState: { state: EntryStateKey; count: number }[] };
  /**
   * Of the first registrations made since: how many did this step, and how many of these got no further and are open.
   * `withoutPage`: those that came by the API, which did none of the supplier's steps before the certificate.
   */
  funnel: {
    since: Date;
    stages: { stage: Stage; reached: number; stopped: number }[];
    withoutPage: number;
  };
  /** What holds up those of them that are open, by their last rejection; the most frequent first. */
  rejections: { reason: RejectionReason; count: number }[];
  /** Certificates that sign and expire soon, or have: the first ones, the soonest first. */
  expiring: { until: Date; total: number; first: Expiring[] };
  /** Given up since, and those that failed so far and are tried again. */
  deliveries: { since: Date; dead: number; failing: number };
  ratings: Ratings;
}

interface Expiring {
  entryId: string;
  name: string;
  alias: string;
  notAfter: Date;
  /** Its renewal is open: the supplier has a link to it. */
  renewing: boolean;
}

export async function workspaceOverview(ctx: Context, now = new Date()): Promise<Overview> {
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs);
  const [suppliers, funnel, rejections, expiring, deliveries, ratings] = await Promise.all([
    countSuppliers(ctx),
    countStages(ctx, inDays(-funnelDays)),
    countRejections(ctx, inDays(-funnelDays)),
    listExpiring(ctx, inDays(expiryDays)),
    countDeliveries(ctx, inDays(-deliveryDays)),
    countRatings(ctx, inDays(-ratingDays)),
  ]);
  return { suppliers, funnel, rejections, expiring, deliveries, ratings };
}

async function countSuppliers(ctx: Context): Promise<Overview['suppliers']> {
  const rows = await reader(ctx)
    .select({ state: sql<EntryStateKey>`${entries.stateKey}`, count: count() })
    .from(entries)
    .where(and(eq(entries.workspaceId, ctx.workspace.id), eq(entries.folder, 'suppliers')))
    .groupBy(entries.stateKey);
  return {
    total: rows.reduce((sum, row) => sum + row.count, 0),
    byState: rows.toSorted((a, b) => b.count - a.count),
  };
}

async function countStages(ctx: Context, since: Date): Promise<Overview['funnel']> {
  const numbers = Object.fromEntries(
    stages.flatMap((stage) => [
      [`${stage} reached`, sql<number>`count(*) filter (where ${reached(stage)})`.mapWith(Number)],
      [`${stage} stopped`, sql<number>`count(*) filter (where ${stoppedAt(stage)})`.mapWith(Number)],
    ]),
  );
  numbers.withoutPage = sql<number>`count(*) filter (where ${withoutPage})`.mapWith(Number);
  const [counted = {}] = await reader(ctx)
    .select(numbers)
    .from(registrations)
    .where(and(createdSince(ctx, since), isFirst));
  const numberOf = (name: string) => (counted as Record<string, number>)[name] ?? 0;
  return {
    since,
    stages: stages.map((stage) => ({
      stage,
      reached: numberOf(`${stage} reached`),
      stopped: numberOf(`${stage} stopped`),
    })),
    withoutPage: numberOf('withoutPage'),
  };
}

async function countRejections(ctx: Context, since: Date): Promise<Overview['rejections']> {
  return reader(ctx)
    .select({ reason, count: count() })
    .from(registrations)
    .where(and(createdSince(ctx, since), isUnfinished, isNotNull(reason)))
    .groupBy(reason)
    .orderBy(desc(count()), reason);
}

async function listExpiring(ctx: Context, until: Date): Promise<Overview['expiring']> {
  const soon = and(
    eq(certificates.workspaceId, ctx.workspace.id),
    isActive,
    lte(certificates.notAfter, until),
  );
  const { alias, certificateAlias, notAfter } = certificates;
  const rows = await reader(ctx)
    .select({
      entry: { id: entries.id, snippet: entries.snippet },
      alias,
      certificateAlias,
      notAfter,
      renewing: isRenewing(ctx),
    })
    .from(certificates)
    .innerJoin(entries, eq(entries.id, certificates.entryId))
    .where(soon)
    .orderBy(asc(certificates.notAfter))
    .limit(mostExpiring);
  // They are counted only where the list does not say it already.
  const total = rows.length < mostExpiring ? rows.length : await reader(ctx).$count(certificates, soon);
  const first = rows.flatMap(({ entry, ...row }) =>
    row.notAfter
      ? {
          entryId: entry.id,
          name: supplierInList(entry)?.name ?? '',
          alias: row.certificateAlias ?? row.alias,
          notAfter: row.notAfter,
          renewing: row.renewing,
        }
      : [],
  );
  return { until, total, first };
}

async function countDeliveries(ctx: Context, since: Date): Promise<Overview['deliveries']> {
  const { status, attempts } = webhookDeliveries;
  const [row] = await reader(ctx)
    .select({
      dead: sql`count(*) filter (where ${eq(status, 'dead')})`.mapWith(Number),
      failing: sql`count(*) filter (where ${and(eq(status, 'pending'), gt(attempts, 0))})`.mapWith(Number),
    })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.workspaceId, ctx.workspace.id),
        inArray(status, ['dead', 'pending']),
        gte(webhookDeliveries.createdAt, since),
      ),
    );
  return { since, dead: row?.dead ?? 0, failing: row?.failing ?? 0 };
}
