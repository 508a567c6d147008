import { type SQL, sql } from 'drizzle-orm';
import { fromDrizzle, type PgBoss } from 'pg-boss';
import type { Context } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { type QueueName, queueOf } from '#lib/queue.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { newSupplier, newWorkspace } from '#tests/support/workspace.ts';

/** Rows that the bulk inserts copy. */
export interface Originals {
  ctx: Context;
  entry: string;
  /** Workflow of one step that sets a state, the smallest possible work. */
  oneStep: string;
  /** Workflow that sends a message, then sets a state. */
  twoSteps: string;
  receiver: string;
}

export async function newOriginals(receiver: string): Promise<Originals> {
  const ctx = await newWorkspace();
  const state = { provider: 'silo.state', config: { state: 'processing' } };
  const message = { provider: 'webhook', config: { url: receiver, wait: 'delivered' } };
  const workflow = async (steps: unknown[]) =>
    (await createWorkflow(ctx, WorkflowInput.parse({ name: 'Measured', steps }))).id;
  return {
    ctx,
    entry: (await newSupplier(ctx)).id,
    oneStep: await workflow([state]),
    twoSteps: await workflow([message, state]),
    receiver,
  };
}

/** Adds jobs of one step, each on a new entry, with their entries in the queue, in one transaction. */
export const addJobs = (boss: PgBoss, originals: Originals, count: number) =>
  addAtOnce(boss, originals, 'job-advance', 'jobId', newJobs(originals, count));

/** Adds messages that no job waits for, with their entries in the queue, in one transaction. */
export const addDeliveries = (boss: PgBoss, originals: Originals, count: number) =>
  addAtOnce(boss, originals, 'webhook-deliver', 'deliveryId', newDeliveries(originals, count));

async function addAtOnce(
  boss: PgBoss,
  { ctx }: Originals,
  queue: QueueName,
  name: string,
  insert: SQL,
): Promise<void> {
  const { id, environment } = ctx.workspace;
  await database().transaction(async (tx) => {
    const ids = await idsOf(tx, insert);
    const entries = ids.map((row) => ({ data: { [name]: row }, group: { id } }));
    await boss.insert(queueOf(queue, environment), entries, {
      db: fromDrizzle(tx, sql),
    });
  });
}

/** Without entries in the queue. Returns the ids. */
export const insertJobs = (originals: Originals, count: number) =>
  idsOf(database(), newJobs(originals, count));
export const insertDeliveries = (originals: Originals, count: number) =>
  idsOf(database(), newDeliveries(originals, count));

/**
 * Inserts jobs that wait for a message that was tried once, with all their rows in other tables.
 * @returns the ids of the messages
 */
export async function insertWaiting(boss: PgBoss, originals: Originals, count: number): Promise<string[]> {
  const inserted: string[] = [];
  while (inserted.length < count) {
    inserted.push(...(await insertSome(boss, originals, Math.min(count - inserted.length, 5_000))));
  }
  return inserted;
}

async function insertSome(boss: PgBoss, originals: Originals, count: number): Promise<string[]> {
  const { ctx, entry, twoSteps, receiver } = originals;
  const rows = await rowsOf<{ job: string; delivery: string }>(
    database(),
    sql`
      with entry as (${copiesOf(entry, count)}),
      job as (
        insert into jobs (id, workspace_id, workflow_id, silo_entry_id, status, steps, rescue, next_attempt_at)
        select gen_random_uuid(), w.workspace_id, w.id, entry.id, 'ERR', w.steps, w.rescue, now() + interval '2 hours'
        from entry, workflows w where w.id = ${twoSteps} returning id, silo_entry_id
      ),
      intent as (
        insert into intents (id, job_id, step_id, name, provider, phase, position, ref)
        select gen_random_uuid(), job.id, 'step', 'Send webhook', 'webhook', 'steps', 0, gen_random_uuid()::text from job
        returning id, job_id, ref
      ),
      event as (
        insert into intent_events (intent_id, index, status, code, message)
        select intent.id, index, status, code, message from intent, (values
          (0, 'RUN', null, null),
          (1, 'QUEUED', null, 'Waiting for the receiver to take the message'),
          (2, 'ERR', 'not-delivered', 'Attempt 1: The receiver answered 503')
        ) as told (index, status, code, message)
      ),
      delivery as (
        insert into webhook_deliveries
          (id, workspace_id, intent_id, job_id, entry_id, url, body, attempts, scheduled_attempts, next_attempt_at, last_outcome)
        select intent.ref::uuid, ${ctx.workspace.id}, intent.id, job.id, job.silo_entry_id, ${receiver}, '{}', 1, 1,
          now() + interval '2 hours', 'The receiver answered 503'
        from job join intent on intent.job_id = job.id returning id, job_id
      ),
      attempt as (
        insert into webhook_attempts (delivery_id, index, at, duration_ms, request_headers, status)
        select id, 0, now(), 10, '{}', 503 from delivery
      )
      select job_id as job, id as delivery from delivery`,
  );
  const { id, environment } = ctx.workspace;
  const later = { startAfter: 7_200, group: { id } };
  await boss.insert(
    queueOf('job-advance', environment),
    rows.map(({ job }) => ({ data: { jobId: job }, ...later })),
  );
  await boss.insert(
    queueOf('webhook-deliver', environment),
    rows.map(({ delivery }) => ({ data: { deliveryId: delivery }, ...later })),
  );
  return rows.map(({ delivery }) => delivery);
}

const copiesOf = (entry: string, count: number) => sql`
  insert into entries (id, workspace_id, folder, doc_schema, doc, digest, created_digest)
  select gen_random_uuid(), workspace_id, folder, doc_schema, doc, digest, created_digest
  from entries, generate_series(1, ${count}::int) where id = ${entry} returning id`;

const newJobs = ({ entry, oneStep }: Originals, count: number) => sql`
  with entry as (${copiesOf(entry, count)})
  insert into jobs (id, workspace_id, workflow_id, silo_entry_id, status, steps, rescue)
  select gen_random_uuid(), w.workspace_id, w.id, entry.id, 'RUN', w.steps, w.rescue
  from entry, workflows w where w.id = ${oneStep} returning id`;

const newDeliveries = ({ ctx, entry, receiver }: Originals, count: number) => sql`
  insert into webhook_deliveries (id, workspace_id, entry_id, event, url, body)
  select gen_random_uuid(), ${ctx.workspace.id}, ${entry}, 'registration.completed', ${receiver}, ${messageBody}
  from generate_series(1, ${count}::int) returning id`;

/** Has a typical length. */
export const messageBody = JSON.stringify({ event: 'registration.completed', padding: 'x'.repeat(400) });

const idsOf = async (db: Database, query: SQL) =>
  (await rowsOf<{ id: string }>(db, query)).map(({ id }) => id);

type Database = ReturnType<typeof database> | Transaction;

export async function rowsOf<Row extends Record<string, unknown>>(db: Database, query: SQL): Promise<Row[]> {
  return (await db.execute<Row>(query)).rows;
}
