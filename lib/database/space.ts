import { mebibytesLeft } from '#lib/free-space.ts';
import { log } from '#lib/log.ts';
import type { OpenDatabase } from './client.ts';

/**
 * On a full disk the embedded database does not fail: it tries for ever to write its log, and the process answers
 * nobody. So it stops storing while there is this much left, of which it takes 16 MiB at a time …
 */
const leftAtLeast = 64;
/** … stores again with some more, or it would go to and fro … */
const leftAgain = 80;
/** … and is not opened with less than this: to open it takes some as well. */
const leftToOpen = 32;

const lookEveryMs = 1_000;

/** @throws Error when the file system of `directory` has no room for a database that is being opened. */
export function refuseWithoutRoom(directory: string): void {
  const left = mebibytesLeft(directory);
  if (left >= leftToOpen) return;
  throw new Error(
    `The file system of ${directory} has ${left} MiB left, and the embedded database needs ${leftToOpen} to be opened ` +
      `and ${leftAgain} to store anything. Make room there; what it has is kept.`,
  );
}

/** From now on and until it is closed, an embedded database only reads while its file system is nearly full. */
export function watchSpace({ driver }: OpenDatabase): void {
  if (driver.kind !== 'embedded') return;
  const { pglite } = driver;
  const directory = pglite.dataDir ?? '';
  let stores = true;
  look();

  async function look(): Promise<void> {
    if (pglite.closed) return;
    await adjust().catch((error: unknown) =>
      log().error({ err: error }, 'the space left could not be looked at'),
    );
    setTimeout(look, lookEveryMs).unref();
  }

  async function adjust(): Promise<void> {
    const left = mebibytesLeft(directory);
    if (stores ? left >= leftAtLeast : left < leftAgain) return;
    await pglite.exec(`set default_transaction_read_only = ${stores ? 'on' : 'off'}`);
    stores = !stores;
    if (stores) log().warn({ mebibytes_left: left }, 'there is room again: everything is stored');
    else
      log().error({ mebibytes_left: left }, 'the disk is nearly full: nothing is stored until there is room');
  }
}
