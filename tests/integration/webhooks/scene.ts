import { and, asc, eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { onTestFinished, vi } from 'vitest';
import type { z } from 'zod';
import { wholeJob } from '#app/api/transform/v1/_wire/job.ts';
import type { Context } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { deliverWebhooks } from '#lib/webhooks/attempt.ts';
import { type DeliveryRow, fetchDelivery, listAttempts } from '#lib/webhooks/deliveries.ts';
import { addSecret } from '#lib/webhooks/secrets.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { type Received, type Receiver, startReceiver } from '#tests/support/receiver.ts';
import { newSupplier, newWorkspace } from '#tests/support/workspace.ts';

/** A receiver for as long as the test runs. */
export async function newReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  return receiver;
}

type StepInput =
  z.input<typeof WorkflowInput> extends infer Input
    ? NonNullable<Extract<Input, { steps: unknown[] | null }>['steps']>[number]
    : never;

export const setState = (state: string): StepInput => ({ provider: 'silo.state', config: { state } });

/** A job of these steps on a new supplier, not begun. */
export async function newJobOf(
  ctx: Context,
  steps: StepInput[],
  { rescue = [], entry: given, ...more }: { rescue?: StepInput[]; entry?: string } & JobMore = {},
) {
  const entry = given ?? (await newSupplier(ctx)).id;
  const workflow = await createWorkflow(ctx, WorkflowInput.parse({ name: 'Test', steps, rescue }));
  const { id } = await createJob(ctx, { workflowId: workflow.id, entryId: entry, ...more });
  const read = async () => wholeJob(ctx, await fetchJob(ctx, id));
  return { ctx, entry, workflow: workflow.id, job: id, read };
}
interface JobMore {
  key?: string;
  args?: Record<string, string>;
  tags?: string[];
}

/**
 * A job that labels its entry `processing`, tells `url` of it until it is taken, and labels it `registered`; `error`
 * when that fails.
 */
export async function newWebhookJob(
  url: string,
  {
    ctx,
    config = {},
    rescue = [setState('error')],
    job = {},
  }: { ctx?: Context; config?: Record<string, unknown>; rescue?: StepInput[]; job?: JobMore } = {},
) {
  const webhook = {
    provider: 'webhook',
    config: { url, event: 'supplier.created', wait: 'delivered', ...config },
  };
  const steps = [setState('processing'), webhook, setState('registered')];
  return newJobOf(ctx ?? (await newWorkspace()), steps, { rescue, ...job });
}

/** The same, begun: its message is written, and nobody has tried to deliver it yet. */
export async function newDelivery(url: string, options?: Parameters<typeof newWebhookJob>[1]) {
  const scene = await newWebhookJob(url, options);
  await advanceJob(scene.job);
  const [row] = await deliveriesOf(scene.ctx, { job: scene.job });
  if (!row) throw new Error('the step wrote no message');
  return { ...scene, delivery: row.id, ...handleOf(scene.ctx, row.id) };
}

/** The same, in a workspace that has a secret: an attempt writes nothing before it sends. */
export async function newSignedDelivery(url: string) {
  const sent = await newDelivery(url);
  await addSecret(sent.ctx);
  return sent;
}

/** What a test does with a delivery. */
export function handleOf(ctx: Context, id: string) {
  const row = () => fetchDelivery(ctx, id);
  return {
    row,
    log: async () => listAttempts(ctx, await row()),
    /** An attempt, if one is due at `now`. */
    attempt: (now = new Date()) => deliverWebhooks([id], () => now),
    /** Attempts until it is given up, each when it is due; gives when that was. */
    async attemptUntilDead(): Promise<Date> {
      for (let now = new Date(); ; ) {
        await deliverWebhooks([id], () => now);
        const { status, nextAttemptAt } = await row();
        if (status === 'dead' || !nextAttemptAt) return now;
        now = nextAttemptAt;
      }
    },
  };
}

/** The messages of a workspace, the oldest first. */
export async function deliveriesOf(
  ctx: Context,
  { job, tx }: { job?: string; tx?: Transaction } = {},
): Promise<DeliveryRow[]> {
  return (tx ?? database())
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.workspaceId, ctx.workspace.id),
        job ? eq(webhookDeliveries.jobId, job) : undefined,
      ),
    )
    .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id));
}

/** What the official library makes of a request, at the time that the request says. Throws when it does not verify. */
export function verified(secret: string, { headers, body }: Pick<Received, 'headers' | 'body'>): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1_000 });
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}

export const secondsBetween = (from: Date, to: Date | null) =>
  to ? (to.getTime() - from.getTime()) / 1_000 : Number.NaN;
export const after = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1_000);
