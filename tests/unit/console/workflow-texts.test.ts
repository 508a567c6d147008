import { createTranslator } from 'next-intl';
import { describe, expect, test } from 'vitest';
import { durationText } from '#app/(console)/w/[workspace]/jobs/duration.ts';
import {
  byId,
  fieldsOf,
  placementOf,
  problemsOf,
} from '#console/w/[workspace]/configuration/workflows/editor/draft.ts';
import { providerKey, stepTitle } from '#console/w/[workspace]/configuration/workflows/texts.ts';
import type { Fault } from '#lib/errors.ts';
import { renderFault } from '#lib/faults.ts';
import { consoleCatalogues, locales } from '#lib/i18n.ts';
import { describedProviders } from '#lib/workflows/providers.ts';

const list = describedProviders();
const providers = byId(list);

describe.each(locales)('in %s', (locale) => {
  const { workflows, entry } = consoleCatalogues[locale];
  const t = createTranslator({
    locale,
    messages: { console: consoleCatalogues[locale] },
    namespace: 'console.workflows',
  }) as unknown as Parameters<typeof stepTitle>[0];

  test.each(list)('the provider $id and each of its fields have a text', ({ id, config }) => {
    const texts: { title: string; text: string; fields?: Record<string, { label: string }> } | undefined =
      Object.entries(workflows.providers).find(([key]) => key === providerKey(id))?.[1];
    expect(texts?.title).toBeTypeOf('string');
    expect(texts?.text).toBeTypeOf('string');
    for (const { name } of fieldsOf({ config })) expect(texts?.fields?.[name]?.label).toBeTypeOf('string');
  });

  test('a state has the same name as in the lists of entries', () => {
    expect(workflows.states).toEqual(entry.states);
    const [before, after] = locale === 'en' ? '“”' : '«»';
    for (const [state, name] of Object.entries(entry.states)) {
      const { text } = renderFault({ code: 'state-set', params: { state } }, locale);
      expect(text).toContain(`${before}${name}${after}`);
    }
  });

  test('a step has its custom name, or else its provider’s name in the reader’s language', () => {
    const titleOf = (step: { provider: string; name?: string; config?: Record<string, unknown> }) =>
      stepTitle(t, step, providers);
    expect(titleOf({ provider: 'webhook', name: 'Tell Ana' })).toBe('Tell Ana');
    expect(titleOf({ provider: 'webhook', name: 'Send webhook' })).toBe(workflows.providers.webhook.title);
    expect(titleOf({ provider: 'webhook' })).toBe(workflows.providers.webhook.title);
    expect(titleOf({ provider: 'silo.state', config: { state: 'paid' } })).toContain(workflows.states.paid);
    expect(titleOf({ provider: 'silo.state', config: { state: '<b>' } })).toContain('<b>');
    expect(titleOf({ provider: 'from.tomorrow' })).toBe('from.tomorrow');
  });
});

test('each provider’s form has a field for all of its configuration', () => {
  const shapes = list.flatMap((provider) =>
    fieldsOf(provider).map(({ name, shape }) => `${name}: ${shape.kind}`),
  );
  expect(shapes).toEqual([
    'state: choice',
    'field: text',
    'is: text',
    'not: flag',
    'skip: number',
    'data: other',
    'merge_type: choice',
    'scope: choice',
    'addons: other',
    'tags: other',
    'mode: choice',
    'services: choices',
    'timeout_days: number',
    'locale: choice',
    'url: text',
    'event: text',
    'bearer_token: text',
    'secret: text',
    'headers: pairs',
    'wait: choice',
    'to: text',
    'subject: text',
    'reply_to: text',
    'to: text',
    'sender: choice',
    'link: flag',
  ]);
  const secrets = list.flatMap(fieldsOf).filter(({ isSecret }) => isSecret);
  expect(secrets.map(({ name }) => name)).toEqual(['bearer_token', 'secret', 'headers']);
});

describe('a draft’s faults', () => {
  const step = (id: string, provider: string) => ({ id, provider });
  const draft = {
    name: 'One',
    description: '',
    steps: [step('a', 'gov-ar.register'), step('b', 'gov-ar.wait.authorization'), step('c', 'webhook')],
    rescue: [],
  };

  test('stay with their step, whatever its number becomes', () => {
    const faults: Fault[] = [
      { code: 'required', message: 'is required', paths: ['$.steps[2].config.url'] },
      { code: 'too-small', message: 'is too short', paths: ['$.name'] },
    ];
    expect(problemsOf(faults, draft)).toEqual([
      { step: 'c', path: 'config.url', code: 'required', message: 'is required' },
      { path: 'name', code: 'too-small', message: 'is too short' },
    ]);
  });

  test('follow the verb’s own rules while the draft is edited', () => {
    expect(placementOf(draft, 'org/party', providers)).toMatchObject({
      faults: [],
      warnings: [{ step: 'c', code: 'link-too-late' }],
    });
    const moved = {
      ...draft,
      steps: [step('b', 'gov-ar.wait.authorization')],
      rescue: [step('x', 'nothing')],
    };
    expect(placementOf(moved, 'org/party', providers).faults).toMatchObject([
      { step: 'b', path: 'provider', code: 'missing-step' },
      { step: 'x', path: 'provider', code: 'unknown-provider' },
    ]);
  });
});

test.each([
  [0, '< 1 s'],
  [499, '< 1 s'],
  [1_499, '1 s'],
  [125_000, '2 min 5 s'],
  [7_200_000, '2 h'],
  [86_400_000 * 3 + 3_600_000 * 4 + 59_000, '3 d 4 h'],
  [59_600, '1 min'],
])('%d ms are written %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
