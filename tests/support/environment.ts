import { replaceProcessValue } from '#lib/process-values.ts';

/**
 * Reconfigures this process as if it had been started with these values. Returns a function that undoes it.
 */
export function setEnvironment(values: Record<string, string>): () => void {
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, process.env[name] ?? '']));
  Object.assign(process.env, values);
  for (const made of ['env', 'vault.loading', 'vault.keys', 'vault.sealing-keys'])
    replaceProcessValue(made, undefined);
  return () => void setEnvironment(before);
}
