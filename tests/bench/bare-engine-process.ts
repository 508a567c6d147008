import { Pool, type PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { openDatabase } from '#lib/database/client.ts';
import { startQueue, stopQueue } from '#lib/queue.ts';
import { work } from '#lib/queue-work.ts';

/** Reference for a job of one `silo.state` step: the same queue and only the job's writes, in one transaction. */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const opened = await openDatabase({ url: process.env.DATABASE_URL, dataDir: '', poolSize: 2 });
await startQueue(opened);
await work('job-advance', async ({ jobId }) => {
  const client = await pool.connect();
  await client.query('begin');
  await write(client, jobId);
  await client.query('commit');
  client.release();
});
console.log('ready');

process.stdin.resume().once('end', async () => {
  await stopQueue();
  await opened.close();
  await pool.end();
});

async function write(client: PoolClient, jobId: string): Promise<void> {
  const now = new Date();
  const { rows } = await client.query(
    `update jobs set position = 1, status = 'OK', completed_at = $2, updated_at = $2 where id = $1
     returning silo_entry_id as entry, workspace_id as workspace, steps->0 as step`,
    [jobId, now],
  );
  const { entry, workspace, step } = rows[0];
  const intent = uuidv7();
  await client.query(
    `insert into intents (id, job_id, step_id, name, provider, phase, position, created_at)
     values ($1, $2, $3, $4, $5, 'steps', 0, $6)`,
    [intent, jobId, step.id, step.name, step.provider, now],
  );
  const event =
    'insert into intent_events (intent_id, index, status, message, created_at) values ($1, $2, $3, $4, $5)';
  await client.query(event, [intent, 0, 'RUN', null, now]);
  const { state } = step.config;
  await client.query('update entries set state = $2, faults = $3, updated_at = $4 where id = $1', [
    entry,
    state,
    '[]',
    now,
  ]);
  await client.query(
    `insert into entry_states (id, entry_id, workspace_id, key, faults, src, src_id)
     values ($1, $2, $3, $4, '[]', 'job', $5)`,
    [uuidv7(), entry, workspace, state, jobId],
  );
  await client.query(
    `insert into audit_log (workspace_id, actor_kind, actor_id, action, subject_kind, subject_id, detail)
     values ($1, 'engine', $2, 'entry.state', 'entry', $3, $4)`,
    [workspace, jobId, entry, JSON.stringify({ state })],
  );
  await client.query(event, [intent, 1, 'OK', `State set to ${state}`, now]);
  await client.query('update intents set completed = true, updated_at = $2 where id = $1', [intent, now]);
}
