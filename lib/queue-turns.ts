import type { Lane } from './queue.ts';
import type { QueueName } from './queue-list.ts';
import { shared } from './shared.ts';

/**
 * Entries a second that have their turn as they come. Who adds more at once is served as fast as ever while nobody else
 * waits, and behind those who come meanwhile: the entry after the thousandth of a supplier has its turn in 20 seconds.
 */
const perSecond = { supplier: 50, workspace: 200 };

/** When the next entry of each has its turn, in milliseconds since 1970. Each process counts for itself. */
const next = () => shared('queue-turns', () => new Map<string, number>());
const mostKept = 10_000;

/**
 * The second, since 2026, in which the entry has its turn. The queue takes the earliest: a supplier that sends one
 * invoice does not wait for ten thousand of another that came before, and these are not passed by for ever.
 */
export function turnOf(queue: QueueName, { workspaceId, supplier = '' }: Lane, now = Date.now()): number {
  const ofWorkspace = take(`${queue}/${workspaceId}`, perSecond.workspace, now);
  const ofSupplier = supplier ? take(`${queue}/${workspaceId}/${supplier}`, perSecond.supplier, now) : now;
  return Math.floor((Math.max(ofWorkspace, ofSupplier) - Date.UTC(2026, 0)) / 1_000);
}

function take(name: string, rate: number, now: number): number {
  const turn = Math.max(now, next().get(name) ?? now);
  next().set(name, turn + 1_000 / rate);
  if (next().size > mostKept) forgetPast(now);
  return turn;
}

function forgetPast(now: number): void {
  for (const [name, turn] of next()) if (turn <= now) next().delete(name);
}
