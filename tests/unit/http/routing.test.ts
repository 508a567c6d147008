import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { serviceRoute } from '#lib/http/routing.ts';
import { services } from '#tests/support/services.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const Allowed = z.string().transform((allow) => allow.split(', '));

type Handler = (
  request: Request,
  route: { params: Promise<{ path: string[] }> },
) => Response | Promise<Response>;

/** Every path that is answered: the route files outside the services, and each path of each service. */
const paths: [name: string, handlers: () => Promise<Record<string, Handler>>, path: string[]][] = [
  ...globSync('app/api/**/route.ts')
    .filter((file) => !file.includes('[...path]'))
    .map((file): (typeof paths)[number] => [file, () => import(/* @vite-ignore */ resolve(file)), []]),
  ...services.flatMap((service) => {
    const handlers = async () => serviceRoute(service);
    const endpoints = service.endpoints.flatMap((noun) => Object.values(noun));
    const routes = new Set(['openapi.json', ...endpoints.map(({ description }) => description.route)]);
    return [...routes].map((route): (typeof paths)[number] => [
      `${service.service}/${service.version}/${route}`,
      handlers,
      route.split('/'),
    ]);
  }),
];

describe.each(paths)('%s', (_name, handlersOf, path) => {
  test('answers other methods with 405, a problem and the allowed methods', async () => {
    const handlers = await handlersOf();
    const ask = async (method: string) =>
      handlers[method]?.(new Request('http://alta.test/api/x', { method }), {
        params: Promise.resolve({ path }),
      });
    const options = await ask('OPTIONS');
    expect(options?.status).toBe(204);
    const allow = options?.headers.get('allow');
    const taken = Allowed.parse(allow);
    expect(taken).toContain('OPTIONS');
    expect(taken.includes('HEAD')).toBe(taken.includes('GET'));
    for (const method of methods.filter((each) => !taken.includes(each))) {
      const answer = await ask(method);
      expect([method, answer?.status, answer?.headers.get('allow')]).toEqual([method, 405, allow]);
      expect(await answer?.json()).toMatchObject({ key: 'method-not-allowed', instance: '/api/x' });
    }
  });
});

describe('a path of a service', () => {
  const transform = services.find(({ service }) => service === 'transform');
  const allowOf = async (...path: string[]) => {
    if (!transform) throw new Error('there is no transform');
    const request = new Request('http://alta.test/api/x', { method: 'OPTIONS' });
    const answer = await serviceRoute(transform).OPTIONS(request, { params: Promise.resolve({ path }) });
    return answer.headers.get('allow') ?? answer.status;
  };

  test('matches a literal route before one with a parameter', async () => {
    expect(await allowOf('jobs', 'summary')).toBe('GET, HEAD, OPTIONS');
    expect(await allowOf('jobs', 'another')).toBe('GET, HEAD, OPTIONS, PUT');
    expect(await allowOf('jobs', 'key', 'retry')).toBe('GET, HEAD, OPTIONS');
    expect(await allowOf('webhooks', 'deliveries', 'redeliver')).toBe('OPTIONS, POST');
  });

  test('must match its template in length, and is 404 otherwise', async () => {
    expect(await allowOf('jobs', 'a', 'b', 'c')).toBe(404);
    expect(await allowOf('job')).toBe(404);
    expect(await allowOf('')).toBe(404);
  });
});
