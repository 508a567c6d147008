import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#lib/http/endpoint.ts';
import { openApiOf } from '#lib/http/openapi.ts';
import { metricsText } from '#lib/metrics.ts';
import { contractFile, services } from '#tests/support/services.ts';

describe('a second version of one service', () => {
  const before = services.map((each) => JSON.stringify(openApiOf(each)));
  const ping = endpoint(
    {
      service: 'utils',
      version: 'v2',
      method: 'GET',
      route: 'ping',
      summary: 'Test whether an API key works',
      tag: 'Utilities',
      answers: { 200: z.object({ pong: z.boolean() }) },
    },
    async () => ({ body: { pong: true } }),
  );
  const utils = services.find(({ service }) => service === 'utils');
  const second = {
    service: 'utils',
    version: 'v2',
    title: 'Utilities',
    description: '',
    endpoints: [{ ping }],
  } as const;

  test('has its own contract under its own address', () => {
    const document = openApiOf(second);
    expect(document).toMatchObject({ info: { version: '2' }, servers: [{ url: '/api/utils/v2' }] });
    expect(contractFile(second).href).toMatch(/\/utils-v2\.json$/);
    expect(document.paths).not.toEqual(utils && openApiOf(utils).paths);
  });

  test('changes no byte of any other contract', () => {
    expect(services.map((each) => JSON.stringify(openApiOf(each)))).toEqual(before);
  });

  test('is counted separately', async () => {
    const answer = await ping(new Request('http://alta.example/api/utils/v2/ping'));
    expect(answer.status).toBe(401);
    expect(await metricsText()).toMatch(/service="utils",version="v2",route="ping",status="401"/);
  });

  test('can not enter the contract of the first', () => {
    expect(utils).toBeDefined();
    if (utils) {
      const endpoints = [...utils.endpoints, { ping }];
      expect(() => openApiOf({ ...utils, endpoints })).toThrow(/utils v1/);
    }
  });
});
