import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { holdUnfinished } from '#lib/http/unfinished.ts';
import { unfinishedLimits } from '#lib/limits.ts';

/** A request that has come, with its answer still to be given. */
function come(headers: Record<string, string>, { complete } = { complete: false }) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { headers, complete });
  const response = new ServerResponse(request);
  holdUnfinished(request, response);
  const bring = (bytes: number) => vi.spyOn(request.socket, 'bytesRead', 'get').mockReturnValue(bytes);
  return { request, bring, answer: () => response.emit('close') };
}

const withBody = { 'content-length': '900000' };

test('of too many requests whose body does not end the oldest is broken off, and no other', () => {
  const answered = come(withBody);
  answered.answer();
  const whole = come(withBody, { complete: true });
  const bodiless = come({});
  const slow = Array.from({ length: unfinishedLimits.requests - 1 }, (_, index) =>
    come(index % 2 ? withBody : { 'transfer-encoding': 'chunked' }),
  );
  const all = [answered, whole, bodiless, ...slow];
  expect(all.filter(({ request }) => request.destroyed)).toEqual([]);

  const next = come(withBody);
  expect([...all, next].filter(({ request }) => request.destroyed)).toEqual([slow[0]]);
  for (const { answer } of [...all, next]) answer();
});

test('of bodies that are too much together the largest is broken off, and no other', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const half = unfinishedLimits.bytes / 2;
  const [whole, larger, smaller] = [come(withBody, { complete: true }), come(withBody), come(withBody)];
  const all = [smaller, larger, whole];
  const brokenOff = () => {
    vi.advanceTimersByTime(1_000);
    return all.filter(({ request }) => request.destroyed);
  };
  whole.bring(half);
  larger.bring(half - 10);
  smaller.bring(10);
  expect(brokenOff()).toEqual([]);
  smaller.bring(11);
  expect(brokenOff()).toEqual([larger]);
  // Who has brought all of it is waited for, whatever it is.
  whole.bring(2 * half);
  expect(brokenOff()).toEqual([smaller, larger]);
  for (const { answer } of all) answer();
  expect(vi.getTimerCount()).toBe(0);
});
