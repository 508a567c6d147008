import { and, asc, eq, gt, gte, inArray, lte, ne, sql } from 'drizzle-orm';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { isActive } from '#lib/certificates/store.ts';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { partyOfListedEntry } from '#lib/documents/party.ts';
import { renewalDays } from '#lib/registrations/create.ts';
import { type Rating, ratings } from '#lib/registrations/rating.ts';
import { type Stage, stages } from '#lib/registrations/state.ts';
import { isPermitted, requirePermission } from '#lib/roles.ts';
import { countEntries } from '#lib/silo/entries.ts';
import type { EntryStateKey } from '#lib/silo/states.ts';
import { dayMs } from '#lib/time.ts';
import { listEndpoints } from '#lib/webhooks/endpoints.ts';
import { countJobs } from '#lib/workflows/job-list.ts';
import { type CountOf, countsOf, type Day, dayAfter, readCounts, sumOf } from './counts.ts';
import { countFailingEndpoints } from './endpoint-health.ts';
import { countOpenRegistrations, isRenewing } from './open-registrations.ts';
import { funnelDays } from './stages.ts';

const expiryDays = renewalDays;
const deliveryDays = 7;
const ratingDays = 90;
const maxExpiring = 20;
const maxEndpoints = 100;
/** Days without progress after which an open registration counts as stuck. */
export const idleDays = 7;

/** Figures of a workspace's overview. Periods begin and end with whole days in Buenos Aires. */
export interface Overview {
  suppliers: { total: number; byState: { state: EntryStateKey; count: number }[] };
  /**
   * First registrations created since `since`: how many reached each stage, and how many are still open at
   * it. Registrations through the API are counted separately.
   */
  funnel: Funnel & { since: Date };
  /** Last rejections of open registrations, most frequent first. */
  rejections: { reason: RejectionReason; count: number }[];
  /**
   * Active certificates that expire before `until` or have expired. `first` lists the first of them, soonest
   * first.
   */
  expiring: { until: Date; total: number; first: Expiring[] };
  /**
   * Deliveries created since `since`: given up (`dead`), or failed and to be retried (`failing`). Undefined
   * without the permission `webhooks:read`.
   */
  deliveries: DeliveryCounts | undefined;
  ratings: Ratings;
  /** Registered suppliers that cannot issue an invoice at this time, up to `maxCounted` + 1. */
  unableToInvoice: number;
  /** Open registrations whose last upload or login was rejected, up to `maxCounted` + 1. */
  rejected: number;
  /** Open registrations without progress for `idleDays`, up to `maxCounted` + 1. */
  idle: number;
  /** Jobs with a failing step that is retried, up to `maxCounted` + 1. */
  failingJobs: number;
  /** Webhook endpoints whose newest attempt failed, among the first hundred. */
  failingEndpoints: number;
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
  /** The supplier has a link to an open renewal. */
  renewing: boolean;
}

export async function workspaceOverview(ctx: Context, now = new Date()): Promise<Overview> {
  requirePermission(ctx, 'overview:read');
  const createdSince = dayAfter(-funnelDays, now);
  const ratedSince = dayAfter(-ratingDays, now);
  const expiringUntil = dayAfter(expiryDays, now);
  const idleSince = new Date(now.getTime() - idleDays * dayMs);
  const [counts, expiring, deliveries, comments, unableToInvoice, rejected, idle, jobs, endpoints] =
    await Promise.all([
      readCounts(ctx, { createdSince, ratedSince, expiringUntil }),
      listExpiring(ctx, expiringUntil.end),
      isPermitted(ctx, 'webhooks:read') ? countDeliveries(ctx, dayAfter(-deliveryDays, now)) : undefined,
      listComments(ctx, ratedSince.start),
      countEntries(ctx, { folder: 'suppliers', unableToInvoice: now }),
      isPermitted(ctx, 'registrations:read') ? countOpenRegistrations(ctx, { reason: 'any' }) : 0,
      isPermitted(ctx, 'registrations:read') ? countOpenRegistrations(ctx, { until: idleSince }) : 0,
      isPermitted(ctx, 'jobs:read') ? countJobs(ctx, { status: 'ERR' }) : 0,
      isPermitted(ctx, 'webhooks:read') ? countFailing(ctx) : 0,
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
    unableToInvoice,
    rejected,
    idle,
    failingJobs: jobs,
    failingEndpoints: endpoints,
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
    .limit(maxExpiring);
  return rows.flatMap(({ entry, ...row }) =>
    row.notAfter
      ? {
          entryId: entry.id,
          name: partyOfListedEntry(entry)?.name ?? '',
          alias: row.certificateAlias ?? row.alias,
          notAfter: row.notAfter,
          renewing: row.renewing,
        }
      : [],
  );
}

async function countFailing(ctx: Context): Promise<number> {
  const endpoints = await listEndpoints(ctx, { limit: maxEndpoints });
  const enabled = endpoints.filter(({ disabledAt }) => !disabledAt).map(({ id }) => id);
  return countFailingEndpoints(ctx, enabled);
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

type Registrations = CountOf<'registrations'>[];

interface Funnel {
  /** Registrations by link. */
  stages: { stage: Stage; reached: number; stopped: number }[];
  /** Registrations whose certificate came through the API: they skip the steps before it. */
  throughApi: { uploaded: number; completed: number };
}

function funnelOf(registrations: Registrations): Funnel {
  const { api = [], link = [] } = Object.groupBy(registrations, ({ facts }) =>
    isThroughApi(facts) ? 'api' : 'link',
  );
  const reaching = (counts: Registrations, stage: Stage) =>
    sumOf(counts.filter(({ facts }) => facts.reached.includes(stage)));
  return {
    stages: stages.map((stage) => ({
      stage,
      reached: reaching(link, stage),
      stopped: sumOf(link.filter(({ facts: { reached, open } }) => open && reached.at(-1) === stage)),
    })),
    throughApi: { uploaded: sumOf(api), completed: reaching(api, 'completed') },
  };
}

/**
 * Returns whether a certificate was accepted or rejected before the supplier started the wizard. Renewals
 * have no stages.
 */
const isThroughApi = ({ reached, reason }: Registrations[number]['facts']) =>
  reached.includes('created') &&
  !reached.includes('started') &&
  (reached.includes('certificate-received') || reason !== undefined);

/** Most frequent first. */
function rejectionsOf(registrations: Registrations): { reason: RejectionReason; count: number }[] {
  const byReason = Map.groupBy(registrations, ({ facts }) => facts.reason);
  return [...byReason]
    .flatMap(([reason, counts]) => (reason ? { reason, count: sumOf(counts) } : []))
    .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}

const maxComments = 5;

/** Answers to how easy the registration was. */
interface Ratings {
  since: Date;
  total: number;
  /** Best answer first, including answers with a count of 0. */
  byAnswer: { answer: Rating; count: number }[];
  /** Newest first. */
  comments: { entryId: string; name: string; answer: Rating; comment: string; at: Date }[];
}

const ratingsOf = (counts: CountOf<'ratings'>[]): Pick<Ratings, 'total' | 'byAnswer'> => ({
  total: sumOf(counts),
  byAnswer: ratings.map((answer) => ({
    answer,
    count: sumOf(counts.filter(({ facts }) => facts.rating === answer)),
  })),
});

async function listComments(ctx: Context, since: Date): Promise<Ratings['comments']> {
  const { workspaceId, entryId, rating, ratingComment, ratedAt } = registrations;
  const rows = await reader(ctx)
    .select({
      entry: { id: entries.id, snippet: entries.snippet },
      rating,
      comment: ratingComment,
      at: ratedAt,
    })
    .from(registrations)
    .innerJoin(entries, eq(entries.id, entryId))
    .where(and(eq(workspaceId, ctx.workspace.id), gte(ratedAt, since), ne(ratingComment, '')))
    // Matches the index's order.
    .orderBy(sql`${ratedAt} desc nulls last`)
    .limit(maxComments);
  return rows.flatMap(({ entry, rating: answer, comment, at }) =>
    answer && comment && at
      ? { entryId: entry.id, name: partyOfListedEntry(entry)?.name ?? '', answer, comment, at }
      : [],
  );
}
