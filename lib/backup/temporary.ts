import { rmSync } from 'node:fs';

const paths = new Set<string>();

/** Removes what is there when this process ends, however somebody ends it who lets it. */
export function removeAtEnd(path: string): void {
  if (paths.size === 0) removeAllAtEnd();
  paths.add(path);
}

function removeAllAtEnd(): void {
  process.once('exit', () => {
    for (const path of paths) rmSync(path, { recursive: true, force: true });
  });
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.once(signal, () => process.exit(code));
}
