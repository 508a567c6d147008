import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { warningsOf } from '#lib/workflows/definition-rules.ts';
import { defineProvider, type Provider } from '#lib/workflows/provider.ts';
import { validateDefinition } from '#lib/workflows/validate-definition.ts';

const run: Provider['run'] = async () => async () => ({ status: 'OK' });
const none = z.strictObject({});

const all: Provider[] = [
  { id: 'label', title: 'Label', config: z.strictObject({ state: z.enum(['done', 'error']) }), run },
  { id: 'open', title: 'Open', schema: 'org/party', config: none, run },
  { id: 'wait', title: 'Wait', schema: 'org/party', config: none, needs: 'open', role: 'waits', run },
  { id: 'bill', title: 'Bill', schema: 'bill/invoice', config: none, run },
  defineProvider({
    id: 'tell',
    title: 'Tell',
    role: 'tells',
    config: z.strictObject({ url: z.url(), headers: z.record(z.string(), z.string().max(3)).optional() }),
    run,
  }),
];
const providers = new Map(all.map((provider) => [provider.id, provider]));

const done = { provider: 'label', config: { state: 'done' } };
const open = { provider: 'open' };
const wait = { provider: 'wait' };
const tell = { provider: 'tell', config: { url: 'https://receiver.example/' } };

type Sketch = { id?: string; provider: string; config?: Record<string, unknown> };
let made = 0;
const withId = (step: Sketch) => ({ id: `step-${made++}`, ...step });
const validate = (steps: Sketch[], rescue: Sketch[] = [], schema = 'org/party') =>
  validateDefinition({ schema, steps: steps.map(withId), rescue: rescue.map(withId) }, providers);

const codesAndPaths = (faults: { code: string; paths?: string[] }[]) =>
  faults.map(({ code, paths }) => [code, ...(paths ?? [])]);

describe('a definition', () => {
  test.each<[string, Sketch[], Sketch[]]>([
    [
      'of a registration',
      [done, open, tell, wait, done],
      [{ provider: 'label', config: { state: 'error' } }],
    ],
    ['that tells before and after the wait', [open, tell, wait, tell], []],
    ['with a message in its rescue', [open, tell, wait], [tell]],
    ['without a wait', [tell, done], []],
    ['of 50 steps', Array.from({ length: 50 }, () => done), []],
  ])('%s has no fault and no warning', (_what, steps, rescue) => {
    expect(validate(steps, rescue)).toEqual({ faults: [], warnings: [] });
  });

  test.each<[string, Sketch[], Sketch[], string[][]]>([
    ['no step', [], [], [['empty', '$.steps']]],
    ['51 steps', Array.from({ length: 51 }, () => done), [], [['too-many', '$.steps']]],
    [
      'steps that would make ten thousand copies of a megabyte',
      [{ ...tell, config: { ...tell.config, headers: { x: 'x'.repeat(65_536) } } }],
      [],
      [['definition-too-large', '$.steps']],
    ],
    ['51 steps in its rescue', [done], Array.from({ length: 51 }, () => done), [['too-many', '$.rescue']]],
    ['an unknown provider', [done, { provider: 'lable' }], [], [['unknown-provider', '$.steps[1].provider']]],
    ['no config where it is needed', [{ provider: 'label' }], [], [['required', '$.steps[0].config.state']]],
    [
      'a field too many in a config',
      [{ ...open, config: { colour: 'red' } }],
      [],
      [['unknown-field', '$.steps[0].config.colour']],
    ],
    [
      'a fault deep in a config of the rescue',
      [done],
      [{ provider: 'tell', config: { url: 'https://a.example/', headers: { 'x-one': 'long' } } }],
      [['too-big', '$.rescue[0].config.headers.x-one']],
    ],
    [
      'a config of another shape',
      [{ provider: 'tell', config: { url: 7 } }],
      [],
      [['invalid-type', '$.steps[0].config.url']],
    ],
    ['a step for invoices', [{ provider: 'bill' }], [], [['wrong-schema', '$.steps[0].provider']]],
    ['a wait without the step that opens', [wait], [], [['missing-step', '$.steps[0].provider']]],
    ['a wait before the step that opens', [wait, open], [], [['missing-step', '$.steps[0].provider']]],
    ['a wait in its rescue', [open], [wait], [['waits-in-rescue', '$.rescue[0].provider']]],
    [
      'a wait in its rescue, and nothing that opens before it',
      [done],
      [wait, open],
      [
        ['missing-step', '$.rescue[0].provider'],
        ['waits-in-rescue', '$.rescue[0].provider'],
      ],
    ],
    [
      'one id twice',
      [
        { ...done, id: 'a' },
        { ...done, id: 'b' },
      ],
      [{ ...done, id: 'a' }],
      [['twice', '$.rescue[0].id']],
    ],
    [
      'several faults, of which each is told',
      [{ provider: 'nothing' }, { provider: 'label', config: { state: 'gone' } }],
      [{ provider: 'bill' }],
      [
        ['unknown-provider', '$.steps[0].provider'],
        ['invalid-value', '$.steps[1].config.state'],
        ['wrong-schema', '$.rescue[0].provider'],
      ],
    ],
  ])('with %s has its fault at its path', (_what, steps, rescue, expected) => {
    expect(codesAndPaths(validate(steps, rescue).faults)).toEqual(expected);
  });

  test('an unknown provider’s fault lists the known ones', () => {
    const { faults } = validate([{ provider: 'nothing' }]);
    for (const id of providers.keys()) expect(faults[0]?.message).toContain(id);
  });

  test('a missing step’s fault names the step', () => {
    expect(validate([wait]).faults[0]?.message).toContain('open');
  });

  test.each<[string, Sketch[], string[][]]>([
    ['told only after the wait', [open, wait, done, tell, tell], [['link-too-late', '$.steps[3]']]],
    ['told before it is made', [tell, open, tell, wait], [['link-not-yet', '$.steps[0]']]],
    [
      'told before it is made and after the wait',
      [tell, open, wait, tell],
      [
        ['link-not-yet', '$.steps[0]'],
        ['link-too-late', '$.steps[3]'],
      ],
    ],
    ['made anew and waited for untold', [open, tell, open, wait, tell], [['link-too-late', '$.steps[4]']]],
    ['waited for twice', [open, wait, wait, tell], [['link-too-late', '$.steps[3]']]],
    ['never told by a step', [open, wait, done], []],
  ])('whose link is %s gets a warning', (_what, steps, expected) => {
    const { faults, warnings } = validate(steps);
    expect(faults).toEqual([]);
    expect(codesAndPaths(warnings)).toEqual(expected);
    expect(warningsOf({ steps, rescue: [] }, providers)).toEqual(warnings);
  });

  test('of any steps yields a list of faults and never throws', () => {
    const step = fc.record(
      {
        id: fc.constantFrom('a', 'b', '__proto__'),
        provider: fc.oneof(fc.constantFrom(...providers.keys(), '__proto__', 'constructor'), fc.string()),
        config: fc.oneof(
          fc.dictionary(fc.string(), fc.jsonValue()),
          fc.record({ url: fc.jsonValue(), headers: fc.jsonValue(), state: fc.jsonValue() }),
        ),
      },
      { requiredKeys: ['id', 'provider'] },
    );
    const steps = fc.array(step, { maxLength: 60 });
    fc.assert(
      fc.property(fc.string(), steps, steps, (schema, some, others) => {
        const { faults, warnings } = validateDefinition({ schema, steps: some, rescue: others }, providers);
        for (const { code, message, paths } of [...faults, ...warnings]) {
          expect(code).not.toBe('');
          expect(message).not.toBe('');
          expect(paths?.every((path) => /^\$\.(steps|rescue)/.test(path))).toBe(true);
        }
      }),
      { seed: 11, numRuns: 500 },
    );
  });
});
