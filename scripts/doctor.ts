import { readFileSync } from 'node:fs';
import { env } from '#lib/env.ts';
import { loadVaultKeys } from '#lib/vault-keys.ts';
import { ownVersion } from '#lib/version.ts';
import { examineDatabase, examineDisk } from './doctor/database.ts';
import { type Finding, note, ok, reasonOf, trouble } from './doctor/finding.ts';
import {
  examineAuthority,
  examineInstance,
  examineMail,
  examineOrigin,
  examineProvider,
} from './doctor/surroundings.ts';

/**
 * `npm run doctor`: looks at everything that Alta needs, with the configuration it would start with, and says what is
 * wrong and how to mend it. It changes nothing, and works beside an instance that serves. Ends with 1 when something
 * is in trouble.
 */
const marks: Record<Finding['state'], string> = { ok: 'ok      ', note: 'note    ', trouble: 'TROUBLE ' };

const readable = await examineConfiguration();
const findings = [examineVersions(), readable, ...(readable.state === 'ok' ? await examine() : [])];
for (const { about, state, says, remedy } of findings) {
  // OpenSSL ends its words with a line end.
  console.log(`${marks[state]} ${about.padEnd(14)} ${says.trim()}`);
  if (remedy) console.log(`${' '.repeat(24)} ${remedy}`);
}
const troubles = findings.filter(({ state }) => state === 'trouble').length;
console.log(troubles === 0 ? '\nNothing is in trouble.' : `\nIn trouble: ${troubles}.`);
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
    return ok('configuration', 'can be used');
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
  const says = `Alta ${ownVersion()} on Node ${process.versions.node}`;
  return dependencies.node === process.versions.node
    ? ok('versions', says)
    : note('versions', says, `It is tested on ${dependencies.node}: npm run takes that one.`);
}
