import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { filesOn, programOf } from '#tests/support/documentation.ts';
import { freePort } from '#tests/support/postgres.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

/** How each receiver of the page is started; `probe` answers 0 where the machine has what it needs. */
const receivers = [
  {
    file: 'receiver.mts',
    command: () => `${process.execPath} receiver.mts`,
    probe: [process.execPath, '--version'],
  },
  {
    file: 'receiver.py',
    command: () => '/usr/bin/python3 receiver.py',
    probe: ['/usr/bin/python3', '-c', 'import requests'],
  },
  {
    file: 'receiver.php',
    command: (port: number) => `php -S 127.0.0.1:${port} receiver.php`,
    probe: ['php', '--version'],
  },
  { file: 'receiver.go', command: () => 'go run receiver.go', probe: ['go', 'version'] },
];

async function seed() {
  const keys: Record<string, string> = {};
  for (const { file } of receivers) keys[file] = await newApiKey(await newWorkspace());
  return { keys };
}

onServer('docs/white-label.md', { seed }, (server) => {
  test('has a receiver in each language that is run here', () => {
    expect(filesOn('white-label').map(({ name }) => name)).toEqual(receivers.map(({ file }) => file));
  });

  describe.each(receivers)('with $file', ({ file, command, probe: [prober = '', ...probing] }) => {
    const isThere = spawnSync(prober, probing).status === 0;
    test.skipIf(!isThere)(
      'leads from a key to a supplier who can invoice, and what is forged does nothing',
      async () => {
        const { alta, seeded, simulator } = server();
        const directory = mkdtempSync(join(tmpdir(), 'alta-white-label-'));
        try {
          symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
          for (const { name, text } of filesOn('white-label')) writeFileSync(join(directory, name), text);
          const port = await freePort();
          const forged = `curl -s -o /dev/null -w 'forged: %{http_code}\\n' http://127.0.0.1:${port}/ -H 'webhook-id: a' -H "webhook-timestamp: $(date +%s)" -H 'webhook-signature: v1,AAAA' -d '{"id":"a","event":"link.ready","siloEntryId":"'$entry'"}'`;
          const { code, output } = await run(
            directory,
            `set -euo pipefail\n${programOf('white-label', 'sh')}\n${forged}\ncat received.txt`,
            {
              ALTA_URL: alta.origin,
              ALTA_KEY: seeded.keys[file] ?? '',
              ALTA_SIMULATOR: simulator.url,
              PORT: String(port),
              RECEIVER: command(port),
            },
          );
          expect([code, output]).toEqual([0, expect.any(String)]);
          const received = output.slice(output.lastIndexOf('forged: '));
          expect(received).toMatch(/^forged: (4|5)\d\d\n/);
          expect(received.match(/mail customer-42 /g)).toHaveLength(1);
          expect(received).toMatch(/mail customer-42 http\S+\/reg\/\w{26}\n[\s\S]*customer-42 can invoice/);
        } finally {
          rmSync(directory, { recursive: true, force: true });
        }
      },
    );
  });
});

/** What it printed, complaints and all. */
function run(cwd: string, script: string, environment: Record<string, string>) {
  const child = spawn('bash', ['-c', script], {
    cwd,
    env: { ...process.env, ...environment },
    timeout: 100_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise<{ code: number | null; output: string }>((done) =>
    child.once('close', (code) => done({ code, output })),
  );
}
