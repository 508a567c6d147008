import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { filesOn } from './documentation.ts';
import { localGo, runIn, whyNoGo } from './documented-programs.ts';
import { installedClient } from './installed-client.ts';

interface Language {
  ending: string;
  receiver: (port: number) => string;
  back: string;
  /** Command that builds programs from its files. */
  build?: string[];
  /** Reason why it is not run here. */
  missing?: string | undefined;
}

const lacking = (what: string, [command = '', ...options]: string[]): string | undefined =>
  spawnSync(command, options).status === 0 ? undefined : `this machine has no ${what}`;

/** Commands that start the programs of docs/white-label.md. */
export const whiteLabelLanguages: Language[] = [
  {
    ending: 'mjs',
    receiver: () => `${process.execPath} receiver.mjs`,
    back: `${process.execPath} back.mjs`,
  },
  {
    ending: 'py',
    receiver: () => '/usr/bin/python3 receiver.py',
    back: '/usr/bin/python3 back.py',
    missing: lacking('Python', ['/usr/bin/python3', '--version']),
  },
  {
    ending: 'php',
    receiver: (port) => `php -S 127.0.0.1:${port} receiver.php`,
    back: 'php back.php',
    missing: lacking('PHP', ['php', '--version']),
  },
  {
    ending: 'go',
    receiver: () => './receiver',
    back: './back',
    build: ['bash', '-c', 'go build -o receiver receiver.go verify.go && go build -o back back.go verify.go'],
    missing: whyNoGo(19),
  },
];

/** Runs `use` in a directory with the page's files and Alta's clients, or the programs built from them. */
export async function amongWhiteLabelFiles<T>(
  { build }: Language,
  use: (directory: string) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'alta-white-label-'));
  try {
    symlinkSync(join(await installedClient(), 'node_modules'), join(directory, 'node_modules'));
    symlinkSync(resolve('packages/php'), join(directory, 'alta-ar-client'));
    for (const { name, text } of filesOn('white-label')) writeFileSync(join(directory, name), text);
    const built = build && (await runIn(directory, build, localGo));
    if (built && built.code !== 0) throw new Error(`It was not built: ${built.output || 'not in time'}`);
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
