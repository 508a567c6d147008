import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyJsonPatch, JsonPatch } from '#lib/documents/patch.ts';
import { sizeLimits } from '#lib/limits.ts';

/** A tenth of what a body may have. */
const long = 'x'.repeat(sizeLimits.bodyBytes / 10);
const target = { name: 'A', list: [1, 2, 3], inner: { 'a/b': 1, 'm~n': 2 } };
const apply = (...patch: unknown[]) => applyJsonPatch(target, JsonPatch.parse(patch));

describe('a JSON patch', () => {
  test.each([
    ['adds a member', { op: 'add', path: '/alias', value: 'B' }, { ...target, alias: 'B' }],
    ['adds into a list', { op: 'add', path: '/list/1', value: 9 }, { ...target, list: [1, 9, 2, 3] }],
    ['adds to its end', { op: 'add', path: '/list/-', value: 9 }, { ...target, list: [1, 2, 3, 9] }],
    ['replaces', { op: 'replace', path: '/list/0', value: null }, { ...target, list: [null, 2, 3] }],
    ['replaces all', { op: 'replace', path: '', value: { x: 1 } }, { x: 1 }],
    ['removes', { op: 'remove', path: '/list/2' }, { ...target, list: [1, 2] }],
    ['moves', { op: 'move', from: '/list/0', path: '/first' }, { ...target, list: [2, 3], first: 1 }],
    ['copies', { op: 'copy', from: '/inner', path: '/other' }, { ...target, other: target.inner }],
    ['reads escaped names', { op: 'test', path: '/inner/a~1b', value: 1 }, target],
    ['adds a member of any name', { op: 'add', path: '/toString', value: 1 }, { ...target, toString: 1 }],
  ])('%s', (_what, operation, expected) => {
    expect(apply(operation)).toEqual({ ok: true, value: expected });
  });

  test.each([
    ['a member that is not there', { op: 'remove', path: '/none' }],
    ['what the prototype has', { op: 'replace', path: '/toString', value: 1 }],
    ['a way through the prototype', { op: 'add', path: '/constructor/prototype/x', value: 1 }],
    ['a place beyond the list', { op: 'add', path: '/list/4', value: 1 }],
    ['a list by a name', { op: 'add', path: '/list/length', value: 0 }],
    ['a number with a zero before', { op: 'replace', path: '/list/01', value: 0 }],
    ['a value that is another', { op: 'test', path: '/name', value: 'B' }],
    ['a move into itself', { op: 'move', from: '/inner', path: '/inner/x' }],
  ])('can not reach %s and names the operation', (_what, operation) => {
    const outcome = apply({ op: 'add', path: '/alias', value: 1 }, operation);
    expect(outcome).toMatchObject({ ok: false, index: 1 });
    expect(target).not.toHaveProperty('alias');
  });

  test.each([
    ['copies into what it copies', { op: 'copy', from: '/inner' }, (at: number) => `/inner/c${at}`],
    ['copies a long text again and again', { op: 'copy', from: '/long' }, (at: number) => `/copy${at}`],
    ['compares a long text again and again', { op: 'test', value: long }, () => '/long'],
  ])('that %s stops at the size limit of a body', (_what, operation, path) => {
    const many = Array.from({ length: 999 }, (_, at) => ({ ...operation, path: path(at) }));
    const outcome = apply({ op: 'add', path: '/long', value: long }, ...many);
    expect(outcome).toMatchObject({ ok: false, problem: expect.stringMatching(/more than .* in total$/) });
    expect(outcome).toHaveProperty(
      'index',
      expect.toSatisfy((index: number) => index > 8 && index < 30),
    );
  });

  test('yields a value or a reason and leaves every prototype unchanged', () => {
    const names = fc.constantFrom(
      'name',
      'list',
      '0',
      '-',
      '__proto__',
      'constructor',
      'prototype',
      'inner',
      'x',
    );
    const path = fc.array(names, { maxLength: 4 }).map((parts) => parts.map((part) => `/${part}`).join(''));
    const operation = fc.oneof(
      fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path, value: fc.jsonValue() }),
      fc.record({ op: fc.constant('remove'), path }),
      fc.record({ op: fc.constantFrom('move', 'copy'), path, from: path }),
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 5 }), (patch) => {
        expect(typeof applyJsonPatch(target, patch as JsonPatch).ok).toBe('boolean');
        expect({}).not.toHaveProperty('x');
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { seed: 7, numRuns: 2_000 },
    );
  });
});
