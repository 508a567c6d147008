import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { prepareSetup } from '#lib/accounts/setup.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { placeIn, sealedColumns } from '#lib/database/sealed-columns.ts';
import { webhookSecrets } from '#lib/database/tables/webhooks.ts';
import { answerOnce } from '#lib/http/idempotency.ts';
import { seal } from '#lib/vault.ts';
import { rotateSecret } from '#lib/webhooks/secrets.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { supplierOf } from './certified.ts';
import { newRegistration } from './registrant.ts';
import type { RunningSimulator } from './simulator.ts';
import { newSupplier, newWorkspace } from './workspace.ts';

/** A new workspace with a value in each column that holds sealed ones, each put there by whoever seals it. The simulator is the authority already. */
export async function sealEverywhere(
  simulator: RunningSimulator,
): Promise<{ ctx: Context; entryId: string; ref: string }> {
  await prepareSetup();
  const ctx = await newWorkspace();
  const { entryId, ref } = await newRegistration(ctx);
  await (await supplierOf(ctx, simulator, entryId)).register();
  await rotateSecret(ctx, { overlapHours: 24 });
  const request = { key: 'k 1', route: 'POST /x', digest: 'd' };
  await answerOnce(ctx, request, async () => ({ status: 200, body: { token: 'x' } }));
  const send = {
    provider: 'webhook',
    config: {
      url: 'https://receiver.example.com/in',
      bearer_token: 'canary',
      headers: { 'x-key': 'canary', 'x-other': 'canary' },
    },
  };
  const definition = WorkflowInput.parse({ name: 'Secrets', steps: [send], rescue: [send] });
  const { id: workflowId } = await createWorkflow(ctx, definition);
  const supplier = await newSupplier(ctx);
  const job = await createJob(ctx, { workflowId, entryId: supplier.id });
  await advanceJob(job.id);
  return { ctx, entryId, ref };
}

/** So many sealed values more in the workspace. */
export async function sealMany({ workspace }: Context, count: number): Promise<void> {
  for (let done = 0; done < count; done += inOneStatement) {
    const rows = Array.from({ length: Math.min(inOneStatement, count - done) }, () => {
      const id = uuidv7();
      const secretSealed = seal(randomBytes(32), placeIn(sealedColumns.webhookSecret, workspace, id));
      return { id, workspaceId: workspace.id, secretSealed, expiresAt: new Date() };
    });
    await database().insert(webhookSecrets).values(rows);
  }
}
const inOneStatement = 1_000;
