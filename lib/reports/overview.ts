import { and, asc, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { isActive } from '#lib/certificates/store.ts';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { supplierInList } from '#lib/documents/party.ts';
import { renewalDays } from '#lib/registrations/create.ts';
import { isPermitted, requirePermission } from '#lib/roles.ts';
import { countEntries } from '#lib/silo/entries.ts';
import type { EntryStateKey } from '#lib/silo/states.ts';
import { countJobs } from '#lib/workflows/job-list.ts';
import { type CountOf, countsOf, readCounts, sumOf } from './counts.ts';
import { type Day, dayAfter } from './days.ts';
import { isRenewing } from './expiring.ts';
import { type Funnel, funnelOf, rejectionsOf } from './funnel.ts';
import { countOpenRegistrations } from './open-registrations.ts';
import { listComments, type Ratings, ratingsOf } from './ratings.ts';
import { funnelDays } from './stages.ts';

const expiryDays = renewalDays;
const deliveryDays = 7;
const ratingDays = 90;
const mostExpiring = 20;

/** How a workspace stands, on one page. Days are whole ones. */
export interface Overview {
  suppliers: { total: number; byState: { state: EntryStateKey; count: number }[] };
  /**
   * Of the first registrations made since: how many did this step, and how many of these got no further and are open;
   * those who come through the API apart.
   */
  funnel: Funnel & { since: Date };
  /** What holds up those of them that are open, by their last rejection; the most frequent first. */
  rejections: { reason: RejectionReason; count: number }[];
  /** Certificates that sign and expire soon, or have: the first ones, the soonest first. */
  expiring: { until: Date; total: number; first: Expiring[] };
  /** Given up since, and those that failed so far and are tried again; undefined to who may not see webhooks. */
  deliveries: DeliveryCounts | undefined;
  ratings: Ratings;
  /** Registered suppliers who have none to issue with, up to `mostCounted` and one. */
  withoutPointOfSale: number;
  /** Open registrations whose last upload or login was rejected, and jobs whose step fails and is tried again; likewise. */
  rejected: number;
  failingJobs: number;
}

export interface DeliveryCounts {
  since: Day;
  dead: number;
  failing: number;
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
  requirePermission(ctx, 'overview:read');
  const createdSince = dayAfter(-funnelDays, now);
  const ratedSince = dayAfter(-ratingDays, now);
  const expiringUntil = dayAfter(expiryDays, now);
  const [counts, expiring, deliveries, comments, withoutPointOfSale, rejected, failingJobs] =
    await Promise.all([
      readCounts(ctx, { createdSince, ratedSince, expiringUntil }),
      listExpiring(ctx, expiringUntil.end),
      isPermitted(ctx, 'webhooks:read') ? countDeliveries(ctx, dayAfter(-deliveryDays, now)) : undefined,
      listComments(ctx, ratedSince.start),
      countEntries(ctx, { folder: 'suppliers', withoutPointOfSale: true }),
      isPermitted(ctx, 'registrations:read') ? countOpenRegistrations(ctx, { reason: 'any' }) : 0,
      isPermitted(ctx, 'jobs:read') ? countJobs(ctx, { status: 'ERR' }) : 0,
    ]);
  const registrations = countsOf(counts, 'registrations');
  return {
    suppliers: suppliersByState(countsOf(counts, 'suppliers')),
    funnel: { since: createdSince.start, ...funnelOf(registrations) },
    rejections: rejectionsOf(registrations),
    expiring: {
      until: expiringUntil.end,
      total: sumOf(countsOf(counts, 'certificates')),
      first: expiring,
    },
    deliveries,
    ratings: { since: ratedSince.start, ...ratingsOf(countsOf(counts, 'ratings')), comments },
    withoutPointOfSale,
    rejected,
    failingJobs,
  };
}

function suppliersByState(counts: CountOf<'suppliers'>[]): Overview['suppliers'] {
  const byState = counts.map(({ facts: { state }, count }) => ({ state, count }));
  return { total: sumOf(counts), byState: byState.toSorted((a, b) => b.count - a.count) };
}

async function listExpiring(ctx: Context, until: Date): Promise<Expiring[]> {
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
    .where(and(eq(certificates.workspaceId, ctx.workspace.id), isActive, lte(notAfter, until)))
    .orderBy(asc(notAfter))
    .limit(mostExpiring);
  return rows.flatMap(({ entry, ...row }) =>
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
}

async function countDeliveries(ctx: Context, since: Day): Promise<DeliveryCounts> {
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
        gte(webhookDeliveries.createdAt, since.start),
      ),
    );
  return { since, dead: row?.dead ?? 0, failing: row?.failing ?? 0 };
}
