import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#lib/database/client.ts';
import { openInstallation } from '#lib/database/installation.ts';
import { rotateVault } from '#lib/database/rotate-vault.ts';
import { countSealed, type SealedCount } from '#lib/database/sealed-counts.ts';
import { verifySealed } from '#lib/database/sealed-values.ts';
import { readKeys, reopenRotation, takeUpFirstKey, type VaultKeyRow } from '#lib/database/vault-state.ts';
import { newTransitKey } from '#lib/vault-transit.ts';

/**
 * `npm run keys -- status | rotate | verify | wrapped`: with which keys what is sealed; to wrap all of it under the
 * current one; whether all of it opens; a new key that a transit engine keeps. What to do in which order: docs/keys.md.
 */
const commands = {
  status: () => withDatabase(status),
  rotate: () => withDatabase(rotate),
  verify: () => withDatabase(verify),
  wrapped: async () => console.log(await newTransitKey()),
};
const [asked = ''] = process.argv.slice(2);

if (!Object.hasOwn(commands, asked)) {
  console.error('npm run keys -- status | rotate | verify | wrapped');
  process.exit(2);
}
await commands[asked as keyof typeof commands]().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

async function withDatabase(command: (db: Database) => Promise<void>): Promise<void> {
  const opened = await openInstallation(2);
  await command(opened.db).finally(() => opened.close());
}

async function status(db: Database): Promise<void> {
  const [keys, counts] = [await readKeys(db), await countSealed(db)];
  for (const key of keys) console.log(`${key.id}  ${stateOf(key)}`);
  console.log(`\n${'sealed under'.padEnd(12)}  ${'values'.padStart(9)}  column`);
  for (const { column, keyId, count } of counts) {
    console.log(`${keyId}  ${String(count).padStart(9)}  ${column}`);
  }
  const left = counts.filter(({ keyId }) => !keys.some(({ id, unusedAt }) => id === keyId && !unusedAt));
  if (left.length === 0) return;
  console.error(
    `\n${sum(left)} values are under a key that was thought not to be needed any more. Configure it once more, after the ` +
      'current one, and run `npm run keys -- rotate`.',
  );
  process.exitCode = 1;
}

function stateOf({ current, completeAt, unusedAt }: VaultKeyRow): string {
  if (unusedAt) return `former, not needed since ${unusedAt.toISOString()}`;
  if (!current) return 'former, still needed';
  return completeAt ? 'current; no other is needed' : 'current';
}

/** Does what every process of the application does by itself, beside them, and tells of it. Ended, it can be begun again. */
async function rotate(db: Database): Promise<void> {
  await takeUpFirstKey(db);
  const current = (await readKeys(db)).find((key) => key.current);
  if (current?.completeAt && isLeft(await countSealed(db), current)) await reopenRotation(db);
  let all = 0;
  let wasSettling = false;
  for (let isOver = false; !isOver; ) {
    const { state, rewrapped, passedOver, unopened } = await rotateVault(db);
    all += rewrapped;
    if (rewrapped > 0) console.log(`${all} values are wrapped anew.`);
    if (unopened > 0) {
      throw new Error(`${unopened} values do not open: \`npm run keys -- verify\` names them.`);
    }
    if (state === 'settling' && !wasSettling)
      console.log('Nothing is left. To be certain, all is looked through again in a minute.');
    wasSettling = state === 'settling';
    isOver = state === 'settled' || state === 'complete';
    if (!isOver) await wait(rewrapped + passedOver > 0 ? 1_000 : 20_000);
  }
  console.log('Everything is sealed under the current key.\n');
  await status(db);
}

const isLeft = (counts: SealedCount[], { id }: VaultKeyRow): boolean =>
  counts.some(({ keyId }) => keyId !== id);

function sum(counts: SealedCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

async function verify(db: Database): Promise<void> {
  let anyFailed = false;
  for (const { name, opened, failed, failures } of await verifySealed(db)) {
    console.log(`${String(opened).padStart(9)} open  ${String(failed).padStart(6)} do not  ${name}`);
    for (const { place, reason } of failures) console.log(`    row ${place.row}: ${reason}`);
    anyFailed ||= failed > 0;
  }
  console.log(anyFailed ? 'Not everything opens.' : 'Everything opens.');
  if (anyFailed) process.exitCode = 1;
}
