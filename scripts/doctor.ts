import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { env } from '#lib/env.ts';
import { buildId, mebibytesLeft } from '#lib/health.ts';
import { loadVaultKeys } from '#lib/vault.ts';
import { ownVersion } from '#lib/version.ts';
import { examineDatabase } from './doctor/database.ts';
import { type Finding, note, ok, reasonOf, trouble } from './doctor/finding.ts';
import {
  examineAuthority,
  examineInstance,
  examineMail,
  examineOrigin,
  examineProvider,
} from './doctor/surroundings.ts';

/** Alta's own PostgreSQL writes its log in segments of 16 MiB. */
const minimumMebibytes = 80;
const comfortableMebibytes = 1_024;

/** Marks shared directories such as /tmp. A start refuses them. */
const stickyBit = 0o1000;

/** `DATA_DIR` has Alta's own PostgreSQL and the mails that no server takes. Without both, nothing is written there. */
function examineDataDirectory(): Finding[] {
  const { DATA_DIR, DATABASE_URL, SMTP_URL } = env();
  if (DATABASE_URL && SMTP_URL) return [];
  let directory = resolve(DATA_DIR);
  while (!existsSync(directory)) directory = dirname(directory);
  try {
    // The trailing slash refuses a file.
    accessSync(`${directory}/`, constants.W_OK | constants.X_OK);
    const isShared = directory === resolve(DATA_DIR) && statSync(directory).mode & stickyBit;
    if (isShared) throw new Error('it is shared with other users, as /tmp is');
    return [];
  } catch (error) {
    return [
      trouble(
        'data directory',
        `DATA_DIR, ${DATA_DIR}: ${reasonOf(error)}`,
        'Set DATA_DIR to a directory that the user of this process may write, or change the owner of this one.',
      ),
    ];
  }
}

function examineBuild(): Finding {
  return buildId()
    ? ok('build', 'is complete')
    : trouble('build', 'there is none, or it is not complete, so npm start fails', 'Run npm run build.');
}

/** Checks this machine's disk only. An external PostgreSQL's disk is not visible. */
function examineDisk(): Finding {
  const { DATA_DIR, DATABASE_URL, SMTP_URL } = env();
  const directory = existsSync(DATA_DIR) ? DATA_DIR : '.';
  const left = mebibytesLeft(directory);
  const message = `${left} MiB left for ${DATA_DIR}`;
  if (left >= comfortableMebibytes) return ok('disk', message);
  const remedy = 'Free space there (docs/operations.md#the-disk-is-full).';
  const isNeeded = !DATABASE_URL || !SMTP_URL;
  return left < minimumMebibytes && isNeeded
    ? trouble('disk', message, remedy)
    : note('disk', message, remedy);
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
  const lines = [...message.trim().split('\n'), ...(remedy ? remedy.split('\n') : [])];
  console.log(`${marks[state]} ${about.padEnd(14)} ${lines.join(`\n${' '.repeat(25)}`)}`);
}
const troubles = findings.filter(({ state }) => state === 'trouble').length;
console.log(troubles === 0 ? '\nNo trouble found.' : `\nTroubles found: ${troubles}.`);
process.exit(troubles === 0 ? 0 : 1);

async function examine(): Promise<Finding[]> {
  const [instance, database, origin, authority, mail, provider] = await Promise.all([
    examineInstance(),
    examineDatabase(),
    examineOrigin(),
    examineAuthority(),
    examineMail(),
    examineProvider(),
  ]);
  return [
    instance,
    examineBuild(),
    ...database,
    ...examineDataDirectory(),
    examineDisk(),
    ...authority,
    ...origin,
    mail,
    ...provider,
  ];
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
