import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { wholeJob } from '#app/api/transform/v1/_wire/job.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { workflows } from '#lib/database/tables/workflows.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { newRegistrationWorkflow, supplierCuit } from './workspace.ts';

/** Configuration of the step, arguments of its job, and data of the supplier. */
export interface EmailLinkCase {
  config?: object;
  args?: Record<string, string>;
  emails?: string[];
  name?: string;
}

/** A supplier with these addresses in its document. */
export async function newEntry(
  ctx: Context,
  { emails = [], name = 'Ferretería El Tornillo S.R.L.' }: EmailLinkCase = {},
) {
  const data = {
    name,
    tax_id: { country: 'AR', code: supplierCuit },
    emails: emails.map((addr) => ({ addr })),
  };
  return (await createEntry(ctx, { folder: 'suppliers', data })).id;
}

/** Runs `gov-ar.register`, unless `alone`, and then the step. */
export async function runEmailLink(
  ctx: Context,
  entryId: string,
  { config = {}, args = {} }: EmailLinkCase,
  alone = false,
) {
  const register = { id: uuidv7(), name: 'Register', provider: 'gov-ar.register' };
  const mail = { id: uuidv7(), name: 'Mail', provider: 'email.link', config: { ...config } };
  const workflow = await newRegistrationWorkflow(ctx);
  await database()
    .update(workflows)
    .set({ steps: alone ? [mail] : [register, mail] })
    .where(eq(workflows.id, workflow.id));
  const job = await createJob(ctx, { workflowId: workflow.id, entryId, args });
  await advanceJob(job.id);
  return job.id;
}

/** The job, its e-mail step and the step's last event. */
export async function storyOf(ctx: Context, jobId: string) {
  const job = await wholeJob(ctx, await fetchJob(ctx, jobId));
  const intent = job.intents.find(({ provider }) => provider === 'email.link');
  return { job, intent, last: intent?.events.at(-1) };
}
export const refOf = async (ctx: Context, entryId: string) => (await listMeta(ctx, entryId))[0]?.ref ?? '';
