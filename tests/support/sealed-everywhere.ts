import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { beginSecondFactor } from '#lib/accounts/second-factor.ts';
import { prepareSetup } from '#lib/accounts/setup.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { rowSealPlace } from '#lib/database/seal-places.ts';
import { webhookDeliveries, webhookSecrets } from '#lib/database/tables/webhooks.ts';
import { answerOnce } from '#lib/http/idempotency.ts';
import { seal } from '#lib/vault.ts';
import { takeLeases } from '#lib/webhooks/attempt.ts';
import { recordAttempts } from '#lib/webhooks/record-attempts.ts';
import { rotateSecret } from '#lib/webhooks/secrets.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { supplierOf } from './certified.ts';
import { newPerson } from './person.ts';
import { newRegistration } from './registrant.ts';
import type { RunningSimulator } from './simulator.ts';
import { newApiKey, newSupplier, newWorkspace } from './workspace.ts';

/**
 * A new workspace with a value in each column of sealed values, each written by the code that seals it. The
 * simulator must already be the authority.
 */
export async function sealEverywhere(
  simulator: RunningSimulator,
): Promise<{ ctx: Context; entryId: string; ref: string }> {
  await prepareSetup();
  await beginSecondFactor(await newPerson());
  const ctx = await newWorkspace();
  const { entryId, ref } = await newRegistration(ctx);
  await (await supplierOf(ctx, simulator, entryId)).register();
  await newApiKey(ctx);
  await rotateSecret(ctx, { overlapHours: 24 });
  const request = { key: 'k 1', route: 'POST /x', digest: 'd' };
  await answerOnce(ctx, request, async () => ({ status: 200, body: { token: 'x' } }));
  const send = {
    provider: 'webhook',
    config: {
      url: 'https://receiver.example.com/in',
      bearer_token: 'canary',
      secret: `whsec_${Buffer.from('canary'.repeat(4)).toString('base64')}`,
      headers: { 'x-key': 'canary', 'x-other': 'canary' },
    },
  };
  const definition = WorkflowInput.parse({ name: 'Secrets', steps: [send], rescue: [send] });
  const { id: workflowId } = await createWorkflow(ctx, definition);
  const supplier = await newSupplier(ctx);
  const job = await createJob(ctx, { workflowId, entryId: supplier.id });
  await advanceJob(job.id);
  await recordAnAnswer(job.id);
  return { ctx, entryId, ref };
}

/** As if a receiver had deferred the message of a job. */
async function recordAnAnswer(jobId: string): Promise<void> {
  const ofJob = eq(webhookDeliveries.jobId, jobId);
  const deliveries = await database()
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(ofJob);
  const now = new Date();
  const ids = deliveries.map(({ id }) => id);
  const [task] = await takeLeases(ids, now);
  if (!task) throw new Error('the job sends no message');
  const at = new Date(now.getTime() + 3_600_000);
  const outcome = { answer: 'answered', status: 503 } as const;
  const answer = { kind: 'answered', status: 503, body: 'not now', durationMs: 1 } as const;
  const result = { kind: 'again', outcome, at, postponed: false } as const;
  const sent = { mayQuote: true, requestHeaders: {}, begunAt: now, endedAt: now };
  await recordAttempts([{ ...task, ...sent, result, answer }]);
}

export async function sealMany({ workspace }: Context, count: number): Promise<void> {
  for (let done = 0; done < count; done += inOneStatement) {
    const rows = Array.from({ length: Math.min(inOneStatement, count - done) }, () => {
      const id = uuidv7();
      const secretSealed = seal(randomBytes(32), rowSealPlace(webhookSecrets.secretSealed, workspace, id));
      return { id, workspaceId: workspace.id, secretSealed, expiresAt: new Date() };
    });
    await database().insert(webhookSecrets).values(rows);
  }
}
const inOneStatement = 1_000;
