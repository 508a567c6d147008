import '#tests/support/test-env.ts';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import { cpuMsOf } from '#tests/bench/throughput.ts';
import { type RunningAlta, startAlta } from '#tests/support/alta.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { classA, line } from '#tests/support/invoices.ts';
import { issueAsSupplier } from '#tests/support/issue-by-api.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { cookieIn, logIn } from '#tests/support/log-in.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { newPerson } from '#tests/support/person.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { startReceiver } from '#tests/support/receiver.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { authorityOf, startSimulator } from '#tests/support/simulator.ts';
import { stubbornClient } from '#tests/support/stubborn-client.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newApiKey, newRegistrationWorkflow, newWorkspace } from '#tests/support/workspace.ts';
import { buildIfNeeded } from '../../scripts/build-if-needed.ts';

/**
 * `npm run soak -- --hours 8`: mixed work at a steady pace on two instances and one PostgreSQL that waits for its disk,
 * with the simulator as the authority. Each minute it measures both processes and the database. At the end it compares
 * the second quarter of the time with the last (in the first, caches fill), and every invoice with the simulator's
 * books. It fails if something grew that should not.
 *
 * `--invoices 8`: invoices a second, each with the whole workflow template and PDF; the other work keeps its proportion
 * to them. The processor time it prints tells whether that is half of what the machine can do.
 */
const { values } = parseArgs({
  options: { hours: { type: 'string', default: '8' }, invoices: { type: 'string', default: '8' } },
});
const endsAt = Date.now() + Number(values.hours) * 3_600_000;
/** Seconds between two invoices. Of other work there is one for so many invoices. */
const pace = 1 / Number(values.invoices);
const issuersCount = 20;
const batchRows = 100;

const ends: (() => unknown)[] = [];
const told = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

buildIfNeeded();
try {
  await run();
} finally {
  for (const end of ends.toReversed()) await end();
}

async function run(): Promise<void> {
  const postgres = await startPostgres({
    parent: tmpdir(),
    configuration: '-c fsync=on -c full_page_writes=on -c shared_buffers=256MB',
  });
  ends.push(() => postgres.stop());
  const [simulator, receiver] = [await startSimulator(), await startReceiver()];
  ends.push(() => simulator.stop(), receiver.stop);
  const dataDir = mkdtempSync(join(tmpdir(), 'alta-soak-'));
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const source = { url: postgres.url, dataDir };
  Object.assign(process.env, authorityOf(simulator));

  const { ctx, apiKey, issuers, workflows, ref, person } = await withDatabase(source, async () => {
    const ctx = await newWorkspace();
    const issuers = [];
    while (issuers.length < issuersCount) issuers.push(await newIssuer(simulator, newCuit('30'), ctx));
    return {
      ctx,
      issuers,
      apiKey: await newApiKey(ctx),
      workflows: {
        registration: (await newRegistrationWorkflow(ctx)).id,
        invoice: issuers[0]?.workflowId ?? '',
      },
      ref: (await newRegistration(ctx)).ref,
      person: await newPerson({ ctx, role: 'owner' }),
    };
  });
  // The authority's usual answer takes as long.
  await simulator.control.processing(300);
  const env = {
    ...authorityOf(simulator),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '1000',
    WEBHOOK_LOOPBACK: 'allow',
  };
  const instances = [await startAlta(source, env), await startAlta(source, env)];
  for (const instance of instances) ends.push(() => instance.stop());
  let turn = 0;
  const origin = () => instances[turn++ % instances.length]?.origin ?? '';
  const call = stubbornClient(origin, apiKey, { seconds: 60 });
  await call('POST', '/transform/v1/webhooks/endpoints', { url: receiver.url, events: ['*'] }, 'endpoint');
  const session = cookieIn(await logIn(instances[0]?.origin ?? '', person), sessionCookieName) ?? '';
  const open = async (address: string, cookie = '') => {
    const answer = await fetchPage(address, { headers: { cookie }, redirect: 'manual' });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${new URL(address).pathname} answers ${answer.status}`);
  };

  const done: Record<string, number> = {};
  const jobs: string[] = [];
  const failures: string[] = [];
  /** Begins `work` once in `seconds`, whether or not the one before has ended. */
  async function each(what: string, seconds: number, work: (count: number) => Promise<unknown>) {
    const [startedAt, running] = [Date.now(), new Set<Promise<void>>()];
    for (let count = 1; Date.now() < endsAt; count += 1) {
      const one = work(count)
        .then(() => {
          done[what] = (done[what] ?? 0) + 1;
        })
        .catch((error: Error) => {
          failures.push(`${what}: ${error.message.slice(0, 500)}`);
        })
        .finally(() => running.delete(one));
      running.add(one);
      await sleep(Math.max(0, Math.min(startedAt + count * seconds * 1_000, endsAt) - Date.now()));
    }
    await Promise.all(running);
  }

  const invoice = async (count: number) => {
    const cuit = issuers[count % issuers.length]?.cuit ?? '';
    const supplier = { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: cuit } };
    const { issue_date: _, ...data } = classA({ supplier, lines: [line((1_000 + count).toFixed(2))] });
    const entry = await call('POST', '/silo/v1/entries', { folder: 'invoices', data }, `invoice-${count}`);
    const job = { workflow_id: workflows.invoice, silo_entry_id: entry.id };
    jobs.push((await call('POST', '/transform/v1/jobs', job, `job-${count}`)).id);
  };
  const batch = (count: number) =>
    call(
      'POST',
      '/transform/v1/batches',
      {
        operation: 'create-entry',
        key: `batch-${count}`,
        rows: Array.from({ length: batchRows }, (_, row) => ({
          key: `${count}-${row}`,
          data: {
            folder: 'customers',
            data: { name: `Cliente ${count}-${row}`, tax_id: { country: 'AR', code: newCuit('30') } },
          },
        })),
      },
      `batch-${count}`,
    );
  const consolePages = ['', '/invoices', '/suppliers', '/activity'];
  const samples: Sample[] = [];
  const database = new pg.Pool({ connectionString: postgres.url, max: 1 });
  ends.push(() => database.end());
  const measure = async () => {
    const sample = await takeSample(instances, database);
    samples.push(sample);
    receiver.requests.length = 0;
    told(
      `${done.invoices} invoices; ${Object.entries(sample.values)
        .map(([what, value]) => `${what} ${Math.round(value)}`)
        .join(', ')}`,
    );
  };
  const cpuAtStart = instances.map(({ process: { pid = 0 } }) => cpuMsOf(pid));
  const startedAt = Date.now();
  await Promise.all([
    each('invoices', pace, invoice),
    each('suppliers', pace * 30, () => issueAsSupplier(call, workflows, simulator, { seconds: 120 })),
    each('wizard pages', pace, () => open(`${origin()}/reg/${ref}`)),
    each('lists', pace * 4, () => call('GET', '/silo/v1/entries?folder=invoices&limit=20')),
    each('Console pages', pace * 16, (count) =>
      open(
        `${instances[0]?.origin}/w/${ctx.workspace.slug}${consolePages[count % consolePages.length]}`,
        session,
      ),
    ),
    each('batches', pace * 480, batch),
    each('samples', 60, measure),
  ]);
  const cpuMs = instances.reduce(
    (sum, { process: { pid = 0 } }, at) => sum + cpuMsOf(pid) - (cpuAtStart[at] ?? 0),
    0,
  );
  const share = (100 * cpuMs) / (Date.now() - startedAt) / cpus().length;

  await allEnded(database);
  console.log(
    `\nDone: ${Object.entries(done)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}.`,
  );
  console.log(`Both instances together took ${share.toFixed(0)} % of this machine's processor time.`);
  const grown = report(samples);
  const wrong = [...failures, ...grown, ...(await wrongInBooks(database, simulator, jobs))];
  if (wrong.length === 0) return console.log('Nothing grew, nothing failed, and the books agree.');
  console.error(wrong.slice(0, 20).join('\n'));
  process.exitCode = 1;
}

interface Sample {
  /** Numbers that should be the same after hours. */
  values: Record<string, number>;
  /** Bytes of each table with its indexes, and its rows. */
  tables: Map<string, { bytes: number; indexBytes: number; rows: number }>;
}

async function takeSample(instances: RunningAlta[], database: pg.Pool): Promise<Sample> {
  const values: Record<string, number> = {};
  for (const [at, { origin, process }] of instances.entries()) {
    const metrics = await (await fetchPage(`${origin}/api/metrics`)).text();
    const metric = (name: string) =>
      Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)`, 'm').exec(metrics)?.[1]);
    const name = at + 1;
    values[`memory ${name} (MiB)`] = metric('process_resident_memory_bytes') / 2 ** 20;
    values[`heap ${name} (MiB)`] = metric('nodejs_heap_size_used_bytes') / 2 ** 20;
    values[`loop lag p99 ${name} (ms)`] = metric('nodejs_eventloop_lag_p99_seconds') * 1_000;
    values[`open files ${name}`] = readdirSync(`/proc/${process.pid}/fd`).length;
  }
  const one = async (query: string) => Number((await database.query(query)).rows[0]?.value);
  values.connections = await one(
    "select count(*) as value from pg_stat_activity where backend_type = 'client backend'",
  );
  values['waiting in the queue'] = await one(
    "select count(*) as value from pgboss.job where state < 'completed' and start_after < now()",
  );
  values['longest wait in the queue (s)'] = await one(
    "select coalesce(extract(epoch from max(now() - start_after)), 0) as value from pgboss.job where state = 'created' and start_after < now()",
  );
  values['jobs not ended'] = await one('select count(*) as value from jobs where completed_at is null');
  const { rows } = await database.query(`
    select c.oid::regclass::text as name, pg_table_size(c.oid) as bytes, pg_indexes_size(c.oid) as index_bytes,
      coalesce(s.n_live_tup, 0) as rows
    from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
    where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'pgboss')`);
  const tables = new Map(
    rows.map((row) => [
      row.name,
      { bytes: Number(row.bytes), indexBytes: Number(row.index_bytes), rows: Number(row.rows) },
    ]),
  );
  return { values, tables };
}

/** Prints how the second quarter of the samples compares with the last. Returns what grew. */
function report(samples: Sample[]): string[] {
  const quarter = Math.floor(samples.length / 4);
  if (quarter === 0) return ['too short to tell whether anything grew: four minutes are the least'];
  const [early, late] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  const middle = (of: Sample[], what: string) => {
    const sorted = of.map(({ values }) => values[what] ?? 0).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
  const grown: string[] = [];
  console.log('\nmedian of the second quarter → of the last');
  for (const what of Object.keys(samples.at(-1)?.values ?? {})) {
    const [before, after] = [middle(early, what), middle(late, what)];
    // A tenth, or ten of whatever it is, comes and goes.
    const isGrown = after > before * 1.1 + 10;
    if (isGrown) grown.push(`${what} grew from ${before.toFixed(0)} to ${after.toFixed(0)}`);
    console.log(`  ${what}: ${before.toFixed(0)} → ${after.toFixed(0)}${isGrown ? '  GREW' : ''}`);
  }
  const [before, after] = [early.at(-1)?.tables, samples.at(-1)?.tables];
  console.log('\ntables over 1 MB: rows, bytes of a row, bytes of its indexes, then → at the end');
  const largest = [...(after ?? [])].toSorted(([, a], [, b]) => b.bytes - a.bytes);
  for (const [name, now] of largest) {
    if (now.bytes < 1e6) continue;
    const then = before?.get(name);
    const of = (table: typeof then) =>
      table?.rows
        ? `${table.rows}, ${Math.round(table.bytes / table.rows)}, ${Math.round(table.indexBytes / table.rows)}`
        : '0';
    console.log(`  ${name}: ${of(then)} → ${of(now)}`);
  }
  return grown;
}

async function allEnded(database: pg.Pool): Promise<void> {
  const left = 'select count(*)::int as value from jobs where completed_at is null';
  for (const until = Date.now() + 300_000; Date.now() < until; await sleep(500)) {
    const waiting = `${left} and silo_entry_id in (select id from entries where folder = 'invoices')`;
    if ((await database.query(waiting)).rows[0]?.value === 0) return;
  }
  throw new Error('Invoices still wait five minutes after the last one.');
}

/** Every acknowledged invoice is issued once, and the authority has issued nothing else. */
async function wrongInBooks(
  database: pg.Pool,
  simulator: Awaited<ReturnType<typeof startSimulator>>,
  jobs: string[],
): Promise<string[]> {
  const wrong: string[] = [];
  const { rows } = await database.query('select cuit, job_id, number, cae from invoice_submissions');
  const ours = Map.groupBy(rows, ({ cuit }) => cuit as string);
  const submitted = new Set(rows.map(({ job_id }) => job_id));
  for (const job of jobs)
    if (!submitted.has(job)) wrong.push(`job ${job} was acknowledged and issued nothing`);
  for (const [cuit, mine] of ours) {
    const theirs = await simulator.control.vouchers('sandbox', cuit);
    const text = (each: { number: number; cae: string }[]) =>
      each
        .map(({ number, cae }) => `${number} ${cae}`)
        .toSorted()
        .join();
    if (text(mine) !== text(theirs)) wrong.push(`the books of ${cuit} differ`);
  }
  console.log(
    `\n${jobs.length} invoices acknowledged beside those of new suppliers; ${rows.length} issued in all.`,
  );
  return wrong;
}
