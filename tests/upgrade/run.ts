import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPostgres } from '#tests/support/postgres.ts';
import { authorityOf, startSimulator } from '#tests/support/simulator.ts';
import { startChild, stopChild, waitUntilReady } from '../../scripts/child.ts';

/**
 * `npm run test:upgrade -- <git ref>`: the version at `ref` and this one side by side on one PostgreSQL of their own.
 * Registrations are made through each, before, during and after the upgrade; then the older one is started again. Both
 * are built first, which takes minutes.
 */
const [ref] = process.argv.slice(2);
if (!ref) throw new Error('npm run test:upgrade -- <tag or commit of the version before>');

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

try {
  prepareOlder();
  build(older);
  build(process.cwd());
  const made = inDirectory(older, 'scripts/workspace.ts', 'sandbox', 'upgrade', 'Upgrade');
  const [key = '', workflow = ''] = [/shown only now: (\S+)/, /Workflow (\S+):/].map(
    (line) => line.exec(made)?.[1] ?? '',
  );
  const register = (origin: string, name: string) => registerThrough(origin, name, { key, workflow });
  const before = await serve(older);
  await register(before.origin, `${ref} alone`);
  const after = await serve(process.cwd());
  for (const round of [1, 2, 3]) {
    await register(before.origin, `${ref} beside this version, ${round}`);
    await register(after.origin, `this version beside ${ref}, ${round}`);
  }
  await before.stop();
  await register(after.origin, 'this version alone');
  const again = await serve(older).catch((error: Error) => error.message);
  if (typeof again === 'string') console.log(`${ref} does not start again on this schema: ${again}`);
  else await register(again.origin, `${ref}, started again`);
  console.log('Nothing failed.');
} finally {
  for (const end of ends) await end();
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
async function serve(at: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  const child = startChild('scripts/start.ts', { ...shared, PORT: port }, (line) => lines.push(line), at);
  ends.unshift(() => stopChild(child));
  await waitUntilReady(`${origin}/api/health/ready`, child).catch((error: Error) => {
    throw new Error(`${error.message}\n${lines.join('\n')}`);
  });
  return { origin, stop: () => stopChild(child) };
}

/** From the entry to the link's page: what the queue, the vault and the wizard do, by whichever instance. */
async function registerThrough(
  origin: string,
  name: string,
  { key, workflow }: Record<'key' | 'workflow', string>,
): Promise<void> {
  const call = async (path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${name}: ${path} answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const data = { name, tax_id: { country: 'AR', code: '30712345671' } };
  const { id } = await call('/silo/v1/entries', { folder: 'suppliers', data });
  await call('/transform/v1/jobs', { workflow_id: workflow, silo_entry_id: id });
  for (const until = Date.now() + 60_000; ; ) {
    const { meta } = await call(`/silo/v1/entries/${id}`);
    const path = meta[0]?.link_url && new URL(meta[0].link_url).pathname;
    if (path) {
      const page = await fetch(origin + path);
      if (!page.ok) throw new Error(`${name}: the wizard answers ${page.status}`);
      console.log(`ok: ${name}`);
      return;
    }
    if (Date.now() > until) throw new Error(`${name}: no link after a minute`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
