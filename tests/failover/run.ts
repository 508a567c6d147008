import '#tests/support/test-env.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { database } from '#lib/database/client.ts';
import { invoiceSubmissions, unclaimedVouchers } from '#lib/database/tables/invoices.ts';
import { startAlta } from '#tests/support/alta.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { classA, line } from '#tests/support/invoices.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { authorityOf, startSimulator } from '#tests/support/simulator.ts';
import { stubbornClient } from '#tests/support/stubborn-client.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';
import { newApiKey, newWorkspace, supplierCuit } from '#tests/support/workspace.ts';
import { buildIfNeeded } from '../../scripts/build-if-needed.ts';
import { startCluster } from './cluster.ts';

/**
 * `npm run test:failover`: two instances on two PostgreSQL nodes as docs/operations.md describes them. The primary is
 * killed under load, 20 times, and comes back as a standby. At the end everything acknowledged must be there, and every
 * invoice once in the simulator's books. It takes about twenty minutes and needs Debian's `patroni etcd-server haproxy
 * postgresql`.
 *
 * `-- --asynchronous` replicates without waiting for the standby, which lacks the last second of writes at each kill, and
 * counts what was lost. `--kills=5`: fewer kills.
 * `--freeze`: the primary stops answering instead of closing its connections. `--haproxy`: one host in DATABASE_URL.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    asynchronous: { type: 'boolean', default: false },
    freeze: { type: 'boolean', default: false },
    haproxy: { type: 'boolean', default: false },
  },
});
const kills = Number(values.kills);
const writers = 4;
const issuersCount = 2;
/** Long enough that many kills find a request at the authority. */
const authorityMs = 300;

const party = { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: supplierCuit } };

buildIfNeeded();
const ends: (() => unknown)[] = [];
const outputs: (() => string)[] = [];
try {
  await run();
} catch (error) {
  for (const output of outputs) console.error(output().split('\n').slice(-20).join('\n'));
  throw error;
} finally {
  for (const end of ends.toReversed()) await end();
}

/** A sale whose total no other has, so that it can be recognised in the simulator's books. */
interface Sale {
  total: number;
  entryId?: string;
  jobId?: string;
  cuit: string;
}

async function run(): Promise<void> {
  const cluster = await startCluster();
  ends.push(() => cluster.stop());
  await cluster.setSynchronous(!values.asynchronous);
  await cluster.settled();
  const simulator = await startSimulator();
  ends.push(() => simulator.stop());
  const dataDir = mkdtempSync(join(tmpdir(), 'alta-failover-data-'));
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const settings = { ...authorityOf(simulator), ALTA_VAULT_KEY: randomBytes(32).toString('base64') };
  Object.assign(process.env, settings);
  const source = { url: values.haproxy ? cluster.proxiedUrl : cluster.url, dataDir };

  const { apiKey, issuers } = await withDatabase(source, async () => {
    const ctx = await newWorkspace();
    const issuers = [];
    for (let count = 0; count < issuersCount; count += 1)
      issuers.push(await newIssuer(simulator, newCuit('30'), ctx));
    return { apiKey: await newApiKey(ctx), issuers };
  });
  await simulator.control.processing(authorityMs);
  const env = { ...settings, RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' };
  const instances = [await startAlta(source, env), await startAlta(source, env)];
  outputs.push(...instances.map(({ output }) => output));
  for (const instance of instances) ends.push(() => instance.stop());

  const [entries, sales]: [string[], Sale[]] = [[], []];
  let [isOver, isLost, turn] = [false, 0, 0];
  const origin = () => instances[turn++ % instances.length]?.origin ?? '';
  const call = stubbornClient(origin, apiKey, { seconds: 300 });

  /** One entry, and one invoice with its job; each request is repeated until it is acknowledged. */
  async function write(writer: number): Promise<void> {
    for (let count = 1; !isOver; count += 1) {
      const issuer = issuers[count % issuers.length];
      if (!issuer) return;
      const supplier = { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: issuer.cuit } };
      entries.push(await newEntry(`entry-${writer}-${count}`, { data: party }));
      // The writer is in the decimals, so that no two writers have the same price.
      const price = 1_000 + count + writer / 10;
      const sale: Sale = { total: Math.round(price * 121) / 100, cuit: issuer.cuit };
      sales.push(sale);
      const { issue_date: _, ...data } = classA({ supplier, lines: [line(price.toFixed(2))] });
      sale.entryId = await newEntry(`invoice-${writer}-${count}`, { folder: 'invoices', data });
      const job = { workflow_id: issuer.workflowId, silo_entry_id: sale.entryId };
      sale.jobId = await call('POST', '/transform/v1/jobs', job, `job-${writer}-${count}`)
        .then(({ id }) => id)
        .catch((error: Error) => {
          // The entry was acknowledged and lost before its job could be created.
          if (!values.asynchronous || !/: 4\d\d /.test(error.message)) throw error;
          isLost += 1;
        });
      await sleep(50);
    }
  }
  const newEntry = async (key: string, body: object): Promise<string> =>
    (await call('POST', '/silo/v1/entries', body, key)).id;

  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  // Reported at the end, when it is awaited.
  writing.catch(() => {});
  const recoveries: number[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const primary = await cluster.settled();
    await sleep(2_000 + Math.random() * 3_000);
    if (values.asynchronous) {
      // On one machine the standby is hardly behind. This is a second of writes that it never gets.
      primary.cutReplication();
      await sleep(1_000);
    }
    const killedAt = Date.now();
    if (values.freeze) primary.freeze();
    else await primary.kill();
    const times = await Promise.all(instances.map(({ origin }) => firstWrite(origin, apiKey, killedAt)));
    recoveries.push(Math.min(...times));
    console.log(
      `kill ${kill} of ${primary.name}: the instances write again after ${times.map((ms) => (ms / 1_000).toFixed(1)).join(' and ')} s`,
    );
    if (values.freeze) await primary.kill();
    primary.start();
  }
  await cluster.settled();
  isOver = true;
  await writing;

  const lost = { entries: 0, invoices: 0, jobs: isLost };
  const ask = async (path: string) => {
    const answer = await apiClient(origin(), apiKey)('GET', path);
    if (answer.status !== 200 && answer.status !== 404) throw new Error(`${path}: ${answer.status}`);
    return answer.status === 200 ? answer.body : undefined;
  };
  for (const id of entries) if (!(await ask(`/silo/v1/entries/${id}`))) lost.entries += 1;
  for (const { entryId } of sales) if (!(await ask(`/silo/v1/entries/${entryId}`))) lost.invoices += 1;
  for (const { jobId } of sales) {
    for (const until = Date.now() + 180_000; jobId; await sleep(100)) {
      const job = await ask(`/transform/v1/jobs/${jobId}`);
      if (!job) lost.jobs += 1;
      if (!job || job.status === 'OK') break;
      if (job.status === 'KO' || Date.now() > until)
        throw new Error(`job ${jobId} is ${job.status}: ${JSON.stringify(job).slice(0, 2_000)}`);
    }
  }

  const known = await looking(source, async () => ({
    submissions: await database().select().from(invoiceSubmissions),
    unclaimed: await database().select().from(unclaimedVouchers),
  }));
  let [issued, withoutDocument] = [0, 0];
  for (const { cuit } of issuers) {
    const theirs = await simulator.control.vouchers('sandbox', cuit);
    issued += theirs.length;
    const totals = theirs.map(({ total }) => total);
    expect(`no invoice of ${cuit} is issued twice`, new Set(totals).size === totals.length);
    expect(
      `the numbers of ${cuit} have no gap`,
      theirs.every(({ number }, at) => number === at + 1),
    );
    const mine = known.submissions.filter((each) => each.cuit === cuit && each.status === 'authorised');
    const others = known.unclaimed.filter((each) => each.cuit === cuit);
    const [ours, found] = [
      new Map(mine.map((each) => [each.number, each.cae])),
      new Set(others.map((each) => each.number)),
    ];
    withoutDocument += theirs.filter(({ number }) => !ours.has(number)).length;
    expect(
      `each CAE of ${cuit} is Alta's, or recorded as one without a document`,
      theirs.every(({ number, cae }) => ours.get(number) === cae || found.has(number)),
    );
    expect(
      `Alta has no CAE of ${cuit} that the authority does not know`,
      mine.every(({ cae }) => theirs.some((each) => each.cae === cae)),
    );
    if (values.asynchronous) continue;
    const acknowledged = sales.filter((sale) => sale.cuit === cuit).map(({ total }) => total);
    expect(
      `every acknowledged invoice of ${cuit} is issued`,
      acknowledged.length === totals.length && acknowledged.every((total) => totals.includes(total)),
    );
  }
  if (!values.asynchronous)
    expect(
      'nothing acknowledged is lost',
      Object.values(lost).every((count) => count === 0),
    );
  const sorted = recoveries.toSorted((a, b) => a - b).map((ms) => (ms / 1_000).toFixed(1));
  console.log(
    `${kills} kills, ${values.asynchronous ? 'asynchronous' : 'synchronous'}: ${entries.length} entries and ${sales.length} invoices acknowledged, ${issued} issued. ` +
      `Lost: ${lost.entries} entries, ${lost.invoices} invoices, ${lost.jobs} jobs. ${withoutDocument} CAEs without a document, all recorded. ` +
      `Writes again after ${sorted[Math.floor(sorted.length / 2)]} s (median), ${sorted.at(-1)} s (longest).`,
  );
}

/** Milliseconds since `killedAt` until an instance acknowledges a write that was begun after it. */
async function firstWrite(origin: string, apiKey: string, killedAt: number): Promise<number> {
  for (;;) {
    const answer = await apiClient(origin, apiKey)(
      'POST',
      '/silo/v1/entries',
      { data: party },
      {
        'idempotency-key': randomUUID(),
      },
    ).catch(() => undefined);
    if (answer?.status === 200) return Date.now() - killedAt;
    if (Date.now() - killedAt > 180_000)
      throw new Error(`${origin} does not write again: ${answer?.status} ${JSON.stringify(answer?.body)}`);
    await sleep(50);
  }
}

function expect(what: string, isSo: boolean): void {
  if (!isSo) throw new Error(`It is not so: ${what}`);
}
