import { existsSync, readFileSync } from 'node:fs';
import { isNull, sql } from 'drizzle-orm';
import { environments } from '#lib/authority-environment.ts';
import { type Database, openWithoutMigrating } from '#lib/database/client.ts';
import { hostsOf } from '#lib/database/hosts.ts';
import { compareSchema } from '#lib/database/migrate.ts';
import { hasOwnPostgres } from '#lib/database/own-postgres.ts';
import { webhookEndpoints } from '#lib/database/tables/webhooks.ts';
import { readKeys, refreshVault } from '#lib/database/vault-keys.ts';
import { env } from '#lib/env.ts';
import { mebibytesLeft, readiness } from '#lib/health.ts';
import { assumptionsOf, wasTried } from '#lib/rehearsal/assumptions.ts';
import { judgeRecord, recordFileName } from '#lib/rehearsal/record.ts';
import { latestRecords } from '#lib/rehearsal/rehearsal.ts';
import { loadVaultKeys } from '#lib/vault.ts';
import { ownVersion } from '#lib/version.ts';
import { type Finding, note, ok, reasonOf, trouble } from './doctor/finding.ts';
import {
  examineAuthority,
  examineInstance,
  examineMail,
  examineOrigin,
  examineProvider,
  examineReceivers,
} from './doctor/surroundings.ts';

/** Alta's own PostgreSQL writes its log in segments of 16 MiB. */
const minimumMebibytes = 80;
const comfortableMebibytes = 1_024;
const oldestPostgres = 150_000;

async function examineDatabase(): Promise<Finding[]> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = env();
  if (!url && !hasOwnPostgres(dataDir))
    return [note('database', `there is no database in ${dataDir} yet: the first start creates one`)];
  const name = url ? `PostgreSQL at ${hostsOf(url)}` : `Alta's own PostgreSQL in ${dataDir}`;
  try {
    const opened = await openWithoutMigrating({ url, dataDir, poolSize: 2 });
    try {
      return [
        ...(await examineServer(opened.db, name)),
        ...(url ? [] : [ownServer]),
        ...(await examineContents(opened.db)),
      ];
    } finally {
      await opened.close();
    }
  } catch (error) {
    const remedy = url
      ? 'Check that it runs and accepts connections from here, and check DATABASE_URL.'
      : 'The line above says what to do.';
    return [trouble('database', `${name}: ${reasonOf(error)}`, remedy)];
  }
}

const ownServer = note(
  'database',
  'Alta’s own PostgreSQL is for trials, development and tests',
  'To keep data for years, run a PostgreSQL of your own (docs/deployment.md#without-database_url).',
);

/** Checks this machine's disk only. An external PostgreSQL's disk is not visible. */
function examineDisk(): Finding {
  const { DATA_DIR, DATABASE_URL } = env();
  const directory = existsSync(DATA_DIR) ? DATA_DIR : '.';
  const left = mebibytesLeft(directory);
  const message = `${left} MiB left for ${DATA_DIR}`;
  if (left >= comfortableMebibytes) return ok('disk', message);
  const remedy = 'Free space there (docs/operations.md#the-disk-is-full).';
  return left < minimumMebibytes && !DATABASE_URL
    ? trouble('disk', message, remedy)
    : note('disk', message, remedy);
}

async function examineServer(db: Database, name: string): Promise<Finding[]> {
  const { rows } = await db.execute<{ version: number; number: string; bytes: string }>(
    sql`select current_setting('server_version_num')::int as version, current_setting('server_version') as number,
      pg_size_pretty(pg_database_size(current_database())) as bytes`,
  );
  const { version = 0, number = '', bytes = '' } = rows[0] ?? {};
  const status = await readiness(db);
  const described = `${name}: version ${number}, ${bytes}`;
  return [
    status === 'ok'
      ? ok('database', described)
      : trouble(
          'database',
          `${described}; it is ${status}`,
          'It is a standby, its disk is full, or default_transaction_read_only is set: connect to the primary, or free space.',
        ),
    ...(version < oldestPostgres
      ? [trouble('database', `${number} is too old`, 'PostgreSQL 15 or newer is needed.')]
      : []),
  ];
}

async function examineContents(db: Database): Promise<Finding[]> {
  const schema = await compareSchema(db).then(
    (state) => describeSchema[state],
    (error: unknown) =>
      trouble('schema', reasonOf(error), 'docs/upgrades.md says which versions go together.'),
  );
  // This build must not read another build's tables.
  if (schema.state !== 'ok') return [schema];
  const urls = await db
    .selectDistinct({ url: webhookEndpoints.url })
    .from(webhookEndpoints)
    .where(isNull(webhookEndpoints.disabledAt));
  return [
    schema,
    await examineKey(db),
    ...(await examineReceivers(urls.map(({ url }) => url))),
    ...(await examineRehearsals(db)),
  ];
}

/** Which assumptions about the authority somebody has confirmed here (docs/rehearsal.md). */
async function examineRehearsals(db: Database): Promise<Finding[]> {
  const records = await latestRecords(db);
  return environments.map((environment) => {
    const about = `${environment} arca`;
    const record = records.find((each) => each.environment === environment);
    const expected = assumptionsOf(environment).length;
    if (record?.authority !== 'arca') {
      const instead = record ? 'a rehearsal at the stand-in confirms nothing' : 'nobody has rehearsed here';
      return note(
        about,
        `${instead}: 0 of ${expected} assumptions are confirmed`,
        'npm run rehearse (docs/rehearsal.md).',
      );
    }
    const tried = judgeRecord(record).filter(({ came }) => wasTried(came));
    const different = tried.filter(({ holds }) => !holds).map(({ assumption }) => assumption);
    const confirmed = tried.length - different.length;
    const says = `${confirmed} of ${expected} assumptions are confirmed by ${recordFileName(record)}, of ${record.day}`;
    return different.length === 0
      ? ok(about, says)
      : note(
          about,
          `${says}; different: ${different.join(', ')}`,
          'Each id begins with the section that says what depends on it (docs/authority.md#hosts).',
        );
  });
}

const describeSchema: Record<Awaited<ReturnType<typeof compareSchema>>, Finding> = {
  same: ok('schema', 'matches this build'),
  newer: ok('schema', 'from a newer version, which this build can work with'),
  older: note('schema', 'older than this build: the next start migrates it', 'Take a backup first.'),
};

async function examineKey(db: Database): Promise<Finding> {
  if ((await readKeys(db)).length === 0)
    return note('vault key', 'the database has none yet: the first start uses the configured one');
  return refreshVault(db).then(
    ({ current }) =>
      ok('vault key', `${current} is current; all keys that the database needs are configured`),
    (error: unknown) => trouble('vault key', reasonOf(error), 'docs/operations.md#the-vault-key-is-missing'),
  );
}

/**
 * `npm run doctor`: checks everything that Alta needs, with the configuration it would start with, and prints
 * problems and how to fix them. It changes nothing and can run beside a running instance. It exits with 1 if
 * there is trouble.
 */
const marks: Record<Finding['state'], string> = { ok: 'ok      ', note: 'note    ', trouble: 'TROUBLE ' };

const readable = await examineConfiguration();
const findings = [examineVersions(), readable, ...(readable.state === 'ok' ? await examine() : [])];
for (const { about, state, message, remedy } of findings) {
  // OpenSSL's messages end with a newline.
  console.log(`${marks[state]} ${about.padEnd(14)} ${message.trim()}`);
  if (remedy) console.log(`${' '.repeat(24)} ${remedy}`);
}
const troubles = findings.filter(({ state }) => state === 'trouble').length;
console.log(troubles === 0 ? '\nNo trouble found.' : `\nTroubles found: ${troubles}.`);
process.exit(troubles === 0 ? 0 : 1);

async function examine(): Promise<Finding[]> {
  const instance = await examineInstance();
  const [database, origin, authority, mail, provider] = await Promise.all([
    examineDatabase(),
    examineOrigin(),
    examineAuthority(),
    examineMail(),
    examineProvider(),
  ]);
  return [instance, ...database, examineDisk(), ...authority, ...origin, mail, ...provider];
}

async function examineConfiguration(): Promise<Finding> {
  try {
    env();
    await loadVaultKeys();
    return ok('configuration', 'is valid');
  } catch (error) {
    return trouble(
      'configuration',
      reasonOf(error),
      'Names and defaults of all variables: docs/configuration.md.',
    );
  }
}

function examineVersions(): Finding {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const message = `Alta ${ownVersion()} on Node ${process.versions.node}`;
  return dependencies.node === process.versions.node
    ? ok('versions', message)
    : note('versions', message, `Alta is tested with Node ${dependencies.node}, which npm run uses.`);
}
