import { expect, test } from 'vitest';
import { persistentFetch, type Surroundings, waitFor } from '#client/retry.ts';

/** Answers one after the other; what was asked and how long was waited is kept. */
function scene(...answers: (number | [number, Record<string, string>] | 'lost')[]) {
  const asked: { key: string | null; body: string }[] = [];
  const waits: number[] = [];
  const surroundings: Surroundings = {
    fetch: async (input) => {
      const request = input as Request;
      asked.push({ key: request.headers.get('idempotency-key'), body: await request.text() });
      const answer = answers[asked.length - 1] ?? 200;
      if (answer === 'lost') throw new TypeError('fetch failed');
      const [status, headers] = typeof answer === 'number' ? [answer, {}] : answer;
      return new Response(null, { status, headers });
    },
    wait: async (ms) => void waits.push(ms),
    random: () => 1,
  };
  const send = (method: string, retries = 3) =>
    persistentFetch(
      { retries, timeoutMs: 5_000 },
      surroundings,
    )(new Request('http://alta.test/', { method, ...(method === 'GET' ? {} : { body: 'the body' }) }));
  return { asked, waits, send };
}

test.each([429, 500, 502, 503, 504, 'lost' as const])('a request is sent again after %s', async (failure) => {
  const { asked, waits, send } = scene(failure, failure);
  expect((await send('GET')).status).toBe(200);
  expect(asked).toHaveLength(3);
  expect(waits).toEqual([500, 1_000]);
});

test.each([400, 401, 404, 409, 422])('%i is an answer and not retried', async (status) => {
  const { asked, send } = scene(status);
  expect((await send('POST')).status).toBe(status);
  expect(asked).toHaveLength(1);
});

test('all attempts of one POST share a key and body, and another POST has another key', async () => {
  const { asked, send } = scene('lost', 503, 200);
  await send('POST');
  await send('POST');
  const [first, second, third, other] = asked;
  expect(first).toEqual({ key: expect.stringMatching(/^[0-9a-f-]{36}$/), body: 'the body' });
  expect([second, third]).toEqual([first, first]);
  expect(other?.key).not.toBe(first?.key);
});

test('a PATCH is retried when it was refused unread, not when it may have been done', async () => {
  const lost = scene('lost');
  await expect(lost.send('PATCH')).rejects.toThrow('fetch failed');
  expect((await scene(503).send('PATCH')).status).toBe(503);
  expect((await scene(429).send('PATCH')).status).toBe(200);
});

test('Retry-After is obeyed up to a minute; beyond that the caller decides', async () => {
  const { waits, send } = scene([503, { 'retry-after': '7' }]);
  await send('GET');
  expect(waits).toEqual([7_500]);
  const long = scene([429, { 'retry-after': '600' }]);
  expect((await long.send('GET')).status).toBe(429);
  expect(long.asked).toHaveLength(1);
});

test('retries end after the given number of attempts, with the last result', async () => {
  const { asked, send } = scene(503, 503, 502);
  expect((await send('GET', 2)).status).toBe(502);
  expect(asked).toHaveLength(3);
  const never = scene('lost');
  await expect(never.send('GET', 0)).rejects.toThrow('fetch failed');
  expect(never.asked).toHaveLength(1);
});

test('an aborted request ends at once with its own reason', async () => {
  const abort = new AbortController();
  const stop = new Error('the user went away');
  const hanging: Surroundings['fetch'] = (_, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      abort.abort(stop);
    });
  const surroundings = { fetch: hanging, wait: waitFor, random: () => 0 };
  const send = persistentFetch({ retries: 3, timeoutMs: 60_000 }, surroundings);
  await expect(send(new Request('http://alta.test/', { signal: abort.signal }))).rejects.toBe(stop);
  await expect(waitFor(60_000, abort.signal)).rejects.toBe(stop);
});
