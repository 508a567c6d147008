import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const routes = globSync('app/api/**/route.ts').filter((file) => !file.includes('[...path]'));

/** Of whatever this file system holds: a new route that leaves its other methods to Next fails here. */
describe.each(routes)('%s', (file) => {
  test('answers every method that it does not take with 405, a problem and what it takes', async () => {
    const exported: Record<string, (request: Request) => Promise<Response>> = await import(
      /* @vite-ignore */ resolve(file)
    );
    const allow = (await exported.OPTIONS?.(ask('OPTIONS')))?.headers.get('allow') ?? '';
    const taken = allow.split(', ');
    expect(taken).toContain('OPTIONS');
    expect(taken.includes('HEAD')).toBe(taken.includes('GET'));
    expect(methods.filter((method) => !(method in exported))).toEqual([]);
    for (const method of methods.filter((each) => !taken.includes(each))) {
      const answer = await exported[method]?.(ask(method));
      expect([method, answer?.status, answer?.headers.get('allow')]).toEqual([method, 405, allow]);
      expect(await answer?.json()).toMatchObject({ key: 'method-not-allowed', instance: '/api/x' });
    }
  });
});

const ask = (method: string) => new Request('http://alta.test/api/x', { method });
