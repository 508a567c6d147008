import { expect, test } from 'vitest';
import { manualStates } from '#lib/silo/states.ts';

test.each([
  [
    'an invoice that is authorized',
    'invoices',
    'sent',
    true,
    ['paid'],
    ['void', 'draft', 'rejected', 'registered', 'processing', 'error'],
  ],
  [
    'an invoice that is not',
    'invoices',
    null,
    false,
    ['void', 'paid', 'draft'],
    ['registered', 'invalid', 'sent'],
  ],
  [
    'a supplier who is registered',
    'suppliers',
    'registered',
    true,
    ['error'],
    ['void', 'paid', 'sent', 'received'],
  ],
  [
    'a supplier who is not',
    'suppliers',
    null,
    false,
    ['void', 'draft'],
    ['registered', 'paid', 'sent', 'received', 'invalid'],
  ],
  ['whoever has a state that is not offered', 'suppliers', 'paid', false, ['paid'], ['sent']],
] as const)('%s gets only fitting states by hand', (_what, folder, state, isFinal, offered, not) => {
  const states = manualStates({ folder, state, isFinal });
  expect(states).toEqual(expect.arrayContaining([...offered]));
  for (const key of not) expect(states).not.toContain(key);
});
