import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, stopChild, waitUntilReady } from '../../scripts/child.ts';
import { type Seeded, seedWorkspaces } from './e2e-seed.ts';
import { createDatabase, freePort } from './postgres.ts';
import { type RunningSimulator, startSimulator } from './simulator.ts';

/** The production build with its own database and simulator. */
export interface E2eAlta {
  origin: string;
  simulator: RunningSimulator;
  seeded: Seeded;
  stop(): Promise<void>;
}

/** Shorter than the wizard's wait for a login, so that a silent authority shows both waiting pages. */
const authorityTimeoutSeconds = '6';

interface Settings {
  rateLimitFactor: string;
  portalShortcuts: 'on' | 'off';
}

export async function startAlta(settings: Settings): Promise<E2eAlta> {
  const simulator = await startSimulator();
  const { origin, environment } = await newEnvironment({
    ...settings,
    simulatorUrl: simulator.url,
    databaseUrl: await createDatabase(process.env.E2E_POSTGRES_URL ?? '', process.env.E2E_POSTGRES_TEMPLATE),
  });
  // The seed runs here with the application's settings: its vault key and the origin of its links.
  Object.assign(process.env, environment);
  const seeded = await seedWorkspaces({ url: environment.DATABASE_URL, dataDir: environment.DATA_DIR });
  const application = await startApplication(origin, environment);
  return {
    origin,
    simulator,
    seeded,
    async stop() {
      await application.stop();
      await simulator.stop();
    },
  };
}

/**
 * The application after its first start, on a PostgreSQL of its own and without accounts. Browsers offer
 * passkeys for the name `localhost`, but not for its address.
 */
export async function startEmptyAlta(host = '127.0.0.1'): Promise<RunningApplication & { origin: string }> {
  const { origin, environment } = await newEnvironment({
    host,
    rateLimitFactor: '1000',
    portalShortcuts: 'off',
    simulatorUrl: 'http://127.0.0.1:1',
    databaseUrl: '',
  });
  return { origin, ...(await startApplication(origin, environment)) };
}

interface Given extends Settings {
  host?: string;
  simulatorUrl: string;
  databaseUrl: string;
}

async function newEnvironment(given: Given) {
  const { host = '127.0.0.1', rateLimitFactor, portalShortcuts, simulatorUrl, databaseUrl } = given;
  const port = await freePort();
  const origin = `http://${host}:${port}`;
  const environment = {
    NODE_ENV: 'production',
    PORT: String(port),
    ALTA_ORIGIN: origin,
    ALTA_VAULT_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: databaseUrl,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'alta-e2e-')),
    ARCA_SANDBOX_URL: `${simulatorUrl}/sandbox`,
    ARCA_LIVE_URL: `${simulatorUrl}/live`,
    ARCA_TIMEOUT_SECONDS: authorityTimeoutSeconds,
    // Otherwise no delegation would be noticed for ten minutes.
    ARCA_SHARED_TICKET_SECONDS: '1',
    ARCA_PORTAL_SHORTCUTS: portalShortcuts,
    RATE_LIMIT_FACTOR: rateLimitFactor,
    // The integrator's receiver runs on this machine.
    WEBHOOK_LOOPBACK: 'allow',
    LOG_LEVEL: 'warn',
  };
  return { origin, environment };
}

interface RunningApplication {
  /** Everything printed so far. */
  output(): string;
  stop(): Promise<void>;
}

async function startApplication(
  origin: string,
  environment: Record<string, string> & { DATA_DIR: string },
): Promise<RunningApplication> {
  const lines: string[] = [];
  const child = startChild('scripts/start.ts', environment, (line) => lines.push(line));
  process.once('exit', () => child.kill('SIGKILL'));
  await waitUntilReady(`${origin}/api/health/ready`, child).catch((error: Error) => {
    throw new Error(`${error.message}\n${lines.join('\n')}`);
  });
  return {
    output: () => lines.join('\n'),
    async stop() {
      await stopChild(child);
      rmSync(environment.DATA_DIR, { recursive: true, force: true });
    },
  };
}
