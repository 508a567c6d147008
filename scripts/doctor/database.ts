import { isNull, sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import bossPackage from 'pg-boss/package.json' with { type: 'json' };
import { environments } from '#lib/authority-environment.ts';
import { latestBackupOf } from '#lib/backup/back-up.ts';
import { type Database, openWithoutMigrating } from '#lib/database/client.ts';
import { hostsOf, urlsByHost } from '#lib/database/hosts.ts';
import { compareSchema, encodingFault, encodingOf, encodingRemedy } from '#lib/database/migrate.ts';
import { hasOwnPostgres } from '#lib/database/own-postgres.ts';
import { vaultSecrets } from '#lib/database/tables/vault.ts';
import { webhookEndpoints } from '#lib/database/tables/webhooks.ts';
import { readKeys, refreshVault } from '#lib/database/vault-keys.ts';
import { env } from '#lib/env.ts';
import { readiness } from '#lib/health.ts';
import { allQueues, queueApplicationName, queueConnections } from '#lib/queue.ts';
import { assumptionsOf, wasTried } from '#lib/rehearsal/assumptions.ts';
import { judgeRecord, recordFileName } from '#lib/rehearsal/record.ts';
import { latestRecords } from '#lib/rehearsal/rehearsal.ts';
import { dayMs } from '#lib/time.ts';
import { codeOf, durationOf, type Finding, listed, note, ok, reasonOf, trouble } from './finding.ts';
import { examineSchema, expectedTables } from './schema-differences.ts';
import { examineReceivers } from './surroundings.ts';

const oldestPostgres = 150_000;
const timeoutMs = 10_000;

export async function examineDatabase(): Promise<Finding[]> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = env();
  if (!url && !hasOwnPostgres(dataDir))
    return [note('database', `there is no database in ${dataDir} yet: the first start creates one`)];
  const name = url ? `PostgreSQL at ${hostsOf(url)}` : `Alta's own PostgreSQL in ${dataDir}`;
  try {
    const opened = await openWithoutMigrating({ url, dataDir, poolSize: 2 });
    Object.assign(opened.pool.options, { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
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
    return [trouble('database', `${name}: ${failureOf(error)}`, url ? remedyOf(error, url) : ownRemedy)];
  }
}

const ownRemedy = 'The line above says what to do.';
const ownServer = note(
  'database',
  'Alta’s own PostgreSQL is for trials, development and tests',
  'To keep data for years, run a PostgreSQL of your own (docs/deployment.md#without-database_url).',
);

/** Messages of the pool and the driver when the time is up. They have no code. */
const timeouts = /timeout exceeded when trying to connect|due to connection timeout|Query read timeout/;

const failureOf = (error: unknown): string =>
  timeouts.test(reasonOf(error)) ? 'no answer within ten seconds' : reasonOf(error);

/** The remedy for a database that can not be used, by the network's error code or PostgreSQL's SQLSTATE. */
function remedyOf(error: unknown, url: string): string {
  const code = codeOf(error);
  const { username, pathname } = new URL(urlsByHost(url)[0] ?? url);
  const [role, name] = [decodeURIComponent(username) || 'alta', decodeURIComponent(pathname.slice(1))];
  if (timeouts.test(reasonOf(error)) || ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code))
    return 'A firewall drops the packets, the address in DATABASE_URL is wrong, or the server hangs.';
  const remedies: Record<string, string> = {
    ECONNREFUSED:
      'Start PostgreSQL, or correct host and port in DATABASE_URL. It must listen there (listen_addresses).',
    ENOTFOUND: 'The name cannot be resolved here: check the host in DATABASE_URL, and the resolver.',
    EAI_AGAIN: 'The resolver of this machine does not answer.',
    '28P01': `Correct the password of ${role} in DATABASE_URL. If nobody knows it: alter role ${role} password '…';`,
    '28000': `PostgreSQL does not admit ${role} from this machine: check pg_hba.conf and the user in DATABASE_URL.`,
    '3D000': `create database ${name} owner ${role} encoding 'UTF8' locale 'C.UTF-8' template template0;`,
    '53300':
      'End unused connections, lower DATABASE_POOL_SIZE, or raise the limit: max_connections, or that of the role or the database (alter role … connection limit).',
    '42501': `Give the database to the role that Alta uses: alter database ${name} owner to ${role};`,
    '57P03': 'PostgreSQL is starting or stopping: wait, or read its log.',
  };
  return remedies[code] ?? 'Check that it runs and accepts connections from here, and check DATABASE_URL.';
}

async function examineServer(db: Database, name: string): Promise<Finding[]> {
  const { rows } = await db.execute<{ version: number; number: string; bytes: string }>(
    sql`select current_setting('server_version_num')::int as version, current_setting('server_version') as number,
      pg_size_pretty(pg_database_size(current_database())) as bytes`,
  );
  const { version = 0, number = '', bytes = '' } = rows[0] ?? {};
  const status = await readiness(db);
  const described = `${name}: version ${number}, ${bytes}`;
  const encoding = await encodingOf(db);
  return [
    // An incomplete schema is described below.
    status === 'ok' || status === 'incomplete'
      ? ok('database', described)
      : trouble(
          'database',
          `${described}; it is ${status}`,
          status === 'read-only'
            ? 'It is a standby, its disk is full, or default_transaction_read_only is set: connect to the primary, or free space.'
            : 'A query that every instance makes fails or takes more than two seconds: see what is said below of rights and schema, or the log of PostgreSQL.',
        ),
    ...(version < oldestPostgres
      ? [trouble('database', `${number} is too old`, 'PostgreSQL 15 or newer is needed.')]
      : []),
    ...(encoding === 'UTF8' ? [] : [trouble('database', encodingFault(encoding), encodingRemedy)]),
    await examineConnections(db),
  ];
}

interface Limits extends Record<string, unknown> {
  server: number;
  role: number;
  database: number;
  is_superuser: boolean;
  /** Connections of the queue of all instances. */
  queue: number;
}

/** Connections of the instances, against what the server, the role and the database allow. */
async function examineConnections(db: Database): Promise<Finding> {
  const perInstance = env().DATABASE_POOL_SIZE + queueConnections;
  const { rows } = await db.execute<Limits>(sql`
    select current_setting('max_connections')::int - case when rolsuper then 0 else
        current_setting('superuser_reserved_connections')::int +
        coalesce(current_setting('reserved_connections', true), '0')::int end as server,
      rolconnlimit as role, datconnlimit as database, rolsuper as is_superuser,
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name = ${queueApplicationName}) as queue
    from pg_roles, pg_database where rolname = current_user and datname = current_database()`);
  const { server = 0, role = -1, database = -1, is_superuser = false, queue = 0 } = rows[0] ?? {};
  const limits: [string, number][] = [['max_connections without the reserved ones', server]];
  // Neither applies to a superuser.
  if (role >= 0 && !is_superuser) limits.push(['the limit of the role', role]);
  if (database >= 0 && !is_superuser) limits.push(['the limit of the database', database]);
  const [which, allowed] = limits.reduce((lowest, each) => (each[1] < lowest[1] ? each : lowest));
  // Each instance has one to five connections of the queue.
  const running = Math.ceil(queue / queueConnections);
  const fitting = Math.floor(allowed / perInstance);
  const message =
    `an instance opens up to ${perInstance} (DATABASE_POOL_SIZE and ${queueConnections} for the queue); ` +
    `${allowed} are allowed (${which}): enough for ${fitting === 1 ? '1 instance' : `${fitting} instances`}` +
    (running > 1 ? `, and at least ${running} are connected` : '');
  const remedy = 'Lower DATABASE_POOL_SIZE, or raise the limit.';
  if (fitting < Math.max(1, running)) return trouble('connections', message, remedy);
  return fitting < 2
    ? note('connections', message, `An upgrade of one instance after the other needs two. ${remedy}`)
    : ok('connections', message);
}

async function examineContents(db: Database): Promise<Finding[]> {
  const { findings, areUnreadable } = await examineOwners(db);
  if (areUnreadable) return findings;
  const state = await compareSchema(db).catch((error: unknown) =>
    trouble('schema', reasonOf(error), 'docs/upgrades.md says which versions go together.'),
  );
  // This build must not read another build's tables.
  if (typeof state !== 'string') return [...findings, state];
  const differences = state === 'older' ? [] : await examineSchema(db);
  if (state === 'older') findings.push(await examineOlderSchema(db));
  else if (state !== 'same' || differences.length === 0) findings.push(describeSchema[state]);
  findings.push(...differences, ...(await examineRights(db, state)));
  if (state === 'older') return findings;
  // A check that needs a missing table would only repeat that it is missing.
  const parts: [string, () => Promise<Finding[]>][] = [
    ['queue', () => examineQueue(db)],
    ['vault key', async () => [await examineKey(db)]],
    ['backup', async () => [await examineBackup(db)]],
    ['webhooks', () => examineEndpoints(db)],
    ['rehearsals', () => examineRehearsals(db)],
  ];
  for (const [about, examine] of parts) {
    const found = await examine().catch((error: unknown) => [
      differences.length > 0
        ? note(about, `not checked: ${reasonOf(error)}`)
        : trouble(about, failureOf(error), 'The log of PostgreSQL says more.'),
    ]);
    findings.push(...found);
  }
  return findings;
}

/** Tables that another role owns. Only their owner can migrate them. */
async function examineOwners(db: Database): Promise<{ findings: Finding[]; areUnreadable: boolean }> {
  const names = expectedTables().map(({ name }) => name);
  const { rows } = await db.execute<{
    owner: string;
    role: string;
    schema: string;
    is_usable: boolean;
    tables: number;
    is_bootstrap: boolean;
  }>(sql`
    select pg_get_userbyid(relowner) as owner, current_user as role, relnamespace::regnamespace::text as schema,
      count(*)::int as tables, relowner = 10 as is_bootstrap,
      bool_and(has_schema_privilege(relnamespace, 'usage') and has_table_privilege(pg_class.oid, 'select')
        and has_table_privilege(pg_class.oid, 'insert') and has_table_privilege(pg_class.oid, 'update')
        and has_table_privilege(pg_class.oid, 'delete')) as is_usable
    from pg_class where relkind in ('r', 'p') and not pg_has_role(relowner, 'usage')
      and (relnamespace = to_regnamespace('public') and relname = any(${sql.param(names)}::text[])
        or relnamespace in (select oid from pg_namespace where nspname in ('drizzle', 'pgboss')))
    group by relowner, relnamespace`);
  const findings = rows.map(({ owner, role, schema, tables, is_usable, is_bootstrap }) => {
    const handOver = `alter … owner to ${role}, for the schemas, tables, sequences and functions in public, drizzle and pgboss.`;
    const remedy = is_bootstrap
      ? handOver
      : `Put ${owner} into DATABASE_URL. Or, as a superuser: ${handOver}`;
    return is_usable
      ? note(
          'schema',
          `${tables} tables in ${schema} belong to ${owner}, so ${role} can not migrate them`,
          remedy,
        )
      : trouble(
          'schema',
          `${tables} tables in ${schema} belong to ${owner}, so ${role} may not use them`,
          remedy,
        );
  });
  return { findings, areUnreadable: rows.some(({ is_usable }) => !is_usable) };
}

const describeSchema = {
  same: ok('schema', 'has everything that this build’s migrations make'),
  newer: ok('schema', 'from a newer version, which this build can work with'),
};

/** A schema that lacks migrations of this build, or the list of them. */
async function examineOlderSchema(db: Database): Promise<Finding> {
  const { rows } = await db.execute<{ tables: string[] }>(sql`
    select coalesce(array_agg(relname::text), '{}') as tables from pg_class
    where relkind = 'r' and relnamespace = to_regnamespace('public')`);
  const tables = rows[0]?.tables ?? [];
  if (tables.length === 0)
    return note('schema', 'the database is empty: a start that succeeds creates the tables');
  const applied = await db
    .execute(sql`select 1 from drizzle.__drizzle_migrations`)
    .then(({ rows }) => rows.length)
    .catch(() => 0);
  if (applied === 0 && expectedTables().some(({ name }) => tables.includes(name)))
    return trouble(
      'schema',
      'the list of migrations, drizzle.__drizzle_migrations, is missing or empty, so the next start fails',
      'If somebody renamed it or its schema, rename it back. Otherwise restore a backup (docs/backup.md#restoring).',
    );
  return note('schema', 'older than this build: the next start migrates it', 'Take a backup first.');
}

/** A migration creates tables in `public`; the first one, and the queue, also create a schema. */
async function examineRights(
  db: Database,
  state: Awaited<ReturnType<typeof compareSchema>>,
): Promise<Finding[]> {
  const { rows } = await db.execute<{
    role: string;
    database: string;
    has_queue: boolean;
    in_database: boolean;
    in_schema: boolean;
  }>(sql`
    select current_user as role, current_database() as database, to_regnamespace('pgboss') is not null as has_queue,
      has_database_privilege(current_database(), 'create') as in_database,
      coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as in_schema`);
  const [row] = rows;
  if (!row || (row.in_database && row.in_schema)) return [];
  const places = [
    ...(row.in_database ? [] : [`database ${row.database}`]),
    ...(row.in_schema ? [] : ['schema public']),
  ];
  const message = `${row.role} may not create anything in the ${places.join(' and the ')}`;
  const grants = places.map((place) => `grant create on ${place} to ${row.role};`).join(' ');
  const remedy = `As a superuser, in this database: ${grants}`;
  return state === 'older' || !row.has_queue
    ? [trouble('rights', `${message}, so the next start fails`, remedy)]
    : [note('rights', `${message}, which the next upgrade needs`, remedy)];
}

const bossSchemaVersion = bossPackage.pgboss.schema;
const overdueSeconds = 15 * 60;
const makeQueueAnew =
  'Stop all instances, drop schema pgboss cascade; and start them: the entries are created again from the rows.';

/** The schema that pg-boss made, and whether the entries are worked off. */
async function examineQueue(db: Database): Promise<Finding[]> {
  const boss = new PgBoss({ db: fromDrizzle(db, sql) });
  const { rows: activity } = await db.execute<{ connections: number }>(sql`
    select count(*)::int as connections from pg_stat_activity
    where datname = current_database() and application_name = ${queueApplicationName}`);
  const { connections = 0 } = activity[0] ?? {};
  if (!(await boss.isInstalled()))
    return connections > 0
      ? [
          trouble(
            'queue',
            'the schema pgboss or its tables are missing: nothing is processed',
            'Restart an instance: it makes them, and the entries again from the rows.',
          ),
        ]
      : [
          note(
            'queue',
            'the schema pgboss is missing: the next start makes it, and its entries from the rows',
          ),
        ];
  const version = await boss.schemaVersion();
  const { rows } = await db.execute<{ name: string }>(sql`select name from pgboss.queue`);
  const missing = allQueues.filter((name) => !rows.some((row) => row.name === name));
  const findings = [
    ...(version === bossSchemaVersion ? await examineQueueSchema(boss) : [otherVersion(version)]),
    ...(missing.length > 0
      ? [
          trouble(
            'queue',
            `queues are missing: ${listed(missing)}`,
            'Restart an instance, which creates them.',
          ),
        ]
      : []),
    ...(await examineOverdue(db, connections)),
  ];
  return findings.length > 0 ? findings : [ok('queue', 'complete, and nothing waits for long')];
}

const otherVersion = (version: number | null): Finding =>
  note(
    'queue',
    `its schema has version ${version}, and this build’s has ${bossSchemaVersion}`,
    'The next start migrates an older one.',
  );

async function examineQueueSchema(boss: PgBoss): Promise<Finding[]> {
  const drift = await boss.detectSchemaDrift();
  const names = (of: { name: string }[]) => of.map(({ name }) => name);
  const differences: [string, string[]][] = [
    ['tables are missing', drift.missingTables],
    ['indexes are missing', names(drift.missing)],
    ['indexes are invalid', names(drift.invalid.filter(({ building }) => !building))],
    ['indexes differ', names(drift.mismatched)],
    ['functions are missing', names(drift.missingFunctions)],
    ['functions differ', names(drift.mismatchedFunctions)],
    [
      'columns are missing or differ',
      drift.columnDrift.flatMap(({ table, missingColumns, typeMismatches, nullabilityMismatches }) =>
        [...missingColumns, ...[...typeMismatches, ...nullabilityMismatches].map(({ column }) => column)].map(
          (column) => `${table}.${column}`,
        ),
      ),
    ],
    [
      'constraints are missing',
      drift.constraintDrift.flatMap(({ table, missingConstraints }) =>
        missingConstraints.map((each) => `${table} ${each}`),
      ),
    ],
  ];
  return differences.flatMap(([what, found]) =>
    found.length > 0 ? [trouble('queue', `${what} in pgboss: ${listed(found)}`, makeQueueAnew)] : [],
  );
}

/** A busy queue takes entries within seconds, so these wait for nobody. The alert `AltaQueueStuck` has the same limit. */
async function examineOverdue(db: Database, connections: number): Promise<Finding[]> {
  const { rows } = await db.execute<{ name: string; entries: number; seconds: number }>(sql`
    select name, count(*)::int as entries, extract(epoch from now() - min(start_after))::float8 as seconds
    from pgboss.job where state < 'active' and not blocked and start_after < now() - make_interval(secs => ${overdueSeconds})
    group by 1 order by 3 desc`);
  const [oldest] = rows;
  if (!oldest) return [];
  const queues = rows.map(({ name, entries }) => `${name} (${entries})`);
  return [
    trouble(
      'queue',
      `nobody takes the entries of ${listed(queues)}: the oldest has been due for ${durationOf(oldest.seconds)}`,
      connections > 0
        ? 'An instance is connected but hangs: end it, with kill -9 if TERM does not, and start it again (docs/operations.md#the-queue-is-stuck).'
        : 'No instance is connected to the queue: start one.',
    ),
  ];
}

/** With a backup every week, the next one is a day late. */
const backupTroubleDays = 8;

async function examineBackup(db: Database): Promise<Finding> {
  const at = await latestBackupOf(db);
  if (!at)
    return note(
      'backup',
      'npm run backup has never finished here',
      'Unless PostgreSQL is backed up in another way, set up a timer (docs/backup.md#making-one).',
    );
  const age = Date.now() - at.getTime();
  const message = `the latest finished ${durationOf(age / 1_000)} ago`;
  return age < backupTroubleDays * dayMs
    ? ok('backup', message)
    : trouble(
        'backup',
        message,
        'Read the log of the timer (docs/backup.md#making-one). If you back up in another way now: delete from latest_backup;',
      );
}

async function examineKey(db: Database): Promise<Finding> {
  if ((await readKeys(db)).length === 0)
    return (await db.$count(vaultSecrets)) === 0
      ? note('vault key', 'the database has none yet: the first start uses the configured one')
      : trouble(
          'vault key',
          'the table vault_keys is empty, though the database has sealed values',
          'Put its rows back from a backup (docs/backup.md#restoring). If the key was never changed, the next start makes the row.',
        );
  return refreshVault(db).then(
    ({ current }) =>
      ok('vault key', `${current} is current; all keys that the database needs are configured`),
    (error: unknown) => trouble('vault key', reasonOf(error), 'docs/operations.md#the-vault-key-is-missing'),
  );
}

async function examineEndpoints(db: Database): Promise<Finding[]> {
  const urls = await db
    .selectDistinct({ url: webhookEndpoints.url })
    .from(webhookEndpoints)
    .where(isNull(webhookEndpoints.disabledAt));
  return examineReceivers(urls.map(({ url }) => url));
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
