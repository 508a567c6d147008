// @module-tag slow

import { expect, test } from 'vitest';
import { entries } from '#app/api/silo/v1/entries.ts';
import { workflows } from '#app/api/transform/v1/workflows.ts';
import { digestOf } from '#lib/documents/envelope.ts';
import type { Endpoint } from '#lib/http/endpoint.ts';
import { sizeLimits } from '#lib/limits.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { addLargeSuppliers, addLargeWorkflows } from '#tests/support/large-entries.ts';
import { callRoute } from '#tests/support/route-client.ts';
import { newApiKey, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

// biome-ignore lint/suspicious/noExplicitAny: items of every list
type Item = any;

/** All pages of a list, from its first to its last. */
async function walk(handler: Endpoint, apiKey: string, query: string): Promise<Item[][]> {
  const pages: Item[][] = [];
  let cursor = '';
  do {
    const { body } = await callRoute(handler, apiKey, { query: `?${query}${cursor}` });
    pages.push(body.list);
    cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : '';
  } while (cursor);
  return pages;
}

const bytesOf = (items: Item[]) => items.reduce((sum, item) => sum + JSON.stringify(item).length, 0);

onDatabase('a list of large rows', () => {
  test('has each document whole and once, newest or oldest first, eight megabytes a page', async () => {
    const ctx = await newWorkspace();
    const large = await addLargeSuppliers(ctx, 'Grande S.A.', 10);
    const small = [(await newSupplier(ctx, 'Chica S.A.')).id, (await newSupplier(ctx, 'Mínima S.A.')).id];
    const newestFirst = [...small.toReversed(), ...large];
    const apiKey = await newApiKey(ctx);
    for (const [query, order] of [
      ['limit=100', newestFirst],
      ['limit=100&ascending=true', newestFirst.toReversed()],
      ['limit=5', newestFirst],
    ] as const) {
      const pages = await walk(entries.listEnvelopes, apiKey, query);
      const walked = pages.flat();
      expect(walked.map(({ head }) => head.uuid)).toEqual(order);
      for (const { head, doc } of walked) expect(digestOf(doc)).toBe(head.dig.val);
      for (const page of pages) {
        expect(page.length).toBeGreaterThan(0);
        expect(bytesOf(page.map(({ doc }) => doc))).toBeLessThanOrEqual(sizeLimits.pageBytes);
      }
      expect(pages.length).toBe(query === 'limit=5' ? 3 : 2);
    }
  }, 120_000);

  test('has each workflow once with all its steps', async () => {
    const ctx = await newWorkspace();
    const ids = await addLargeWorkflows(ctx, 12);
    const pages = await walk(workflows.listWorkflows, await newApiKey(ctx), 'limit=100');
    expect(pages.flat().map(({ id }) => id)).toEqual(ids);
    expect(new Set(pages.flat().map(({ steps }) => steps.length)).size).toBe(1);
    expect(pages.length).toBe(2);
    for (const page of pages) expect(bytesOf(page)).toBeLessThan(sizeLimits.pageBytes);
  }, 120_000);
});
