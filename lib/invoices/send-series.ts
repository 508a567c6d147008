import { and, asc, eq, getTableColumns, notInArray, sql } from 'drizzle-orm';
import { isRecent } from '#lib/age.ts';
import { fetchWorkspace, isOfOpenWorkspace, type Workspace } from '#lib/context.ts';
import { batchLoader } from '#lib/database/batching.ts';
import { type Database, database, preparedOnce } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { jobs } from '#lib/database/tables/workflows.ts';
import { oncePerProcess } from '#lib/process-values.ts';
import type { Position } from './last-number.ts';
import { maxLotSize } from './lot-limit.ts';
import { sendLot } from './send-lot.ts';
import {
  isInSeries,
  type Lease,
  removeDueEntries,
  retryAfterLease,
  type Series,
  type SeriesColumns,
  scheduleSend,
  seriesName,
  takeLease,
} from './series.ts';
import { hasPendingRequest, type Submission } from './submissions.ts';

/** After this time the rest of a series waits until others have had their turn, even if invoices keep arriving. */
const turnMs = 10_000;

/** A call that is sending a series. `again`: another call arrived meanwhile. */
interface Turn {
  again: boolean;
  startedAt: Date;
}

/** Series that this process is sending. */
const underWay = () => oncePerProcess('series-under-way', () => new Map<string, Turn>());

/**
 * Sends the waiting invoices of a series, lot by lot, under its lease. A concurrent call in the same process
 * only makes the running call repeat. What is left after `turnMs` gets a new queue entry; until then that of the
 * running call lasts.
 */
export async function sendSeries(series: Series, clock = () => new Date()): Promise<void> {
  const name = seriesName(series);
  const sending = underWay().get(name);
  if (sending) {
    sending.again = true;
    return;
  }
  const turn: Turn = { again: true, startedAt: clock() };
  underWay().set(name, turn);
  try {
    while (turn.again) {
      turn.again = false;
      await sendWaiting(series, turn, clock);
    }
  } finally {
    underWay().delete(name);
  }
}

async function sendWaiting(series: Series, turn: Turn, clock: () => Date): Promise<void> {
  for (let lot = await nextLot(series, clock()); lot; lot = await nextLot(series, clock())) {
    const place = { ...series, workspaceId: lot.workspace.id };
    const lease = await takeLease(series);
    if (!lease) return retryAfterLease(place);
    const end = await sendInOrder(lot, lease, turn, clock).finally(() => lease.release());
    if (end === 'lost') return retryAfterLease(place);
    if (isOver(turn, clock())) {
      await database().transaction((tx) => scheduleSend(tx, place));
      // The new entry is also for what other calls came for.
      turn.again = false;
      return;
    }
    // Checks again: for invoices that arrived during the lease, and for other workspaces if the lot was put off.
  }
}

async function sendInOrder(
  { series, submissions }: Lot,
  lease: Lease,
  turn: Turn,
  clock: () => Date,
): Promise<'done' | 'lost'> {
  // Each invoice added a queue entry. The running call's is enough, because it sends all that waits by now.
  if (submissions.length > 1) await removeDueEntries(series);
  // While we hold the lease, the last number is the one we sent last. If other software also issues invoices in
  // the series, the authority reports 10016.
  let position: Position | undefined;
  let maxCount: number | undefined;
  do {
    const lot = await nextLot(series, clock(), position?.last);
    if (!lot) break;
    if (lease.isLost()) return 'lost';
    const after = await sendLot(lot, position, clock(), maxCount);
    if (after === 'later') break;
    position = after.position;
    if (after.oneByOne) maxCount = 1;
  } while (!isOver(turn, clock()));
  return 'done';
}

const isOver = ({ startedAt }: Turn, now: Date) => !isRecent(startedAt, turnMs, now);

/** Consecutive invoices of one workspace in a series, sent to the authority in one request. */
export interface Lot {
  series: Series;
  workspace: Workspace;
  /** Status shared by its submissions. */
  status: 'queued' | 'sending' | 'unconfirmed';
  submissions: Submission[];
  /** The series' submissions with unanswered requests that the authority may still be processing. */
  underWay: Submission[];
  /** Queued submissions whose job has ended, for instance by cancellation. */
  endedSubmissions: Submission[];
}

/**
 * Returns the next lot: `sending` submissions, which wait for a lookup; or else unconfirmed ones whose lookup
 * is due; or else the first queued ones. A postponed submission holds back later ones of its workspace; an
 * unconfirmed one holds back none.
 * @param last last number of the series, if known: unconfirmed submissions with numbers up to it need not wait
 */
export async function nextLot(series: Series, now: Date, last = 0): Promise<Lot | undefined> {
  const rows = await headsOf(database(), series);
  const withStatus = (status: Submission['status']) =>
    rows.filter(({ submission }) => submission.status === status);
  const sending = withStatus('sending');
  if (sending.some(isWaiting(now))) return undefined;
  const unconfirmed = withStatus('unconfirmed').filter(
    (row) => !isWaiting(now)(row) || isDecided(row.submission, last),
  );
  const open = [...sending, ...unconfirmed];
  const next = open.length > 0 ? open : await firstInOrder(series, withStatus('queued'), now);
  const [head] = next;
  if (!head) return undefined;
  const { workspaceId, status } = head.submission;
  const lot = next.filter(
    ({ submission: each }) => each.workspaceId === workspaceId && each.status === status,
  );
  const hasEnded = ({ jobEndedAt }: Row) => status === 'queued' && jobEndedAt !== null;
  return {
    series,
    status: status as Lot['status'],
    underWay: rows.flatMap(({ submission }) => (hasPendingRequest(submission, now) ? [submission] : [])),
    workspace: await fetchWorkspace(workspaceId),
    submissions: lot.flatMap((row) => (hasEnded(row) ? [] : [row.submission])),
    endedSubmissions: lot.flatMap((row) => (hasEnded(row) ? [row.submission] : [])),
  };
}

/** Whether the first lookup of a submission can already decide it: every number that it was sent with is taken. */
const isDecided = ({ attempts, unansweredNumbers }: Submission, last: number): boolean =>
  attempts === 0 && unansweredNumbers.every((number) => number <= last);

/** A submission. `jobEndedAt` is null while its job runs. */
interface Row {
  submission: Submission;
  jobEndedAt: Date | null;
}

const rowOf = ({ jobEndedAt, ...submission }: Submission & Pick<Row, 'jobEndedAt'>): Row => ({
  submission,
  jobEndedAt,
});

const isWaiting =
  (now: Date) =>
  ({ submission: { nextAttemptAt } }: Row): boolean =>
    nextAttemptAt !== null && nextAttemptAt > now && nextAttemptAt.getTime() - now.getTime() < longestWaitMs;

/** A longer wait comes from a wrong clock and is ignored. */
const longestWaitMs = 3_600_000;

/** Submissions of the first workspace that is not waiting, up to the first one that is another's or waits. */
async function firstInOrder(series: Series, queued: Row[], now: Date): Promise<Row[]> {
  const waiting = new Set<string>();
  for (let rows = queued; rows.length > 0; ) {
    const first = rows.findIndex((row) => {
      if (isWaiting(now)(row)) waiting.add(row.submission.workspaceId);
      return !waiting.has(row.submission.workspaceId);
    });
    if (first >= 0) {
      const candidates = rows.slice(first).filter(({ submission }) => !waiting.has(submission.workspaceId));
      const workspaceId = candidates[0]?.submission.workspaceId;
      const end = candidates.findIndex(
        (row) => row.submission.workspaceId !== workspaceId || isWaiting(now)(row),
      );
      return candidates.slice(0, end < 0 ? undefined : end);
    }
    rows = (await firstOf(database(), series, 'queued', [...waiting])).map(rowOf);
  }
  return [];
}

/** First submissions in order, as many as the largest lot has. */
const firstOf = (
  db: Database,
  series: Series | SeriesColumns,
  status: Lot['status'],
  without: string[] = [],
) =>
  db
    .select({ ...getTableColumns(invoiceSubmissions), jobEndedAt: jobs.completedAt })
    .from(invoiceSubmissions)
    .innerJoin(jobs, eq(jobs.id, invoiceSubmissions.jobId))
    .where(
      and(
        isInSeries(invoiceSubmissions, series),
        // Not a parameter, because a generic plan would not use the partial index.
        sql`${invoiceSubmissions.status} = ${sql.raw(`'${status}'`)}`,
        // A closed workspace's queued invoices are sent by the installation that it moves to.
        status === 'queued' ? isOfOpenWorkspace(invoiceSubmissions.workspaceId) : undefined,
        without.length ? notInArray(invoiceSubmissions.workspaceId, without) : undefined,
      ),
    )
    .orderBy(asc(invoiceSubmissions.jobCreatedAt), asc(invoiceSubmissions.jobId))
    .limit(maxLotSize);

/** The requested series, each with its index in the request. */
const asked = sql`jsonb_to_recordset(${sql.placeholder('asked')}::jsonb) as asked
  (place integer, environment text, cuit text, "pointOfSale" integer, "documentType" integer)`;
const ofAsked: SeriesColumns = {
  environment: sql`asked.environment`,
  cuit: sql`asked.cuit`,
  pointOfSale: sql`asked."pointOfSale"`,
  documentType: sql`asked."documentType"`,
};

const headsOfSeries = preparedOnce((db) => {
  const heads = firstOf(db, ofAsked, 'sending')
    .unionAll(firstOf(db, ofAsked, 'unconfirmed'))
    .unionAll(firstOf(db, ofAsked, 'queued'))
    .as('heads');
  return db
    .select({ place: sql<number>`asked.place`, ...heads._.selectedFields })
    .from(asked)
    .crossJoinLateral(heads)
    .prepare('heads_of_series');
});

/** First submissions of each series and status. */
const headsOf = batchLoader(async (_: Database, all: readonly Series[]): Promise<Row[][]> => {
  const rows = await headsOfSeries().execute({
    asked: JSON.stringify(all.map((series, place) => ({ ...series, place }))),
  });
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return all.map((_, place) => (byPlace.get(place) ?? []).map(rowOf));
});
