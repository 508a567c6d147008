import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { newCuit } from '#tests/support/new-cuit.ts';
import { freePort, startPostgres } from '#tests/support/postgres.ts';
import { authorityOf, startSimulator } from '#tests/support/simulator.ts';
import { buildIfNeeded } from '../../scripts/build-if-needed.ts';
import { startChild, stopChild, waitUntilReady } from '../../scripts/child.ts';

/**
 * `npm run test:upgrade -- <git ref>`: an upgrade from the version at `ref` to this one, on a PostgreSQL of their own,
 * while clients register suppliers and issue invoices through whichever instances run. The older version is alone, then
 * beside this one, then stopped, then started again. At the end everything acknowledged must be there once, and every
 * invoice once in the simulator's books. Both versions are built first, which takes minutes.
 */
const [ref] = process.argv.slice(2);
if (!ref) throw new Error('npm run test:upgrade -- <tag or commit of the version before>');
const clients = 4;
const phaseMs = 10_000;

const directory = mkdtempSync(join(tmpdir(), 'alta-upgrade-'));
const older = join(directory, 'older');
const postgres = await startPostgres();
const simulator = await startSimulator();
const ends: (() => unknown)[] = [
  () => simulator.stop(),
  () => postgres.stop(),
  () => rmSync(directory, { recursive: true, force: true }),
];
const shared = {
  NODE_ENV: 'production' as const,
  DATABASE_URL: postgres.url,
  ALTA_VAULT_KEY: randomBytes(32).toString('base64'),
  ALTA_ORIGIN: 'http://localhost:3000',
  WEBHOOK_LOOPBACK: 'allow',
  LOG_LEVEL: 'warn',
  RATE_LIMIT_FACTOR: '1000',
  ...authorityOf(simulator),
};

/** Origins of the running instances, as a proxy would know them. */
const origins: string[] = [];
const entryIds: string[] = [];
const sales: { total: number; cuit: string; jobId: string }[] = [];
const repeated = { requests: 0 };

try {
  await run();
} finally {
  for (const end of ends) await end();
}

async function run(): Promise<void> {
  prepareOlder();
  build(older);
  buildIfNeeded();
  const made = inDirectory(older, 'scripts/workspace.ts', 'sandbox', 'upgrade', 'Upgrade');
  const key = /shown only now: (\S+)/.exec(made)?.[1] ?? '';
  const call = apiCaller(key);
  const phase = async (what: string) => {
    const [entriesBefore, salesBefore] = [entryIds.length, sales.length];
    await sleep(phaseMs);
    const invoices = sales.length - salesBefore;
    console.log(`${what}: ${entryIds.length - entriesBefore - invoices} registrations, ${invoices} invoices`);
  };

  const before = await serve(older);
  const workflows = {
    registering: await workflow(call, 'ar-supplier-registration'),
    issuing: await workflow(call, 'ar-invoice'),
  };
  const issuers: string[] = [];
  for (const cuit of [newCuit('30'), newCuit('30')]) {
    await register(call, cuit, workflows.registering);
    issuers.push(cuit);
  }

  let isOver = false;
  const load = Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let count = 1; !isOver; count += 1) {
        await openLink(call, `${client}-${count}`, newCuit('30'), workflows.registering);
        await issue(
          call,
          `${client}-${count}`,
          issuers[count % 2] ?? '',
          1_000 + count + client / 10,
          workflows.issuing,
        );
      }
    }),
  );
  // Reported at the end, when it is awaited.
  load.catch(() => {});
  await phase(`${ref} alone`);
  const startedAt = Date.now();
  await serve(process.cwd());
  console.log(`this version is ready beside it after ${Date.now() - startedAt} ms`);
  await phase('both');
  await before.stop();
  await phase('this version alone');
  const again = await serve(older).catch((error: Error) => error.message);
  if (typeof again === 'string') console.log(`${ref} does not start again on this schema: ${again}`);
  else await phase(`${ref} started again beside it`);
  isOver = true;
  await load;

  await proveNothingLost(call, issuers);
}

async function proveNothingLost(call: Call, issuers: string[]): Promise<void> {
  for (const id of entryIds) await call('GET', `/silo/v1/entries/${id}`);
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query('SELECT count(*)::int AS count FROM entries');
  await client.end();
  expect('every entry was created once', rows[0].count === entryIds.length);
  for (const { jobId } of sales)
    await until(
      `job ${jobId} is OK`,
      async () => (await call('GET', `/transform/v1/jobs/${jobId}`)).status === 'OK',
    );
  for (const cuit of issuers) {
    const vouchers = await simulator.control.vouchers('sandbox', cuit);
    const asked = sales.filter((sale) => sale.cuit === cuit).map(({ total }) => total);
    const issued = vouchers.map(({ total }) => total);
    expect(
      `every acknowledged invoice of ${cuit} is issued once`,
      String(asked.toSorted((a, b) => a - b)) === String(issued.toSorted((a, b) => a - b)),
    );
    expect(
      `the numbers of ${cuit} have no gap`,
      vouchers.every(({ number }, at) => number === at + 1),
    );
  }
  console.log(
    `${entryIds.length - sales.length} registrations and ${sales.length} invoices acknowledged, all there once. ${repeated.requests} requests were repeated.`,
  );
}

function prepareOlder(): void {
  execFileSync('git', ['worktree', 'add', '--detach', older, ref as string], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  ends.unshift(() => execFileSync('git', ['worktree', 'remove', '--force', older]));
  const lock = (at: string) => readFileSync(join(at, 'package-lock.json'), 'utf8');
  if (lock(older) === lock('.'))
    cpSync('node_modules', join(older, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  else execFileSync('npm', ['ci'], { cwd: older, stdio: 'inherit' });
}

function build(at: string): void {
  execFileSync('npm', ['run', 'build'], { cwd: at, stdio: 'ignore' });
}

function inDirectory(at: string, ...args: string[]): string {
  return execFileSync(process.execPath, args, {
    cwd: at,
    env: { ...process.env, ...shared },
    encoding: 'utf8',
  });
}

/** An instance of the version that is in `at`. */
async function serve(at: string): Promise<{ stop(): Promise<void> }> {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  const child = startChild('scripts/start.ts', { ...shared, PORT: port }, (line) => lines.push(line), at);
  ends.unshift(() => stopChild(child));
  await waitUntilReady(`${origin}/api/health/ready`, child).catch((error: Error) => {
    throw new Error(`${error.message}\n${lines.join('\n')}`);
  });
  origins.push(origin);
  return {
    stop: async () => {
      await stopChild(child);
      origins.splice(origins.indexOf(origin), 1);
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
type Call = (method: 'GET' | 'POST', path: string, body?: unknown, idempotencyKey?: string) => Promise<any>;

/** Calls the running instances in turn. Repeats what was not answered, or with a 5xx, as docs/errors.md says. */
function apiCaller(key: string): Call {
  let turn = 0;
  return async (method, path, body, idempotencyKey) => {
    for (const end = Date.now() + 60_000; ; repeated.requests += 1) {
      const origin = origins[turn++ % origins.length];
      const answer = await fetch(`${origin}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => ({ status: 599, text: 'no answer' }));
      if (answer.status < 300) return answer.text && JSON.parse(answer.text);
      if (answer.status < 500 || Date.now() > end)
        throw new Error(`${method} ${path} answers ${answer.status}: ${answer.text}`);
      await sleep(100);
    }
  };
}

async function workflow(call: Call, template: string): Promise<string> {
  return (await call('POST', '/transform/v1/workflows', { template, key: template })).id;
}

/** From the entry to the link's page: what the queue, the vault and the wizard do. Returns the entry's id. */
async function openLink(call: Call, name: string, code: string, workflowId: string): Promise<string> {
  const data = { name, tax_id: { country: 'AR', code } };
  const { id } = await call('POST', '/silo/v1/entries', { folder: 'suppliers', data }, `supplier-${name}`);
  entryIds.push(id);
  await call(
    'POST',
    '/transform/v1/jobs',
    { workflow_id: workflowId, silo_entry_id: id },
    `registration-${name}`,
  );
  let path: string | undefined;
  await until(`${name} has a link`, async () => {
    const { meta } = await call('GET', `/silo/v1/entries/${id}`);
    path = meta[0]?.link_url && new URL(meta[0].link_url).pathname;
    return path !== undefined;
  });
  await until(`${name}: the wizard's page is served`, () =>
    fetch(`${origins.at(-1)}${path}`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return id;
}

/** A registration to its end, with a certificate of the simulator. */
async function register(call: Call, cuit: string, workflowId: string): Promise<void> {
  const id = await openLink(call, `issuer-${cuit}`, cuit, workflowId);
  const person = '20123456786';
  const { alias, csr } = await call('GET', `/apps/gov-ar/v1/entry/${id}/csr`);
  const { certificate } = await simulator.issueCertificate('sandbox', { cuit: person, alias, csr });
  await simulator.authorise('sandbox', { cuit: person, represented_cuit: cuit, alias });
  await call('POST', `/apps/gov-ar/v1/entry/${id}/certificate`, { certificate });
  await call('POST', `/apps/gov-ar/v1/entry/${id}/confirm`);
}

/** An invoice whose total no other has, so that it can be recognised in the simulator's books. */
async function issue(
  call: Call,
  name: string,
  cuit: string,
  price: number,
  workflowId: string,
): Promise<void> {
  const party = (code: string) => ({ name: 'Prueba S.A.', tax_id: { country: 'AR', code } });
  const data = {
    $schema: 'https://gobl.org/draft-0/bill/invoice',
    series: '1',
    supplier: party(cuit),
    customer: party('30712345671'),
    lines: [
      {
        quantity: '1',
        item: { key: 'goods', name: 'Pan', price: price.toFixed(2) },
        taxes: [{ cat: 'VAT', rate: 'general' }],
      },
    ],
  };
  const { id } = await call('POST', '/silo/v1/entries', { folder: 'invoices', data }, `invoice-${name}`);
  entryIds.push(id);
  const job = { workflow_id: workflowId, silo_entry_id: id };
  const { id: jobId } = await call('POST', '/transform/v1/jobs', job, `issue-${name}`);
  sales.push({ total: Math.round(price * 121) / 100, cuit, jobId });
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(200)) if (await isSo()) return;
  throw new Error(`It was not so within two minutes: ${what}`);
}

function expect(what: string, isSo: boolean): void {
  if (!isSo) throw new Error(`It is not so: ${what}`);
}
