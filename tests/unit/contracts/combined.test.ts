import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { services } from '#app/api/docs/_services.ts';
import { combinedContract, openApiOf } from '#lib/http/openapi.ts';
import { lifecycleEvents } from '#lib/webhooks/events.ts';

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

  test('is valid OpenAPI 3.1, with the examples of the reference', async () => {
    const { GET } = await import('#app/api/openapi.json/route.ts');
    const answer = await GET(new Request('http://alta.test/api/openapi.json'), {});
    const served = await answer.json();
    const validator = new Validator();
    expect(await validator.validate(served)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('has every event and the message of a step, each with an example', () => {
    const messages = combined.webhooks as Record<string, { post: { requestBody: { content: object } } }>;
    expect(Object.keys(messages)).toEqual([...lifecycleEvents, 'workflow.step']);
    for (const { post } of Object.values(messages)) {
      expect(post.requestBody.content).toHaveProperty(['application/json', 'example', 'created_at']);
    }
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
