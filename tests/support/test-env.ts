import { createSecretKey, randomBytes } from 'node:crypto';
import { replaceShared } from '#lib/shared.ts';

/**
 * What a test process reads as its environment, unless a file sets it otherwise. A worker runs many files: what one has
 * set, and what was made from it, is nothing to the next.
 */
const worker = globalThis as { environmentOfWorker?: NodeJS.ProcessEnv };
worker.environmentOfWorker ??= {
  ALTA_VAULT_KEY: randomBytes(32).toString('base64'),
  LOG_LEVEL: 'silent',
  ALTA_ORIGIN: 'http://alta.test',
  ...process.env,
};
const ofWorker = worker.environmentOfWorker;
for (const name of Object.keys(process.env)) if (!(name in ofWorker)) delete process.env[name];
Object.assign(process.env, ofWorker);

for (const key of Object.getOwnPropertySymbols(globalThis)) {
  const [, name] = /^alta\.(.*)/.exec(Symbol.keyFor(key) ?? '') ?? [];
  if (name) replaceShared(name, undefined);
}

// What is hashed without a database; each that is opened has secrets of its own.
replaceShared('vault.secrets', { lookup: createSecretKey(randomBytes(32)), login: 'login' });
