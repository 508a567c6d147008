import { describe, expect, test } from 'vitest';
import type { WebhookAnswer } from '#lib/webhooks/post-webhook.ts';
import { type AttemptResult, resultOf } from '#lib/webhooks/record-attempts.ts';
import faults from '#messages/faults.en.json' with { type: 'json' };

const now = new Date('2026-11-21T10:00:00Z');
const untried = { scheduledAttempts: 0, postponements: 0 };
const answered = (status: number, body = '', retryAfter?: string): WebhookAnswer => ({
  kind: 'answered',
  status,
  body,
  durationMs: 1,
  ...(retryAfter ? { retryAfter } : {}),
});
const failed = (failure: Extract<WebhookAnswer, { kind: 'failed' }>['failure']): WebhookAnswer => ({
  kind: 'failed',
  failure,
  detail: 'connect ECONNREFUSED 10.0.0.1:443',
  durationMs: 1,
});
/** Seconds until the next attempt. */
const waitOf = (result: AttemptResult) =>
  result.kind === 'again' ? (result.at.getTime() - now.getTime()) / 1_000 : Number.NaN;

describe('an answer', () => {
  test.each([
    [200, 'delivered'],
    [202, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [101, 'again'],
    [301, 'again'],
    [304, 'again'],
    [400, 'again'],
    [404, 'again'],
    [410, 'gone'],
    [429, 'again'],
    [500, 'again'],
    [503, 'again'],
  ])('%i means %s', (status, kind) => {
    expect(resultOf(answered(status), untried, now)).toMatchObject({
      kind,
      outcome: { answer: 'answered', status },
    });
  });

  test('of success is final even when it asks for another try', () => {
    expect(resultOf(answered(200, '{"retry_in": 5}'), untried, now).kind).toBe('delivered');
  });

  test('of 410 is final even when it asks for another try', () => {
    expect(resultOf(answered(410, '{"retry_in": 5}'), untried, now).kind).toBe('gone');
  });
});

describe('a missing answer', () => {
  test.each(['address-refused', 'dns', 'refused', 'tls', 'timeout', 'reset'] as const)(
    'for the reason %s is tried again, in words without an address',
    (failure) => {
      const result = resultOf(failed(failure), untried, now);
      expect(result).toMatchObject({ kind: 'again', postponed: false });
      expect(result.outcome).toEqual({ answer: failure });
      expect(faults.receiver[failure]).not.toMatch(/\d/);
    },
  );
});

describe('the next attempt', () => {
  test('follows the schedule', () => {
    expect(waitOf(resultOf(answered(500), untried, now))).toBeGreaterThanOrEqual(5);
    const third = resultOf(answered(500), { scheduledAttempts: 2, postponements: 0 }, now);
    expect(waitOf(third)).toBeGreaterThanOrEqual(1_800);
  });

  test('waits for Retry-After, and never less than the schedule', () => {
    expect(waitOf(resultOf(answered(503, '', '3600'), untried, now))).toBe(3_600);
    const later = { scheduledAttempts: 3, postponements: 0 };
    expect(waitOf(resultOf(answered(503, '', '60'), later, now))).toBeGreaterThanOrEqual(7_200);
  });

  test('follows `retry_in` of the receiver’s JSON, before or after the schedule', () => {
    const later = { scheduledAttempts: 8, postponements: 0 };
    const result = resultOf(answered(500, '{"retry_in": 60}', '7200'), later, now);
    expect(result).toMatchObject({ kind: 'again', postponed: true });
    expect(waitOf(result)).toBe(60);
  });

  test('ignores the receiver’s `retry_in` the 33rd time', () => {
    const answer = answered(500, '{"retry_in": 60}');
    expect(resultOf(answer, { scheduledAttempts: 0, postponements: 31 }, now)).toMatchObject({
      postponed: true,
    });
    expect(resultOf(answer, { scheduledAttempts: 0, postponements: 32 }, now)).toMatchObject({
      postponed: false,
    });
    expect(resultOf(answer, { scheduledAttempts: 9, postponements: 32 }, now).kind).toBe('dead');
  });

  test('does not happen after the schedule, whatever Retry-After says', () => {
    const tried = { scheduledAttempts: 9, postponements: 0 };
    expect(resultOf(answered(503, '', '60'), tried, now)).toEqual({
      kind: 'dead',
      outcome: { answer: 'answered', status: 503 },
    });
  });

  test.each([
    ['a text', '"soon"'],
    ['zero', '0'],
    ['negative', '-1'],
    ['endless', '1e999'],
    ['an object', '{}'],
  ])('ignores a `retry_in` that is %s', (_what, value) => {
    expect(resultOf(answered(500, `{"retry_in": ${value}}`), untried, now)).toMatchObject({
      postponed: false,
    });
  });
});

describe('the receiver’s words', () => {
  const outcomeOf = (body: string) => resultOf(answered(500, body), untried, now).outcome;
  const saidIn = (body: string) => {
    const outcome = outcomeOf(body);
    return outcome.answer === 'said' ? outcome.said : '';
  };

  test('are in the outcome', () => {
    const said = { answer: 'said', status: 500, said: 'No such supplier' };
    expect(outcomeOf('{"code": "E1", "message": "No such supplier"}')).toEqual(said);
    expect(saidIn('\r\n  {"message": "indented"}')).toBe('indented');
  });

  test('are cut to one line that the database accepts', () => {
    expect(saidIn(JSON.stringify({ message: 'x'.repeat(1_000) })).length).toBeLessThan(250);
    // Cause: JSON spells what the raw body can not hold, and the write of the attempt failed for ever.
    const hostile = saidIn(String.raw`{"message": "a\u0000b\r\n\u001b[31mc\ud800"}`);
    expect(hostile).toBe('a b [31mc\ufffd');
    const cut = saidIn(JSON.stringify({ message: `${'x'.repeat(199)}😀` }));
    expect(cut.isWellFormed()).toBe(true);
  });

  test.each(['<html>', '{"message": 7}', '{"message": ', '[1]', 'null', ''])(
    'are not found in %j',
    (body) => {
      expect(outcomeOf(body)).toEqual({ answer: 'answered', status: 500 });
    },
  );
});
