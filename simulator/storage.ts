import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { AuthorityMaterial } from './authority/certification-authority.ts';
import type { Environment } from './environment.ts';
import type { Records } from './records.ts';

export type Snapshot = Record<Environment, { authority: AuthorityMaterial; records: Records }>;

export type Storage = { load(): Snapshot | undefined; save(snapshot: Snapshot): void };

/** One JSON file in `directory`, replaced as a whole: a killed process leaves the old or the new file. */
export function fileStorage(directory: string): Storage {
  const path = join(directory, 'simulator.json');
  mkdirSync(directory, { recursive: true });
  return {
    load() {
      try {
        return JSON.parse(readFileSync(path, 'utf8')) as Snapshot;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw new Error(`${path} can't be read; remove it to start afresh`, { cause: error });
      }
    },
    save(snapshot) {
      const draft = `${path}.${process.pid}.new`;
      // The file holds the private keys of the simulated authorities.
      const descriptor = openSync(draft, 'w', 0o600);
      writeSync(descriptor, JSON.stringify(snapshot, undefined, 1));
      fsyncSync(descriptor);
      closeSync(descriptor);
      renameSync(draft, path);
    },
  };
}

export function memoryStorage(): Storage {
  return { load: () => undefined, save: () => {} };
}
