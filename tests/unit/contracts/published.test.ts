import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openApiOf } from '#lib/http/openapi.ts';
import { contractFile, services } from '#tests/support/services.ts';
import { changesBetween } from '../../../scripts/contract-changes.ts';

const api = new URL('../../../app/api/', import.meta.url);
const files = globSync('**/v*/*.ts', { cwd: api }).filter((file) => !file.endsWith('_service.ts'));
const documents = new Map(services.map((each) => [`${each.service}/${each.version}`, openApiOf(each)]));

describe('every endpoint that a file exports is in the contract of its service', () => {
  test('the files are found', () => expect(files.length).toBeGreaterThan(10));

  test.each(files)('%s', async (file) => {
    const name = dirname(file);
    const listed = services.find(({ service, version }) => `${service}/${version}` === name)?.endpoints ?? [];
    const exported: object[] = Object.values(await import(new URL(file, api).href));
    expect(exported.filter((noun) => !listed.some((each) => each === noun))).toEqual([]);
    expect(existsSync(new URL(`${name}/[...path]/route.ts`, api))).toBe(true);
  });
});

describe.each(services)('$service $version', (service) => {
  const now = documents.get(`${service.service}/${service.version}`) ?? {};
  const kept = JSON.parse(readFileSync(contractFile(service), 'utf8'));

  test('breaks nothing that was published', () => {
    expect(changesBetween(kept, now).filter(({ verdict }) => verdict === 'breaking')).toEqual([]);
  });

  test('matches its published contract, which `npm run contracts` writes', () => {
    expect(now).toEqual(kept);
  });

  test('names every path parameter and has no dangling reference', () => {
    const text = JSON.stringify(now);
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
      expect((now.components as Record<string, object>)[kind]).toHaveProperty([name]);
    }
    for (const [path, operations] of Object.entries(now.paths as Record<string, Record<string, Described>>)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [] } of Object.values(operations)) {
        expect(parameters.filter((each) => each.in === 'path').map((each) => each.name)).toEqual(named);
      }
    }
  });
});

interface Described {
  parameters?: { in: string; name: string }[];
}
