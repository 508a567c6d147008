import { fetchWorkspace } from '#lib/context.ts';
import { type Attack, attacks, heaviest, newTarget, requestOf, type Target } from '#tests/support/attacks.ts';
import type { Row, Table } from './report.ts';
import { amount, inOrder, median } from './rounds.ts';
import { onSite, type Site } from './servers.ts';

const rounds = amount(5);
const longestMs = 200;

/** For how long at a stretch one request keeps the process from everybody else, against a ping that does nothing. */
export async function measureAttacks(): Promise<Table[]> {
  let target: Target | undefined;
  const table = await onSite(
    (site) => compare(site, target as Target),
    async ({ sandbox }) => {
      const workspace = await fetchWorkspace(sandbox.workspace);
      target = await newTarget({ workspace, actor: { kind: 'operator' } });
    },
  );
  return [table];
}

async function compare(site: Site, target: Target): Promise<Table> {
  const ping: Attack = { method: 'GET', path: () => '/api/health/live', body: undefined, status: 200 };
  const measured = (attack: Attack) =>
    inOrder(Array.from({ length: rounds }, () => () => standstill(site, target, attack)));
  await measured(ping);
  const quiet = median(await measured(ping));
  const rows: Row[] = [];
  for (const [what, attack] of Object.entries({ ...attacks, ...heaviest })) {
    const stops = await measured(attack);
    rows.push({
      what: `${what}: ${attack.status}`,
      measured: `${median(stops).toFixed(0)} ms, at most ${Math.max(...stops).toFixed(0)} ms`,
      reference: `${quiet.toFixed(0)} ms`,
      ratio: median(stops) / quiet,
      aim: `<= ${longestMs} ms`,
      met: median(stops) <= longestMs,
    });
  }
  return {
    title: 'The longest that a request holds the process, / a ping',
    rows,
    notes: [
      `${rounds} times each, one at a time: the median and the worst of the longest delay of the event loop.`,
    ],
  };
}

/** Milliseconds. The gauge counts from one reading to the next. @throws Error for another answer than is expected */
async function standstill({ origin }: Site, target: Target, attack: Attack): Promise<number> {
  const longest = async () => {
    const metrics = await (await fetch(`${origin}/api/metrics`)).text();
    return 1_000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1]);
  };
  await longest();
  const answer = await fetch(origin + attack.path(target), requestOf(attack, origin, target.key));
  await answer.bytes();
  if (answer.status !== attack.status)
    throw new Error(`${answer.status}, and not ${attack.status}: ${attack.path(target)}`);
  return longest();
}
