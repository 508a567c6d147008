import { describe, expect, test } from 'vitest';
import {
  type AuthorityStatusRow,
  isAnswering,
  isProbeDue,
  notAnsweringSince,
  statusOf,
} from '#lib/authority-status.ts';

const now = new Date('2026-11-22T14:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

const seen = (changes: Partial<AuthorityStatusRow>): AuthorityStatusRow => ({
  environment: 'live',
  service: 'wsfe',
  answeredAt: null,
  failingSince: null,
  failedAt: null,
  failure: null,
  probedAt: null,
  ...changes,
});
const failing = (since: Date, failedAt: Date, answeredAt: Date | null = null) =>
  seen({ failingSince: since, failedAt, failure: 'timeout', answeredAt });

describe('a service', () => {
  test.each<[string, AuthorityStatusRow | undefined, string]>([
    ['that nobody has called is unknown', undefined, 'unknown'],
    ['that answered a while ago answers', seen({ answeredAt: ago(14) }), 'answering'],
    ['that answered long ago is unknown', seen({ answeredAt: ago(15) }), 'unknown'],
    [
      'that failed once after an answer is said neither to answer nor not to',
      failing(ago(1), ago(1), ago(2)),
      'unknown',
    ],
    ['that failed once and was never heard is unknown', failing(ago(1), ago(1)), 'unknown'],
    ['that failed twice does not answer', failing(ago(9), ago(8), ago(10)), 'not-answering'],
    ['whose failures are long ago is unknown', failing(ago(30), ago(15), ago(31)), 'unknown'],
    ['that answered between is seen again', seen({ answeredAt: ago(1), failedAt: ago(2) }), 'answering'],
  ])('%s', (_what, row, status) => {
    expect(statusOf(row, now).status).toBe(status);
  });

  test('that does not answer has the times of its first failure and its last answer', () => {
    expect(statusOf(failing(ago(9), ago(1), ago(12)), now)).toEqual({
      status: 'not-answering',
      since: ago(9),
      lastAnsweredAt: ago(12),
    });
  });
});

describe('a probe is due', () => {
  test.each<[string, AuthorityStatusRow | undefined, boolean]>([
    ['of what was never called', undefined, true],
    ['not of what answered just now', seen({ answeredAt: ago(1) }), false],
    ['of what has been silent for a while', seen({ answeredAt: ago(5) }), true],
    ['after a failure', failing(ago(1), ago(1), ago(2)), true],
    ['not within a minute of another', { ...failing(ago(1), ago(1)), probedAt: ago(0.9) }, false],
    ['a minute later', { ...failing(ago(2), ago(2)), probedAt: ago(1) }, true],
  ])('%s', (_when, row, due) => {
    expect(isProbeDue(row, now)).toBe(due);
  });
});

test('the authority answers when every service is known to answer', () => {
  const answering = { status: 'answering' } as const;
  expect(isAnswering({ wsaa: answering, wsfe: answering })).toBe(true);
  expect(isAnswering({ wsaa: answering, wsfe: statusOf(failing(ago(1), ago(1), ago(2)), now) })).toBe(false);
  expect(isAnswering({ wsaa: { status: 'unknown' }, wsfe: answering })).toBe(false);
});

test('the authority’s silence begins with the first service that fell silent', () => {
  const silentSince = (minutes: number) => ({ status: 'not-answering', since: ago(minutes) }) as const;
  const unknown = { status: 'unknown' } as const;
  expect(notAnsweringSince({ wsaa: silentSince(3), wsfe: silentSince(9) })).toEqual(ago(9));
  expect(notAnsweringSince({ wsaa: unknown, wsfe: silentSince(1) })).toEqual(ago(1));
  expect(notAnsweringSince({ wsaa: unknown, wsfe: { status: 'answering' } })).toBeUndefined();
});
