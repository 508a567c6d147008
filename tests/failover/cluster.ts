import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '#tests/support/postgres.ts';

/** Two PostgreSQL nodes under Patroni with deploy/patroni/patroni.yaml, one etcd and HAProxy, all on loopback. */
export interface Cluster {
  /** The URL that docs/operations.md recommends, with both nodes. */
  url: string;
  /** The URL through HAProxy. */
  proxiedUrl: string;
  setSynchronous(isSynchronous: boolean): Promise<void>;
  /** Waits until there is a primary and a standby that follows it. Returns the primary. */
  settled(): Promise<Node>;
  stop(): Promise<void>;
}

interface Node {
  name: string;
  /** Ends Patroni and all of PostgreSQL at once, as a lost machine would. */
  kill(): Promise<void>;
  /** Stops the sending to the standby, which from then on lacks what is written. */
  cutReplication(): void;
  /** Stops them without ending them: connections stay open, and nothing answers. */
  freeze(): void;
  start(): void;
}

const programs = ['patroni', 'etcd', 'haproxy'];
const postgresPrograms = '/usr/lib/postgresql';

export async function startCluster(): Promise<Cluster> {
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0);
  if (missing.length > 0 || !existsSync(postgresPrograms))
    throw new Error('Not tested. Needed here: apt-get install patroni etcd-server haproxy postgresql');
  const version = readdirSync(postgresPrograms).toSorted((a, b) => Number(b) - Number(a))[0] ?? '';
  const directory = mkdtempSync(join(tmpdir(), 'alta-failover-'));
  chmodSync(directory, 0o755);
  const user = postgresUser();
  const [etcd, etcdPeer, haproxy] = [await freePort(), await freePort(), await freePort()];
  const password = randomBytes(12).toString('hex');
  const children = new Set<ChildProcess>();

  /** PostgreSQL refuses to run as root. */
  const start = (program: string, args: string[], env: Record<string, string> = {}, log = program) => {
    const output = openSync(join(directory, `${log}.log`), 'a');
    const child = spawn(program, args, {
      cwd: directory,
      env: { NODE_ENV: 'test', PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: directory, ...env },
      stdio: ['ignore', output, output],
      ...user,
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };

  const folderOf = (name: string) => {
    const folder = join(directory, name);
    mkdirSync(folder, { mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
    return folder;
  };

  const etcdUrl = `http://127.0.0.1:${etcd}`;
  const peerUrl = `http://127.0.0.1:${etcdPeer}`;
  start('etcd', [
    ...['--name', 'only', '--data-dir', folderOf('etcd')],
    ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
    ...['--initial-cluster', `only=${peerUrl}`],
  ]);

  const newNode = async (name: string) => {
    const [port, api] = [await freePort(), await freePort()];
    const folder = folderOf(name);
    const env = {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcd}`,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${api}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${api}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: join(postgresPrograms, version, 'bin'),
      PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_PASSWORD: password,
    };
    let patroni: ChildProcess;
    /** Patroni and the server it started, whose other processes end with that one. */
    const processes = () => {
      const lock = join(folder, 'data', 'postmaster.pid');
      const postmaster = existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : undefined;
      return { postmaster, all: [patroni.pid, postmaster, ...(postmaster ? childrenOf(postmaster) : [])] };
    };
    const node = {
      name,
      port,
      api,
      start() {
        patroni = start('patroni', [resolve('deploy/patroni/patroni.yaml')], env, name);
      },
      async kill() {
        const { postmaster, all } = processes();
        const gone = children.has(patroni) ? once(patroni, 'exit') : undefined;
        for (const pid of all) signal(pid, 'SIGKILL');
        await gone;
        while (postmaster && childrenOf(postmaster).length > 0) await sleep(20);
      },
      cutReplication() {
        for (const pid of processes().all)
          if (pid && titleOf(pid).includes('walsender')) signal(pid, 'SIGSTOP');
      },
      freeze() {
        for (const pid of processes().all) signal(pid, 'SIGSTOP');
      },
    };
    node.start();
    return node;
  };
  const nodes = [await newNode('node1'), await newNode('node2')];
  const [one, two] = nodes as [(typeof nodes)[number], (typeof nodes)[number]];

  start('haproxy', ['-db', '-f', resolve('deploy/patroni/haproxy.cfg')], {
    BIND: `127.0.0.1:${haproxy}`,
    NODE1: `127.0.0.1:${one.port}`,
    NODE1_API: String(one.api),
    NODE2: `127.0.0.1:${two.port}`,
    NODE2_API: String(two.api),
  });

  /** The answer of either node's Patroni; undefined if none answers in time. */
  const ask = async (path: string, init: RequestInit = {}) => {
    for (const { api } of nodes) {
      try {
        const signal = AbortSignal.timeout(5_000);
        const answer = await fetch(`http://127.0.0.1:${api}${path}`, { ...init, signal });
        if (answer.ok) return await answer.json();
      } catch {
        // The next node is asked.
      }
    }
    return undefined;
  };

  let isSynchronous = true;
  async function settled(): Promise<Node> {
    for (const until = Date.now() + 600_000; Date.now() < until; await sleep(250)) {
      const members: Member[] = (await ask('/cluster'))?.members ?? [];
      const primary = members.find(({ role }) => role === 'leader');
      const standby = members.find(({ role }) => role === (isSynchronous ? 'sync_standby' : 'replica'));
      const follows =
        /^(running|streaming)$/.test(standby?.state ?? '') && standby?.timeline === primary?.timeline;
      const node = nodes.find(({ name }) => name === primary?.name);
      if (node && follows) return node;
    }
    throw new Error(`The cluster did not settle within ten minutes: see ${directory}`);
  }

  await settled();
  const hosts = `127.0.0.1:${one.port},127.0.0.1:${two.port}`;
  const login = `alta:${password}`;
  await createDatabase(`127.0.0.1:${haproxy}`, password);
  return {
    url: `postgres://${login}@${hosts}/alta?target_session_attrs=read-write`,
    proxiedUrl: `postgres://${login}@127.0.0.1:${haproxy}/alta`,
    settled,
    async setSynchronous(wanted) {
      isSynchronous = wanted;
      await ask('/config', { method: 'PATCH', body: JSON.stringify({ synchronous_mode: wanted }) });
    },
    async stop() {
      for (const node of nodes) await node.kill();
      for (const child of children) child.kill('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

async function createDatabase(host: string, password: string): Promise<void> {
  const client = new Client({ connectionString: `postgres://postgres:${password}@${host}/postgres` });
  await client.connect();
  await client.query(`create role alta login password '${password}'`);
  await client.query('create database alta owner alta');
  await client.end();
}

function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' });
  return stdout.trim().split(/\s+/).filter(Boolean).map(Number);
}

const titleOf = (pid: number): string =>
  spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' }).stdout;

function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid) process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}
