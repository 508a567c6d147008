import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { controlServer, makeServer } from '#lib/database/own-postgres.ts';
import { fastDirectory } from './fast-directory.ts';

/** A PostgreSQL in a temporary directory, on loopback, for the length of a test run. */
export interface TemporaryPostgres {
  url: string;
  /** Stops it under its users, like a restart or a lost machine. Its data is kept. */
  interrupt(): Promise<void>;
  resume(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

export async function startPostgres({
  parent = fastDirectory(),
  configuration = '',
} = {}): Promise<TemporaryPostgres> {
  const directory = await makeServer(mkdtempSync(join(parent, 'alta-postgres-')));
  writeFileSync(join(directory, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
  const port = await freePort();
  // Does not wait for the disk. A commit is still written before it is confirmed: a test ends the database at
  // once.
  const settings = `-p ${port} -h 127.0.0.1 -c unix_socket_directories= -c max_connections=300 -c fsync=off -c full_page_writes=off ${configuration}`;
  const start = () => controlServer(directory, 'start', '-l', join(directory, 'log'), '-o', settings);
  const interrupt = () => controlServer(directory, 'stop', '-m', 'immediate');
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    interrupt,
    resume: start,
    async stop() {
      await interrupt();
      rmSync(dirname(directory), { recursive: true, force: true });
    },
  };
}

/** A new database on that server: a copy of `template`, which must have no connections then. */
export async function createDatabase(serverUrl: string, template = 'template1'): Promise<string> {
  const name = `alta_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString();
}

/**
 * A port that nobody listens on now. Drawn at random from below the range for outgoing connections (Linux:
 * from 32768), so that until it is used neither one of these takes it, nor another run, to which the system
 * would give the same port.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
  throw new Error('no port is free');
}
