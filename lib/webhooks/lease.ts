import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { workspaceOf } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { enqueue } from '#lib/queue.ts';
import { attemptTimeoutMs, type Task } from './attempt.ts';
import { laneOfReceiver } from './outbox.ts';
import { signingSecrets } from './secrets.ts';

/** Longer than an attempt may take: who dies with the lease delays the delivery by no more than this. */
const leaseMarginMs = 10_000;
/** An attempt that begins later after its lease was taken could outlast it. */
export const longestInLineMs = leaseMarginMs / 2;

/** Takes those that are due and that nobody has, in the order of their ids; gives what they are sent with. */
export async function takeLeases(ids: string[], now: Date): Promise<Task[]> {
  const { id, status, nextAttemptAt } = webhookDeliveries;
  const due = database()
    .select({ id })
    .from(webhookDeliveries)
    .where(
      and(
        inArray(id, ids),
        eq(status, 'pending'),
        or(isNull(webhookDeliveries.leaseUntil), lt(webhookDeliveries.leaseUntil, now)),
        or(isNull(nextAttemptAt), sql`${nextAttemptAt} <= ${now.toISOString()}`),
      ),
    )
    .orderBy(asc(id))
    // Somebody is just taking it, or writing what became of it.
    .for('no key update', { skipLocked: true });
  const leaseUntil = new Date(now.getTime() + attemptTimeoutMs() + leaseMarginMs);
  const rows = await database()
    .update(webhookDeliveries)
    .set({ leaseUntil })
    .where(inArray(id, due))
    .returning();
  return rows.length > 0 ? tasksOf(rows, now) : [];
}

async function tasksOf(deliveries: Task['delivery'][], now: Date): Promise<Task[]> {
  const ids = [...new Set(deliveries.map(({ workspaceId }) => workspaceId))];
  const rows = await database().select().from(workspaces).where(inArray(workspaces.id, ids));
  const byId = new Map(rows.map((row) => [row.id, workspaceOf(row)]));
  const signed = deliveries.map((delivery) => {
    const workspace = byId.get(delivery.workspaceId);
    if (!workspace) throw new Error(`Workspace ${delivery.workspaceId} is gone.`);
    return { delivery, workspace, endpointId: delivery.endpointId ?? undefined };
  });
  const secrets = await signingSecrets(signed, now);
  return signed.map(({ delivery, workspace }, index) => ({
    delivery,
    workspace,
    secrets: secrets[index] ?? [],
  }));
}

/** Leaves to whoever comes next what was not begun. */
export async function giveBack(tasks: readonly Task[]): Promise<undefined[]> {
  const { id, status, leaseUntil } = webhookDeliveries;
  const ours = tasks.map(({ delivery }) =>
    and(eq(id, delivery.id), delivery.leaseUntil ? eq(leaseUntil, delivery.leaseUntil) : undefined),
  );
  await database().transaction(async (tx) => {
    const rows = await tx
      .update(webhookDeliveries)
      .set({ leaseUntil: null })
      .where(and(eq(status, 'pending'), or(...ours)))
      .returning({ id });
    const given = new Set(rows.map((row) => row.id));
    const left = tasks.filter((task) => given.has(task.delivery.id));
    await Promise.all(
      left.map(({ delivery: { id: deliveryId, url }, workspace }) =>
        enqueue(tx, laneOfReceiver(workspace, url), 'webhook-deliver', { deliveryId }),
      ),
    );
  });
  return tasks.map(() => undefined);
}

/** Another has the lease, or the queue's clock is ahead of ours: this nudge is the one that may be needed later. */
export async function comeBack(ids: string[], now: Date): Promise<void> {
  const { id, url, status, leaseUntil, nextAttemptAt } = webhookDeliveries;
  const rows = await database()
    .select({ id, url, leaseUntil, nextAttemptAt, workspace: workspaces })
    .from(webhookDeliveries)
    .innerJoin(workspaces, eq(workspaces.id, webhookDeliveries.workspaceId))
    .where(and(inArray(id, ids), eq(status, 'pending')));
  if (rows.length === 0) return;
  await database().transaction(async (tx) => {
    const back = rows.map((row) => {
      const at = Math.max(row.leaseUntil?.getTime() ?? 0, row.nextAttemptAt?.getTime() ?? 0, now.getTime());
      const lane = laneOfReceiver(row.workspace, row.url);
      return enqueue(tx, lane, 'webhook-deliver', { deliveryId: row.id }, new Date(at + 1_000));
    });
    await Promise.all(back);
  });
}
