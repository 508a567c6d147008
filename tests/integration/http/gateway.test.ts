import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { onServer } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { writtenRequest } from '#tests/support/written-request.ts';

const seed = async () => ({ ref: (await newRegistration(await newWorkspace())).ref });

const onEveryAnswer = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
};

onServer('the gateway', { seed }, (server) => {
  let ref: string;
  beforeAll(() => {
    ref = server().seeded.ref;
  });
  const ask = (line: string, headers = '') =>
    writtenRequest(
      server().alta.origin,
      `${line.replace('REF', ref)} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${headers}\r\n`,
    );
  const askFor = (host: string, path: string) =>
    writtenRequest(
      server().alta.origin,
      `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
    );
  const action = 'next-action: x\r\n';

  describe('refuses with a problem, our headers and a log line:', () => {
    test.each([
      ['a path that can not be decoded', 'GET /reg/%ff', '', 400],
      ['the same below the API', 'GET /api/silo/v1/entries/%ff', '', 400],
      ['the same in the Console', 'GET /w/%E0%A4%A', '', 400],
      ['half an escape', 'GET /docs/%', '', 400],
      ['a dot segment', 'GET /./reg/REF', action, 400],
      ['two dots', 'GET /x/../reg/REF', action, 400],
      ['a dot in its escape', 'GET /%2e/reg/REF', action, 400],
      ['two dots that lead out of the wizard', 'GET /reg/%2e%2e/login', '', 400],
      ['a backslash', 'GET /x\\..\\reg/REF', action, 400],
      ['a fragment', 'GET /reg/REF#x', '', 400],
      ['a page’s data, by which a route is reached too', 'GET /_next/data/x/reg/REF.json', action, 404],
      ['TRACE in the wizard', 'TRACE /reg/REF', '', 405, 'GET, HEAD, POST'],
      ['TRACE in the Console', 'TRACE /w/x', '', 405, 'GET, HEAD, POST'],
      ['a method of other protocols', 'PROPFIND /login', '', 405, 'GET, HEAD, POST'],
      ['a method of the API, elsewhere', 'PUT /reg/REF', '', 405, 'GET, HEAD, POST'],
      ['a form whose parts nothing divides', 'POST /login', 'content-type: multipart/form-data\r\n', 400],
      ['a form for a file', 'POST /wizard.css', '', 405, 'GET, HEAD'],
      ['TRACE in the API', 'TRACE /api/x', '', 405, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
    ])('%s', async (_what, line, headers, status, allow?: string) => {
      const answer = await ask(line, headers);
      expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow ?? null]);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        ...onEveryAnswer,
        'content-type': 'application/problem+json',
        'cache-control': 'no-store',
        'x-robots-tag': expect.stringContaining('noindex'),
      });
      const { request_id } = JSON.parse(answer.text);
      expect(request_id).toBe(answer.headers.get('x-request-id'));
      const logged = await eventually(
        async () =>
          server()
            .alta.output()
            .split('\n')
            .find((each) => each.includes(request_id)),
        (found) => found !== undefined,
      );
      const [method] = line.split(' ');
      expect(JSON.parse(logged ?? '')).toMatchObject({ request_id, method, service: 'door', status });
      expect(logged).not.toContain('reg');
    });
  });

  test.each([
    ['who would speak another protocol', 'host: x\r\nconnection: upgrade\r\nupgrade: websocket'],
    ['what is no HTTP', 'host: x\r\ncontent-length: x'],
    ['who names no host', 'connection: close'],
    ['who expects something', 'host: x\r\nconnection: close\r\nexpect: nothing'],
  ])('refuses a connection, likewise: %s', async (_what, headers) => {
    const { alta } = server();
    const answer = await writtenRequest(alta.origin, `GET /reg/${ref} HTTP/1.1\r\n${headers}\r\n\r\n`);
    expect(answer.status).toBe(400);
    expect(Object.fromEntries(answer.headers)).toMatchObject(onEveryAnswer);
    await eventually(
      async () => alta.output().includes(answer.headers.get('x-request-id') ?? '?'),
      (isLogged) => isLogged,
    );
  });

  test('answers a request that offers HTTP/2 in HTTP/1.1', async () => {
    const headers =
      'host: 127.0.0.1\r\nconnection: upgrade, http2-settings, close\r\nupgrade: h2c\r\nhttp2-settings: AAEAAEAA';
    const asked = `GET /api/health/live HTTP/1.1\r\n${headers}\r\n\r\n`;
    expect((await writtenRequest(server().alta.origin, asked)).status).toBe(200);
  });

  test.each([
    ['the metrics for a name that is not ours', 'evil.example', '/api/metrics', 421],
    ['the metrics for an address', '192.0.2.7:3000', '/api/metrics', 200],
    ['a page for a name that is not ours', 'evil.example', '/login', 421],
    ['a page for an address that is not ours', '192.0.2.7', '/login', 421],
    ['a page of a registration, likewise', 'evil.example', '/reg/REF', 421],
    ['whether it lives, whatever it is called', '192.0.2.7:3000', '/api/health/live', 200],
    ['whether it is ready, whatever it is called', 'alta.default.svc', '/api/health/ready', 200],
  ])('checks the host of a request for %s', async (_what, host, path, status) => {
    const answer = await askFor(host, path.replace('REF', ref));
    expect(answer.status).toBe(status);
    if (status === 421) expect(JSON.parse(answer.text)).toMatchObject({ key: 'misdirected', status });
  });

  test.each([
    ['from this machine', '', 200],
    ['through a proxy on it', 'x-forwarded-for: 127.0.0.1\r\n', 401],
    ['through a proxy by RFC 7239', 'forwarded: for=203.0.113.7\r\n', 401],
    ['through nginx', 'x-real-ip: 203.0.113.7\r\n', 401],
    ['through a cache', 'via: 1.1 cache\r\n', 401],
    [
      'through a proxy, with the mark of the server',
      'x-forwarded-for: ::1\r\nx-alta-this-machine: yes\r\n',
      401,
    ],
  ])('answers a request for the metrics %s', async (_from, headers, status) => {
    expect((await ask('GET /api/metrics', headers)).status).toBe(status);
  });

  test('counts pages by their area, and those that fail', async () => {
    const metric = async (name: string) => {
      const { text } = await ask('GET /api/metrics');
      return Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    };
    const seen = 'alta_page_seconds_count{area="wizard",status="2xx"}';
    const failed = 'alta_page_failures_total{area="wizard"}';
    const before = [await metric(seen), await metric(failed)];
    await ask('GET /reg/REF');
    expect([await metric(seen), await metric(failed)]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    await database().execute(sql`alter table registrations rename to registrations_away`);
    const { status } = await ask('GET /reg/REF');
    await database().execute(sql`alter table registrations_away rename to registrations`);
    expect(status).toBe(500);
    expect([await metric(seen), await metric(failed)]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 1]);
  });

  test('and all behind it print JSON lines, but for two sentences of the start', async () => {
    const lines = server().alta.output().split('\n').filter(Boolean);
    const sentences = lines.filter((line) => !line.startsWith('{"level":'));
    expect(sentences.map((line) => line.split(':')[0]).toSorted()).toEqual([
      'Alta listens on http',
      'There is no account yet',
    ]);
    for (const line of lines) if (!sentences.includes(line)) JSON.parse(line);
    // The page that failed above.
    expect(lines.filter((line) => line.includes('registrations')).length).toBeGreaterThan(0);
  });

  test('counts its refusals', async () => {
    await ask('TRACE /');
    const { text } = await ask('GET /api/metrics');
    expect(text).toMatch(/alta_request_seconds_count\{service="door",.*status="405"\} \d/);
  });

  test.each([
    ['a page', 'GET /reg/REF', 200],
    ['the framework’s own redirect', 'GET /reg/REF/', 308],
    ['the framework’s own refusal', 'POST /login', 400, action],
  ])('adds its headers to %s', async (_what, line, status, headers?: string) => {
    const answer = await ask(line, headers);
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...onEveryAnswer,
      'referrer-policy': expect.any(String),
    });
  });
});
