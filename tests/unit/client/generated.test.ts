import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateSdk } from '../../../scripts/sdk-generate.ts';

test('the client’s generated code is what npm run sdk makes of the contracts', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sdk-'));
  try {
    await generateSdk(directory);
    expect(filesOf(directory)).toEqual(filesOf('packages/client/src/generated'));
  } finally {
    rmSync(directory, { recursive: true });
  }
});

const filesOf = (directory: string) =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .toSorted()
      .map((name) => [name, readFileSync(join(directory, name), 'utf8')]),
  );
