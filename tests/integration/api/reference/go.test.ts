import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { codeBlocks } from '#tests/support/documentation.ts';
import { newApiKey, newRegistrationWorkflow, newWorkspace } from '#tests/support/workspace.ts';

const [, major = 0, minor = 0] =
  /\bgo(\d+)\.(\d+)/.exec(spawnSync('go', ['version'], { encoding: 'utf8' }).stdout ?? '')?.map(Number) ?? [];
const isThere = major > 1 || (major === 1 && minor >= 24);

async function seed() {
  const ctx = await newWorkspace();
  return { apiKey: await newApiKey(ctx), workflow: (await newRegistrationWorkflow(ctx)).id };
}

if (isThere) {
  onServer('the program of docs/go.md', { seed }, (server) => {
    let directory: string;
    beforeAll(() => {
      directory = mkdtempSync(join(tmpdir(), 'alta-go-'));
      const [program] = codeBlocks('go').filter(({ language }) => language === 'go');
      writeFileSync(join(directory, 'main.go'), program?.text ?? '');
    });
    afterAll(() => rmSync(directory, { recursive: true, force: true }));

    test('compiles, makes a supplier and prints its link', async ({ skip }) => {
      const { alta, seeded } = server();
      await go(['mod', 'init', 'example.com/supplier']);
      const got = await go(['get', 'github.com/invopop/client.go/invopop']);
      if (got.code !== 0) skip(`Its module can not be had here: ${got.output}`);
      const variables = { ALTA_URL: alta.origin, ALTA_KEY: seeded.apiKey, ALTA_WORKFLOW: seeded.workflow };
      const { code, output } = await go(['run', '.'], variables);
      expect([code, output]).toEqual([0, expect.stringContaining(`${alta.origin}/reg/`)]);
    });

    function go(options: string[], variables: Record<string, string> = {}) {
      const child = spawn('go', options, { cwd: directory, env: { ...process.env, ...variables } });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += String(chunk);
        });
      return new Promise<{ code: number | null; output: string }>((resolve) =>
        child.once('close', (code) => resolve({ code, output })),
      );
    }
  });
} else {
  test.skip('the program of docs/go.md compiles and runs: this machine has no Go of 1.24 or newer', () => {});
}
