import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimDataDirectory } from '#lib/data-directory.ts';
import { buildIfNeeded } from './build-if-needed.ts';
import { startChild, stopChild, waitUntilReady } from './child.ts';
import { listenAt } from './demo/listen.ts';
import { startDemoReceiver } from './demo/receiver.ts';
import { runDemoRegistration } from './demo/registration.ts';
import { envFileContent, envFilePath, report } from './demo/report.ts';
import type { Seeded } from './demo/seed.ts';

/**
 * `npm run demo`: starts the simulator and the application on a PostgreSQL of its own, with a workspace per
 * environment and a supplier waiting in the wizard. A second run reuses what the first one made.
 */
const port = Number(process.env.PORT ?? 3000);
const simulatorPort = Number(process.env.SIMULATOR_PORT ?? 3100);
/** Any free port, unless this is the only demo. */
const receiverPort = Number(process.env.RECEIVER_PORT ?? (process.env.PORT ? 0 : 3200));
const dataDir = process.env.DATA_DIR ?? '.data';
const origin = process.env.ALTA_ORIGIN ?? `http://localhost:${port}`;
const simulatorUrl = `http://localhost:${simulatorPort}`;
const demoFile = join(dataDir, 'demo.json');

claimDataDirectory(dataDir);
Object.assign(process.env, {
  NODE_ENV: 'production',
  PORT: String(port),
  DATA_DIR: dataDir,
  // Empty, so that the demo uses its own database even if the machine configures another.
  DATABASE_URL: '',
  ALTA_ORIGIN: origin,
  ALTA_VAULT_KEY: '',
  ALTA_VAULT_KEY_FILE: demoVaultKey(),
  ARCA_SANDBOX_URL: `${simulatorUrl}/sandbox`,
  ARCA_LIVE_URL: `${simulatorUrl}/live`,
  // Short, because the simulator allows frequent logins.
  ARCA_SHARED_TICKET_SECONDS: '30',
  // The demo's webhook receiver is on this machine.
  WEBHOOK_LOOPBACK: isHere(origin) ? 'allow' : 'refuse',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
});

buildIfNeeded();
const seeded = seed();

const simulator = startChild(
  'simulator/main.ts',
  { SIMULATOR_PORT: String(simulatorPort), SIMULATOR_DATA_DIR: join(dataDir, 'simulator') },
  (line) => console.error(`simulator: ${line}`),
);
const app = startChild('scripts/start.ts', {}, (line) => console.error(line));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
let stopping = false;
for (const child of [app, simulator]) child.once('exit', () => void stop());

try {
  await waitUntilReady(simulatorUrl, simulator);
  await waitUntilReady(`${origin}/api/health/ready`, app);
  const addresses = { origin, base_url: `${origin}/api`, simulator_url: simulatorUrl };
  const receiver = isHere(origin) ? await startDemoReceiver(receiverPort) : undefined;
  if (receiver) await listenAt(receiver, seeded.workspaces, addresses.base_url);
  const registered = await runDemoRegistration({ ...addresses, ...seeded });
  const demo = { ...registered, ...(receiver ? { receiver_url: receiver.url } : {}) };
  writeWhole(demoFile, `${JSON.stringify(demo, null, 2)}\n`);
  writeWhole(envFilePath(demoFile), envFileContent(demo));
  console.log(report(demo, demoFile));
} catch (error) {
  // A stop during the setup makes its requests fail.
  if (!stopping) console.error(error);
  await stop(1);
}

async function stop(code?: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await stopChild(app);
  await stopChild(simulator);
  process.exit(code ?? app.exitCode ?? 0);
}

/** Webhooks to loopback addresses are allowed only if the origin is on this machine. */
function isHere(address: string): boolean {
  return ['localhost', '127.0.0.1'].includes(new URL(address).hostname);
}

/** Atomic, so that the next start never reads half a file. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Creates the demo's vault key beside its data. In production the operator provides the key. */
function demoVaultKey(): string {
  const file = join(dataDir, 'vault.key');
  if (!existsSync(file)) writeWhole(file, `${randomBytes(32).toString('base64')}\n`);
  return file;
}

/** Creates the missing parts of the demo's workspaces, and returns their ids and keys. */
function seed(): Seeded {
  const { status, output } = spawnSync(process.execPath, ['scripts/demo/seed.ts'], {
    input: existsSync(demoFile) ? readFileSync(demoFile) : '',
    stdio: ['pipe', 'inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) process.exit(1);
  return JSON.parse(output[3] ?? '');
}
