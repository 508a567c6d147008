import fc from 'fast-check';

export const oddName = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'id',
  'workspace_id',
  '$where',
  '',
);
/** Well formed, but more than a database can store. */
export const oddInstants = [
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999-23:59',
  '2026-11-21T10:00:00+23:59',
  '2026-11-21T10:00:00.123456789123Z',
];
export const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '\0',
    '\ud800',
    "' OR 1=1 --",
    '%00',
    '../../etc/passwd',
    '9'.repeat(400),
    '-1',
    '1e309',
    'NaN',
    ...oddInstants,
    '00000000-0000-0000-0000-000000000000',
    'MjAyNi0xMS0yMVQxMDowMDowMC4wMDBafHg',
    'é'.repeat(300),
  ),
);
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    [],
    {},
    [[]],
    [null],
    { toString: 1 },
    JSON.parse('{"__proto__":{"a":1}}'),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
