import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oncePerProcess } from './process-values.ts';

/** This build's version, from package.json. */
export const ownVersion = (): string =>
  oncePerProcess('version', () => {
    const { version } = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8'));
    return String(version);
  });

/** True if version `one` is older than `other`. Both consist of three numbers, such as `1.12.3`. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  const at = [0, 1, 2].find((place) => a?.[place] !== b?.[place]);
  return at !== undefined && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}
