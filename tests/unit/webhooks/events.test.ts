import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { service } from '#app/api/transform/v1/_service.ts';
import { samplePayload } from '#lib/webhooks/endpoints.ts';
import { lifecycleEvents } from '#lib/webhooks/events.ts';
import { eventMessages } from '#lib/webhooks/messages.ts';
import { messageFaults } from '#tests/support/messages.ts';

const page = readFileSync('docs/webhooks.md', 'utf8');
const table = page.slice(page.indexOf('| event | when |')).split('\n\n')[0] ?? '';
const rows = new Map(
  [...table.matchAll(/^\| `([\w.]+)` \|(.*)\|$/gm)].map(([, name = '', when]) => [name, when]),
);

test('docs/webhooks.md lists exactly the events that can be subscribed to', () => {
  expect([...rows.keys()]).toEqual(lifecycleEvents);
});

test.each(lifecycleEvents)('what the page says is in `data` of %s is in its schema', (event) => {
  const told = [...(rows.get(event) ?? '').matchAll(/`data\.(\w+)`/g)].map(([, member]) => member);
  const { data } = eventMessages[event].shape as { data?: { shape: object } };
  expect(Object.keys(data?.shape ?? {})).toEqual(expect.arrayContaining(told));
});

test.each(lifecycleEvents)('a sample of %s, and its example in the contract, are on its schema', (event) => {
  const workspace = { id: '01a1fe08-0000-7000-8000-000000000001' };
  const id = '01a1fe08-3155-75eb-83e3-484ba19ee109';
  expect(messageFaults(samplePayload(id, workspace, event))).toEqual([]);
  const example = service.webhooks?.find(({ name }) => name === event)?.example;
  expect(messageFaults(example ?? {})).toEqual([]);
});

test('a message with an unknown member, or without one that its event has, is not', () => {
  const workspace = { id: '01a1fe08-0000-7000-8000-000000000001' };
  const sample = samplePayload('01a1fe08-3155-75eb-83e3-484ba19ee109', workspace, 'link.sent');
  expect(messageFaults({ ...sample, event: 'link.sent', link_url: 'x' })).toHaveLength(1);
  expect(messageFaults({ ...sample, event: 'link.bounced' })).toEqual([
    "/data must have required property 'reason'",
  ]);
});
