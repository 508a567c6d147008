import { describe, expect, test } from 'vitest';
import { services } from '#app/api/docs/_services.ts';
import { combinedContract, openApiOf } from '#lib/http/openapi.ts';

const contracts = services.map(openApiOf);

describe('the combined file', () => {
  const combined = combinedContract(contracts, 'https://alta.example');

  test('has every path of every service in full, below the address of the installation', () => {
    expect(combined.servers).toEqual([{ url: 'https://alta.example' }]);
    const paths = contracts.flatMap(({ servers, paths }) => {
      const [{ url }] = servers as [{ url: string }];
      return Object.keys(paths as object).map((path) => `${url}${path}`);
    });
    expect(Object.keys(combined.paths as object)).toEqual(paths);
    expect(paths).toContain('/api/silo/v1/entries/{id}');
  });

  test('refuses two operations, or two components, of one name', () => {
    const [first] = contracts;
    const operation = { operationId: 'ping' };
    const small = (url: string, more: object = {}) => ({
      ...first,
      servers: [{ url }],
      paths: { '/ping': { get: operation } },
      ...more,
    });
    expect(() => combinedContract([small('/api/a/v1'), small('/api/b/v1')])).toThrow('ping has two meanings');
    const other = { paths: {}, components: { schemas: { Problem: { type: 'string' } } } };
    expect(() => combinedContract([small('/api/a/v1'), small('/api/b/v1', other)])).toThrow(
      'schemas/Problem has two meanings',
    );
  });
});
