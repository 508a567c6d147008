import { expect, test } from 'vitest';
import { errorForLog } from '#lib/log.ts';

test('a failed query is logged without its parameters or quoted values', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (token_hash)=(c4nary) already exists.',
    constraint: 'api_keys_token_hash_unique',
  });
  const error = Object.assign(new Error('Failed query: insert … params: c4nary'), {
    query: 'insert into api_keys values ($1)',
    params: ['c4nary'],
    cause,
  });
  const logged = JSON.stringify(errorForLog(error));
  expect(logged).not.toContain('c4nary');
  expect(logged).toContain('insert into api_keys');
  expect(logged).toContain('api_keys_token_hash_unique');
});

test('another error is logged with its message, place and cause', () => {
  const logged = errorForLog(new Error('outer', { cause: new TypeError('inner') }));
  expect(logged).toMatchObject({
    type: 'Error',
    message: 'outer',
    cause: { type: 'TypeError', message: 'inner' },
  });
  expect(logged.stack).toEqual(expect.arrayContaining([expect.stringContaining('log-error.test.ts')]));
});
