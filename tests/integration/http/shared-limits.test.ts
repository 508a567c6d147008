// @module-tag slow
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { DatabaseSource } from '#lib/database/client.ts';
import { rateLimits } from '#lib/limits.ts';
import { newDatabase } from '#tests/support/databases.ts';

const run = promisify(execFile);

/** @returns how many uses a process of its own found within the limit */
async function usesIn({ url }: DatabaseSource, asked: Record<string, string | number>): Promise<number> {
  const told = Object.entries({ KEY: 'somebody', ...asked }).map(([name, value]) => [name, String(value)]);
  const env = { ...process.env, ...Object.fromEntries(told), DATABASE_URL: url };
  const { stdout } = await run(process.execPath, ['tests/support/counting-process.ts'], { env });
  return Number(stdout);
}

describe('processes on one PostgreSQL', () => {
  test('share a small limit exactly, in any order', async () => {
    const source = await newDatabase();
    const { points } = rateLimits.upload;
    const use = { LIMIT: 'upload', TIMES: points - 5 };
    const within = await Promise.all([usesIn(source, use), usesIn(source, use)]);
    expect(within[0] + within[1]).toBe(points);
    expect(await usesIn(source, { ...use, KEY: 'somebody else' })).toBe(use.TIMES);
  });

  test('share a large limit approximately, by hearing of each other’s use', async () => {
    const source = await newDatabase();
    const { points } = rateLimits.api;
    expect(await usesIn(source, { LIMIT: 'api', TIMES: points - 10 })).toBe(points - 10);
    const rest = await usesIn(source, { LIMIT: 'api', TIMES: points, PAUSE_MS: 100 });
    expect(rest).toBeGreaterThan(0);
    // Ten, and what it used before it heard of the others.
    expect(rest).toBeLessThan(100);
  });
});
