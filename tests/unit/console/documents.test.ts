import { describe, expect, test } from 'vitest';
import { plainName } from '#app/(console)/_ui/visible-text.ts';
import { rangeOf, repeatedNames, syntaxFault } from '#console/_editor/code-editor.tsx';
import { textOfDocument } from '#console/_editor/document-fields.ts';
import { remainingFaults } from '#console/_editor/faults.ts';
import { assumptionIn } from '#console/_editor/invoice-values.ts';
import { partsOf, placeOfDocument, valueAt, withValue, writeText } from '#console/_editor/json-path.ts';
import { partyOf } from '#console/w/[workspace]/_entries/party-of.ts';

const party = {
  name: 'Ñandú',
  tax_id: { country: 'AR', code: '20' },
  emails: [{ addr: 'a' }, { addr: 'b' }],
};
const text = writeText(party);
const marked = (path: (string | number)[], of = text) => {
  const { from, to } = rangeOf(of, path);
  return of.slice(from, to);
};

describe('the place of a fault in the text', () => {
  test.each<[string, (string | number)[], string]>([
    ['a value', ['tax_id', 'code'], '"20"'],
    ['an item of a list', ['emails', 1, 'addr'], '"b"'],
    ['an object, by its name', ['tax_id'], '"tax_id"'],
    ['the whole, by its brace', [], '{'],
    ['what is missing, by what should hold it', ['tax_id', 'scheme'], '"tax_id"'],
    ['what is missing at the top', ['alias'], '{'],
    ['an item that is not there', ['emails', 7, 'addr'], '"emails"'],
  ])('is that of %s', (_what, path, expected) => {
    expect(marked(path)).toBe(expected);
  });

  test('is found in a text that is broken elsewhere', () => {
    expect(marked(['name'], '{"name": "x", "tax_id": {')).toBe('"x"');
    expect(marked(['tax_id'], '{"tax_id": , "name": "x"}')).toBe('"tax_id"');
  });

  test.each([
    '',
    '  ',
    '{',
    '{"a" 1}',
    '{"a":1,}',
    '{"a":1}}',
    'nonsense',
    '{"a":"\u0001"}',
    '[1,,2]',
    '"\\x"',
  ])('lies within the invalid JSON %j', (broken) => {
    const fault = syntaxFault(broken);
    expect(fault?.from).toBeGreaterThanOrEqual(0);
    expect(fault?.to).toBeLessThanOrEqual(Math.max(broken.length, 0));
  });

  test('is absent for valid JSON', () => {
    expect(syntaxFault(text)).toBeUndefined();
    expect(syntaxFault('{"a": 1E5, "b": "\\ud83d"}')).toBeUndefined();
  });

  test('is reported for a name that JSON has twice', () => {
    const twice = '{"a": 1, "b": {"a": 2}, "a": 3}';
    expect(repeatedNames(twice)).toEqual([{ from: 24, to: 27 }]);
  });
});

describe('a path', () => {
  test.each([
    ['$', []],
    ['$.tax_id.code', ['tax_id', 'code']],
    ['$.emails[1].addr', ['emails', 1, 'addr']],
    ['$.nothing[0]', ['nothing', 0]],
    ['$.a.b.c', ['a.b', 'c']],
    ['$[', ['']],
  ])('written %s is read', (path, parts) => {
    expect(partsOf(path, { ...party, 'a.b': { c: 1 } })).toEqual(parts);
  });

  test('changes one place and leaves the order of the others', () => {
    const changed = withValue(party, ['tax_id', 'code'], '30');
    expect(JSON.stringify(changed)).toBe(JSON.stringify(party).replace('"20"', '"30"'));
    expect(withValue(party, ['emails', 0], undefined)).toMatchObject({ emails: [{ addr: 'b' }] });
    expect(Object.keys(withValue(party, ['name'], undefined) as object)).toEqual(['tax_id', 'emails']);
    expect(withValue({}, ['addresses', 0, 'street'], 'x')).toEqual({ addresses: [{ street: 'x' }] });
  });

  test('treats a prototype’s name as an ordinary name', () => {
    const evil: unknown = JSON.parse('{"__proto__": {"polluted": 1}, "name": "x"}');
    expect(valueAt(evil, ['constructor'])).toBeUndefined();
    const changed = withValue(evil, ['name'], 'y');
    expect(JSON.stringify(changed)).toBe('{"__proto__":{"polluted":1},"name":"y"}');
    expect(Object.hasOwn({}, 'polluted')).toBe(false);
  });
});

describe('a fault', () => {
  const found = { text, faults: [{ path: '$.tax_id.code', message: 'wrong' }] };

  test('stays until the value at its place changes', () => {
    expect(remainingFaults(found, text)).toHaveLength(1);
    expect(remainingFaults(found, text.replace('Ñandú', 'Hornero'))).toHaveLength(1);
    expect(remainingFaults(found, '{ broken')).toHaveLength(1);
    expect(remainingFaults(found, text.replace('"20"', '"2"'))).toHaveLength(0);
  });

  test('of a document in an envelope has its place in the envelope', () => {
    const envelope = { $schema: 'https://gobl.org/draft-0/envelope', doc: party };
    expect(placeOfDocument(envelope)).toEqual(['doc']);
    const [fault] = remainingFaults({ ...found, text: writeText(envelope) }, writeText(envelope));
    expect(fault?.parts).toEqual(['doc', 'tax_id', 'code']);
  });
});

describe('an assumption about the customer', () => {
  const coded = (code: unknown, mark: unknown) => ({
    customer: { ext: { 'ar-arca-vat-status': code }, meta: { 'assumed-ar-arca-vat-status': mark } },
  });

  test('is found with its place, also in an envelope', () => {
    const doc = coded('1', '1');
    const $schema = 'https://gobl.org/draft-0/envelope';
    for (const whole of [doc, { $schema, doc }]) {
      const { status, parts = [] } = assumptionIn(writeText(whole)) ?? {};
      expect([status, marked([...parts], writeText(whole))]).toEqual(['1', '"1"']);
    }
  });

  test.each([
    ['another code was written', coded('4', '1')],
    ['its mark was taken away', coded('1', undefined)],
    ['neither says anything', coded(undefined, undefined)],
    ['they are no texts', coded(1, 1)],
    ['there is no customer', { customer: null }],
    ['they are of another shape', { customer: { ext: 'x', meta: ['y'] } }],
    ['there is no document', null],
  ])('is absent where %s', (_, doc) => {
    expect(assumptionIn(writeText(doc))).toBeUndefined();
  });

  test('is absent in a text that is not JSON', () => {
    expect(assumptionIn('{"customer":')).toBeUndefined();
  });
});

test('a stored document is shown in the order in which people write it', () => {
  const stored = { name: 'x', zz: 1, tax_id: { code: '20', country: 'AR' }, $schema: 's' };
  expect(textOfDocument(stored)).toBe(
    writeText({ $schema: 's', name: 'x', tax_id: { country: 'AR', code: '20' }, zz: 1 }),
  );
});

test.each([
  [{}, '-'],
  [{ name: 5, tax_id: [] }, '-'],
  [{ name: '<b>', tax_id: null }, '<b>'],
])('the name of %j is %s', (doc, name) => {
  expect(partyOf(doc).name).toBe(name);
});

test('a name in a sentence has no direction marks and a bounded length', () => {
  expect(plainName('a\u202Eb\u0007c')).toBe('abc');
  expect([...plainName('😀'.repeat(10_000))]).toHaveLength(80);
});
