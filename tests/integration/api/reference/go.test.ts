// @module-tag slow
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { codeBlocks } from '#tests/support/documentation.ts';
import { localGo, runIn, whyNoGo } from '#tests/support/documented-programs.ts';
import { newApiKey, newRegistrationWorkflow, newWorkspace } from '#tests/support/workspace.ts';

const missing = whyNoGo(24);

async function seed() {
  const ctx = await newWorkspace();
  return { apiKey: await newApiKey(ctx), workflow: (await newRegistrationWorkflow(ctx)).id };
}

if (!missing) {
  onServer('the program of docs/other-languages.md', { seed }, (server) => {
    let directory: string;
    beforeAll(() => {
      directory = mkdtempSync(join(tmpdir(), 'alta-go-'));
      const [program] = codeBlocks('other-languages').filter(
        ({ language, file }) => language === 'go' && !file,
      );
      writeFileSync(join(directory, 'main.go'), program?.text ?? '');
    });
    afterAll(() => rmSync(directory, { recursive: true, force: true }));

    test('compiles, creates a supplier and prints its link', async ({ skip }) => {
      const { alta, seeded } = server();
      await go(['mod', 'init', 'example.com/supplier']);
      const got = await go(['get', 'github.com/invopop/client.go/invopop']);
      if (got.code !== 0) skip(`Its module can not be had here: ${got.output}`);
      const variables = { ALTA_URL: alta.origin, ALTA_KEY: seeded.apiKey, ALTA_WORKFLOW: seeded.workflow };
      const { code, output } = await go(['run', '.'], variables);
      expect([code, output]).toEqual([0, expect.stringContaining(`${alta.origin}/reg/`)]);
    });

    const go = (options: string[], variables: Record<string, string> = {}) =>
      runIn(directory, ['go', ...options], { ...localGo, ...variables });
  });
} else {
  test.skip(`the program of docs/other-languages.md compiles and runs: ${missing}`, () => {});
}
