import crypto from 'node:crypto';
import { promisify } from 'node:util';

/*
 * An RSA key takes a core for a fifth of a second, and the integration tests of one worker ask for hundreds. A worker
 * makes so many of each kind, and from then on gives them out again in turn: those of a test, and of the tests around
 * it, differ from each other. Processes that tests start make their own.
 */
const madeOfEachKind = 16;

type Pair = { publicKey: unknown; privateKey: unknown };

const generate = promisify(crypto.generateKeyPair) as (...kind: unknown[]) => Promise<Pair>;
const pools = new Map<string, { pairs: Promise<Pair>[]; given: number }>();

async function reused(...kind: unknown[]): Promise<Pair> {
  const name = JSON.stringify(kind);
  const pool = pools.get(name) ?? { pairs: [], given: 0 };
  pools.set(name, pool);
  const at = pool.given++ % madeOfEachKind;
  pool.pairs[at] ??= generate(...kind);
  const { publicKey, privateKey } = await pool.pairs[at];
  return { publicKey: copied(publicKey), privateKey: copied(privateKey) };
}

/** Who gets the bytes of a key wipes them after use. */
const copied = (key: unknown) => (Buffer.isBuffer(key) ? Buffer.from(key) : key);

// Whoever makes keys does it by promisify. A worker runs many files, and this for each.
if (!(promisify.custom in crypto.generateKeyPair))
  Object.assign(crypto.generateKeyPair, { [promisify.custom]: reused });
