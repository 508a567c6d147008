import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lifecycleEvents } from '#lib/webhooks/events.ts';

test('docs/webhooks.md lists exactly the events that can be subscribed to', () => {
  const page = readFileSync('docs/webhooks.md', 'utf8');
  const table = page.slice(page.indexOf('| event | when |')).split('\n\n')[0] ?? '';
  const told = [...table.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, name]) => name);
  expect(told).toEqual(lifecycleEvents);
});
