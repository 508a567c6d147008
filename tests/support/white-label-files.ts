import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { filesOn } from './documentation.ts';

/** How the programs of docs/white-label.md are started; `probe` answers 0 where the machine has what they need. */
const languages = [
  {
    ending: 'mts',
    receiver: () => `${process.execPath} receiver.mts`,
    back: `${process.execPath} back.mts`,
    probe: [process.execPath, '--version'],
  },
  {
    ending: 'py',
    receiver: () => '/usr/bin/python3 receiver.py',
    back: '/usr/bin/python3 back.py',
    probe: ['/usr/bin/python3', '-c', 'import requests'],
  },
  {
    ending: 'php',
    receiver: (port: number) => `php -S 127.0.0.1:${port} receiver.php`,
    back: 'php back.php',
    probe: ['php', '--version'],
  },
  {
    ending: 'go',
    receiver: () => 'go run receiver.go verify.go',
    back: 'go run back.go verify.go',
    probe: ['go', 'version'],
  },
];

export const whiteLabelLanguages = languages.map(({ probe: [prober = '', ...probing], ...language }) => ({
  ...language,
  isThere: spawnSync(prober, probing).status === 0,
}));

/** Runs `use` in a directory that has the page's files, and the packages that they import. */
export async function amongWhiteLabelFiles<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'alta-white-label-'));
  try {
    symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
    for (const { name, text } of filesOn('white-label')) writeFileSync(join(directory, name), text);
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
