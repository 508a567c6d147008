import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { holdUnfinished } from '#lib/http/unfinished.ts';
import { mostUnfinished } from '#lib/limits.ts';

/** A request that has come, with its answer still to be given. */
function come(headers: Record<string, string>, { complete } = { complete: false }) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { headers, complete });
  const response = new ServerResponse(request);
  holdUnfinished(request, response);
  return { request, answer: () => response.emit('close') };
}

const withBody = { 'content-length': '900000' };

test('of too many requests whose body does not end the oldest is broken off, and no other', () => {
  const answered = come(withBody);
  answered.answer();
  const whole = come(withBody, { complete: true });
  const bodiless = come({});
  const slow = Array.from({ length: mostUnfinished - 1 }, (_, index) =>
    come(index % 2 ? withBody : { 'transfer-encoding': 'chunked' }),
  );
  const all = [answered, whole, bodiless, ...slow];
  expect(all.filter(({ request }) => request.destroyed)).toEqual([]);

  const next = come(withBody);
  expect([...all, next].filter(({ request }) => request.destroyed)).toEqual([slow[0]]);
  for (const { answer } of [...all, next]) answer();
});
