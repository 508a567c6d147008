import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesBetween } from '#app/(console)/w/[workspace]/configuration/workflows/changes.tsx';
import {
  type Draft,
  isSame,
  readDraft,
  textOf,
  withConfig,
  withMoved,
  withNew,
  without,
} from '#console/w/[workspace]/configuration/workflows/editor/draft.ts';
import { templates, withIds } from '#lib/workflows/templates.ts';

const label = (id: string, state: string) => ({ id, provider: 'silo.state', config: { state } });
const draft: Draft = {
  name: 'One',
  description: '',
  steps: [label('a', 'processing'), { id: 'b', provider: 'gov-ar.register' }, label('c', 'registered')],
  rescue: [label('d', 'error')],
};
const idsOf = ({ steps }: Draft) => steps.map(({ id }) => id).join('');
const reread = (text: string) => {
  const result = readDraft(text);
  if ('unreadable' in result) throw new Error(result.unreadable.code);
  return result.draft;
};

describe('a draft', () => {
  test('is unchanged by its JSON, whose fields are in reading order', () => {
    expect(reread(textOf(draft))).toEqual(draft);
    const asStored = { rescue: [], steps: [{ config: { state: 'sent' }, provider: 'silo.state', id: 'a' }] };
    expect(textOf(reread(JSON.stringify(asStored)))).toMatch(
      /"id": "a",\s+"provider": "silo.state",\s+"config"/,
    );
  });

  test('moves steps within its list and no further', () => {
    expect(idsOf(withMoved(draft, 'steps', 0, 1))).toBe('bac');
    expect(idsOf(withMoved(draft, 'steps', 2, 0))).toBe('cab');
    expect(withMoved(draft, 'steps', 0, -1)).toBe(draft);
    expect(withMoved(draft, 'steps', 2, 3)).toBe(draft);
  });

  test('is unchanged after adding and removing a step', () => {
    const more = withNew(draft, 'steps', 2, { id: 'x', provider: 'webhook' });
    expect(idsOf(more)).toBe('abxc');
    expect(isSame(without(more, 'steps', 'x'), draft)).toBe(true);
  });

  test('has no trace of a configuration field that was set and unset', () => {
    const step = { id: 'w', provider: 'gov-ar.wait.authorization' };
    expect(withConfig(withConfig(step, 'timeout_days', 3), 'timeout_days', undefined)).toEqual(step);
  });

  test('updates a template’s summary with the state and keeps a custom one', () => {
    const [step] = withIds(templates['ar-supplier-registration'].steps);
    if (!step) throw new Error('the template has no step');
    expect(withConfig(step, 'state', 'sent').summary).toBe('Set state to `sent`{.state .sent}');
    expect(withConfig({ ...step, summary: 'Mine' }, 'state', 'sent').summary).toBe('Mine');
  });
});

describe('the JSON view', () => {
  test.each([
    ['{"name": ', 'not-json', ''],
    ['[]', 'not-an-object', ''],
    ['null', 'not-an-object', ''],
    ['{"schema": "org/party"}', 'unknown-field', 'schema'],
    ['{"name": 7}', 'not-a-text', 'name'],
    ['{"steps": {}}', 'not-a-list', 'steps'],
    ['{"steps": [null]}', 'not-an-object', 'steps[0]'],
    ['{"rescue": [{"name": "x"}]}', 'no-provider', 'rescue[0]'],
    ['{"steps": [{"provider": 1}]}', 'not-a-text', 'steps[0].provider'],
    ['{"steps": [{"provider": "webhook", "config": []}]}', 'not-an-object', 'steps[0].config'],
  ])('reports %s as unreadable: %s at “%s”', (text, code, path) => {
    expect(readDraft(text)).toMatchObject({ unreadable: { code, path } });
  });

  test('reads `action` as `provider`, assigns ids and keeps unknown fields', () => {
    const { steps } = reread('{"steps": [{"action": "webhook", "next": []}]}');
    expect(steps).toEqual([{ id: expect.any(String), provider: 'webhook', next: [] }]);
  });

  test('yields a draft or a reason for any JSON and never throws', () => {
    const step = fc.record(
      { id: fc.jsonValue(), provider: fc.jsonValue(), config: fc.jsonValue(), name: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const lists = fc.record(
      { name: fc.jsonValue(), steps: fc.oneof(fc.jsonValue(), fc.array(step)), rescue: fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          lists.map((value) => JSON.stringify(value)),
        ),
        (text) => {
          const result = readDraft(text);
          if ('draft' in result) expect(isSame(reread(textOf(result.draft)), result.draft)).toBe(true);
          else expect(result.unreadable.code).toBeTypeOf('string');
        },
      ),
      { seed: 4, numRuns: 300 },
    );
  });
});

describe('the difference between two versions', () => {
  const kinds = (after: Draft) => changesBetween(draft, after).map((change) => change.kind);

  test('is empty between a version and itself', () => {
    expect(changesBetween(draft, reread(textOf(draft)))).toEqual([]);
  });

  test.each<[string, Draft, string[]]>([
    ['another name', { ...draft, name: 'Two' }, ['name']],
    ['another description', { ...draft, description: 'More' }, ['description']],
    ['a step more', withNew(draft, 'steps', 1, label('x', 'sent')), ['added']],
    ['a step less', without(draft, 'rescue', 'd'), ['removed']],
    ['another order', withMoved(draft, 'steps', 0, 1), ['order']],
    [
      'a step more before the others is no other order',
      withNew(draft, 'steps', 0, label('x', 'sent')),
      ['added'],
    ],
    [
      'a step that went into the rescue',
      without(withNew(draft, 'rescue', 0, label('c', 'registered')), 'steps', 'c'),
      ['removed', 'added'],
    ],
  ])('is correct for: %s', (_what, after, expected) => {
    expect(kinds(after)).toEqual(expected);
  });

  test('names the changed fields with their old values, except a template’s summary', () => {
    const summary = (state: string) => `Set state to \`${state}\`{.state .${state}}`;
    const before = { ...draft, steps: [{ ...label('a', 'sent'), summary: summary('sent') }] };
    const after = { ...draft, steps: [{ ...label('a', 'paid'), summary: summary('paid'), notes: 'why' }] };
    expect(changesBetween(before, after)).toEqual([
      {
        kind: 'changed',
        list: 'steps',
        step: after.steps[0],
        fields: [
          { of: 'step', name: 'notes' },
          { of: 'config', name: 'state', from: 'sent', to: 'paid' },
        ],
      },
    ]);
  });
});
