import { createSecretKey, randomBytes } from 'node:crypto';
import { replaceProcessValue } from '#lib/process-values.ts';

/**
 * Environment of a test process, unless a file overrides it. A worker runs many files: settings of one file,
 * and what was made from them, must not reach the next.
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
  if (name) replaceProcessValue(name, undefined);
}

// For hashes without a database. Each opened database has secrets of its own.
replaceProcessValue('vault.secrets', { lookup: createSecretKey(randomBytes(32)) });
