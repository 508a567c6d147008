import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { fastDirectory } from './fast-directory.ts';

/** A PostgreSQL of our own, in a temporary directory, on loopback, for the length of a test run. */
export interface TemporaryPostgres {
  url: string;
  /** Takes it away from those who use it, as a restart or a lost machine does; its data stay. */
  interrupt(): void;
  resume(): void;
  /** Ends it for good. */
  stop(): void;
}

// initdb and postgres refuse to run as root: `nobody` runs them then.
const nobody = 65_534;
const identity = () => (process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {});

export async function startPostgres({
  parent = fastDirectory(),
  configuration = '',
} = {}): Promise<TemporaryPostgres | undefined> {
  const programs = findPrograms();
  if (!programs) return undefined;
  const directory = mkdtempSync(join(parent, 'alta-postgres-'));
  if (process.getuid?.() === 0) chownSync(directory, nobody, nobody);
  const options = { ...identity(), cwd: directory, stdio: 'pipe' } as const;
  const data = join(directory, 'data');
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    options,
  );
  const port = await freePort();
  // Without waiting for the disk. A commit is still written before it is told of: a test ends the database at once.
  const settings = `-p ${port} -h 127.0.0.1 -k ${directory} -c max_connections=300 -c fsync=off -c full_page_writes=off ${configuration}`;
  const control = (...args: string[]) =>
    spawnSync(join(programs, 'pg_ctl'), ['-D', data, '-w', ...args], { ...options, stdio: 'ignore' });
  const start = () => {
    const { status } = control('-o', settings, '-l', join(directory, 'log'), 'start');
    if (status !== 0) throw new Error('PostgreSQL did not start.');
  };
  const interrupt = () => void control('-m', 'immediate', 'stop');
  start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    interrupt,
    resume: start,
    stop() {
      interrupt();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A database of its own on that server: a copy of `template`, to which nobody may be connected then. */
export async function createDatabase(serverUrl: string, template = 'template1'): Promise<string> {
  const name = `alta_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString();
}

function findPrograms(): string | undefined {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : [];
  const onPath = (process.env.PATH ?? '').split(':');
  const places = [...versions.map((version) => join(packaged, version, 'bin')), ...onPath];
  return places.find((place) =>
    ['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(place, name))),
  );
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
