import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEnv } from '#lib/env.ts';
import { AltaError } from '#lib/errors.ts';
import { readBody, readJson, readUpTo } from '#lib/http/body.ts';
import { refusalOf } from '#lib/http/gateway.ts';
import { altaErrorOf, problem } from '#lib/http/problem.ts';
import { sizeLimits } from '#lib/limits.ts';

const post = (body: string, type = 'application/json') =>
  new Request('http://alta.test/', { method: 'POST', body, headers: { 'content-type': type } });

// Regression: by its code it passed for a database that is away, and callers who left were counted as our failures.
test.each([
  ['read whole', readBody],
  ['read as far as it may go', readUpTo],
])('a body that breaks off while it is %s is the sender’s fault', async (_how, read) => {
  const body = new ReadableStream({
    start: (sending) => sending.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
  });
  const sent = { method: 'POST', body, duplex: 'half' };
  const request = new Request('http://alta.test/', sent);
  await expect(read(request, 100)).rejects.toMatchObject({ key: 'input' });
});

describe('a JSON body', () => {
  test('of any text is read or refused with a reason', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (text) => {
        const read = await readJson(post(text)).catch((error: unknown) => error);
        if (read instanceof Error) expect(read).toBeInstanceOf(AltaError);
        else expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  test.each([
    ['too long', `"${'x'.repeat(100)}"`, 'too-large'],
    ['too deep', '['.repeat(33) + ']'.repeat(33), 'input'],
    ['no JSON', '{', 'input'],
    ['reaching for the prototype', '{"a":{"__proto__":1}}', 'validation'],
  ])('that is %s is refused', async (_what, text, key) => {
    await expect(readJson(post(text), { ...sizeLimits, bodyBytes: 100 })).rejects.toMatchObject({ key });
  });
});

describe('a problem', () => {
  test('nests its fields like the body', async () => {
    const fields = {
      'data.tax_id.code': 'wrong',
      'data.name': 'missing',
      folder: 'unknown',
      __proto__x: 'y',
    };
    const response = problem(new AltaError('validation', 'no', { fields }), { id: 'r', path: '/p' });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      key: 'validation',
      fields: { data: { tax_id: { code: 'wrong' }, name: 'missing' }, folder: 'unknown' },
      request_id: 'r',
      instance: '/p',
    });
  });

  test('of an unexpected error reveals nothing about it', async () => {
    const response = problem(altaErrorOf(new Error('select * from secrets')), { id: 'r', path: '/p' });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secrets');
  });

  test('of a database that does not answer is a 503 with a time to come back', () => {
    const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const response = problem(altaErrorOf(new Error('query', { cause })), { id: 'r', path: '/p' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
  });
});

describe('the configuration', () => {
  test('names the wrong variable but not its value', () => {
    expect(() => readEnv({ PORT: 'secretport', DATABASE_URL: 'mysql://user:hunter2@x' })).toThrow(
      /PORT[\s\S]*DATABASE_URL/,
    );
    expect(() => readEnv({ DATABASE_URL: 'mysql://user:hunter2@x' })).not.toThrow(/hunter2/);
  });

  test.each(['KEEP_EVENTS_DAYS', 'KEEP_DELIVERIES_DAYS', 'KEEP_BATCH_ROWS_DAYS', 'KEEP_MAILS_DAYS'])(
    'refuses a %s shorter than a week',
    (name) => {
      expect(() => readEnv({ [name]: '6' })).toThrow(name);
      expect(readEnv({ [name]: '7' })).toHaveProperty(name, 7);
    },
  );

  test('reads a secret from a file unless it is given directly', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'alta-env-')), 'database-url');
    writeFileSync(file, 'postgres://alta:hunter2@database/alta\n');
    const inFile = { DATABASE_URL_FILE: file };
    expect(readEnv(inFile).DATABASE_URL).toBe('postgres://alta:hunter2@database/alta');
    expect(readEnv({ ...inFile, DATABASE_URL: 'postgres://x/y' }).DATABASE_URL).toBe('postgres://x/y');
    expect(() => readEnv({ SMTP_URL_FILE: `${file}.none` })).toThrow(/SMTP_URL_FILE: there is no file/);
    writeFileSync(file, 'mysql://alta:hunter2@database/alta\n');
    expect(() => readEnv(inFile)).toThrow(/^(?!.*hunter2).*DATABASE_URL/s);
  });

  test('accepts quotas by name and explains the refusal of others', () => {
    expect(readEnv({ ALTA_QUOTAS: 'entries=100000, endpoints=0' }).ALTA_QUOTAS).toEqual({
      entries: 100_000,
      endpoints: 0,
    });
    expect(readEnv({}).ALTA_QUOTAS).toEqual({});
    for (const wrong of ['entrys=1', 'entries', 'entries=-1', 'entries=1=2', 'entries=1,']) {
      expect(() => readEnv({ ALTA_QUOTAS: wrong })).toThrow(
        /ALTA_QUOTAS.*one of entries, storage, endpoints/,
      );
    }
  });

  test('accepts only a complete OpenID provider, over https except on this machine', () => {
    const whole = {
      ALTA_OIDC_ISSUER: 'https://login.example/realms/acme/',
      ALTA_OIDC_CLIENT_ID: 'alta',
      ALTA_OIDC_CLIENT_SECRET: 'hunter2',
      ALTA_OIDC_NAME: 'Acme',
    };
    // Its issuer is compared as it is written.
    expect(readEnv(whole)).toMatchObject(whole);
    for (const name of Object.keys(whole)) {
      expect(() => readEnv({ ...whole, [name]: '' })).toThrow(
        new RegExp(`^(?!.*hunter2).*${name}: required`, 's'),
      );
    }
    expect(() => readEnv({ ...whole, ALTA_OIDC_ISSUER: 'http://login.example' })).toThrow('must be https');
    expect(readEnv({ ...whole, ALTA_OIDC_ISSUER: 'http://127.0.0.1:9' })).toHaveProperty('ALTA_OIDC_NAME');
  });

  test.each([
    ['https://alta.example.com', 'https://alta.example.com'],
    ['https://Alta.example.com/', 'https://alta.example.com'],
    ['http://10.0.0.5:3000', 'http://10.0.0.5:3000'],
    ['http://[fd00::7]:3000', 'http://[fd00::7]:3000'],
    ['https://alta.example.com:443', 'https://alta.example.com'],
  ])('takes %s as the origin', (written, origin) => {
    expect(readEnv({ ALTA_ORIGIN: written }).ALTA_ORIGIN).toBe(origin);
  });

  test.each([
    'https://ada:hunter2@alta.example.com',
    'https://ada@alta.example.com',
    'https://alta.example.com/alta',
    'https://alta.example.com?x=y',
    'https://alta.example.com/?',
    'https://alta.example.com/#x',
    'https://alta.example.com\\x',
    'https://alta example.com',
    'https://alta.example.com:99999',
    'ftp://alta.example.com',
    'alta.example.com',
  ])('does not take %s as the origin, and says what one is', (written) => {
    expect(() => readEnv({ ALTA_ORIGIN: written })).toThrow(
      /^(?!.*hunter2).*ALTA_ORIGIN: must be an origin/s,
    );
  });

  test('treats an empty variable as absent', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({
      PORT: 3000,
      ALTA_ORIGIN: 'http://localhost:3000',
    });
  });
});

test.each([
  ['/reg/x', {}, undefined],
  ['/reg/x', { rsc: '1' }, 400],
  ['/api/utils/v1/ping', { 'next-action': 'x' }, 400],
  ['http://evil.example/', {}, 400],
  ['//evil.example/', {}, 400],
  ['/suppliers', { rsc: '1' }, undefined],
  ['/suppliers', { 'x-middleware-subrequest': 'x' }, 400],
  ['/_next/image?url=x', {}, 404],
  [`/${'x'.repeat(5_000)}`, {}, 414],
  ['/./reg/x', {}, 400],
  ['/x/../reg/x', {}, 400],
  ['/%2E/reg/x', {}, 400],
  ['/x/.%2e/reg/x', {}, 400],
  ['/reg/..', {}, 400],
  ['/reg\\x', {}, 400],
  ['/reg/%ff', {}, 400],
  ['/reg/x#y', {}, 400],
  ['/reg/..%2flogin', {}, undefined],
  ['/w/x/entries/a.b/...?q=../%ff', {}, undefined],
  ['/w/{a}|"ñ', {}, undefined],
  ['/_next/data/x/reg/x.json', {}, 404],
  ['/_next/static/x.js', {}, undefined],
])('the gateway answers %.30s with the headers %j by %s', (url, headers, status) => {
  expect(refusalOf({ url, headers })).toBe(status);
});

test.each([
  ['/login', { origin: 'https://alta.test' }, undefined],
  ['/login', {}, undefined],
  ['/login', { origin: 'https://evil.test' }, 403],
  ['/login', { origin: 'https://evil.test', 'x-forwarded-host': 'evil.test' }, undefined],
  ['/login', { origin: 'https://alta.test', 'x-forwarded-host': 'public.test' }, 403],
  ['/login', { origin: '%' }, 403],
  ['/login', { origin: 'null' }, 403],
  ['/login', { origin: 'null', 'sec-fetch-site': 'same-origin' }, undefined],
  ['/login', { origin: 'null', 'sec-fetch-site': 'same-origin', 'next-action': 'a' }, 403],
  ['/api/silo/v1/entries', { origin: 'https://evil.test' }, undefined],
])('the gateway answers a form sent to %s with %j by %s', (url, headers, status) => {
  expect(refusalOf({ method: 'POST', url, headers: { host: 'alta.test', ...headers } }, ['alta.test'])).toBe(
    status,
  );
});

test.each([
  ['DELETE', '/api/silo/v1/entries', undefined],
  ['TRACE', '/api/silo/v1/entries', 405],
  ['POST', '/reg/x/datos', undefined],
  ['POST', '/login', undefined],
  ['PUT', '/login', 405],
  ['TRACE', '/', 405],
  ['POST', '/loginx', 405],
  ['HEAD', '/docs', undefined],
])('the gateway answers %s %s by %s', (method, url, status) => {
  expect(refusalOf({ method, url, headers: {} })).toBe(status);
});
