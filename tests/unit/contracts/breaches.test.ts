import { describe, expect, test } from 'vitest';
import { breachesOf, type Exchange } from '#tests/support/contract.ts';

const pong: Exchange = {
  method: 'GET',
  path: '/api/utils/v1/ping',
  status: 200,
  headers: new Headers({ 'content-type': 'application/json', 'x-request-id': 'r' }),
  text: '{"ping":"pong"}',
};

describe('an answer', () => {
  test('that follows its contract passes', () => expect(breachesOf(pong)).toEqual([]));

  test.each<[string, Partial<Exchange>]>([
    ['has a member that the contract does not name', { text: '{"ping":"pong","more":1}' }],
    ['lacks a member', { text: '{}' }],
    ['has another value', { text: '{"ping":"pang"}' }],
    ['has a status that the contract does not name', { status: 201 }],
    ['is of another type', { headers: new Headers({ 'content-type': 'text/html', 'x-request-id': 'r' }) }],
    ['lacks a header', { headers: new Headers({ 'content-type': 'application/json' }) }],
    ['says no without a problem', { status: 401 }],
    ['comes from no operation', { path: '/api/utils/v1/pong' }],
  ])('is a breach where it %s', (_, change) => {
    expect(breachesOf({ ...pong, ...change })).not.toEqual([]);
  });
});
