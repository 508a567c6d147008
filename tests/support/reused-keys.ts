import crypto from 'node:crypto';
import { promisify } from 'node:util';

/*
 * An RSA key takes a core for some 50 ms, and the integration tests of one worker ask for hundreds. A worker
 * makes sixteen of each kind and then reuses them in turn, so that the keys of a test, and of the tests
 * around it, differ from each other. Processes started by tests make their own.
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

/** Copies a key's bytes, because they are wiped after use. */
const copied = (key: unknown) => (Buffer.isBuffer(key) ? Buffer.from(key) : key);

// Keys are only generated through promisify. This file runs once for each test file of a worker.
if (!(promisify.custom in crypto.generateKeyPair))
  Object.assign(crypto.generateKeyPair, { [promisify.custom]: reused });
