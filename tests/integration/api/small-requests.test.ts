import { expect, test } from 'vitest';
import { sizeLimits } from '#lib/limits.ts';
import { onServer } from '#tests/support/alta.ts';
import { askApi } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { classA, line } from '#tests/support/invoices.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newApiKey, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

/*
 * Requests of which a process would make far more than they say. How long each holds it: `npm run bench -- attacks`.
 */

async function seed() {
  const ctx = await newWorkspace();
  const [supplier, { ref }] = [await newSupplier(ctx), await newRegistration(ctx)];
  return { key: await newApiKey(ctx), supplierId: supplier.id, ref };
}
type Seeded = Awaited<ReturnType<typeof seed>>;

interface Attack {
  method: string;
  path: (seeded: Seeded) => string;
  body: unknown;
  type?: string;
  status: number;
}

const entries = () => '/api/silo/v1/entries';
const entry = ({ supplierId }: Seeded) => `/api/silo/v1/entries/${supplierId}`;
const batches = () => '/api/transform/v1/batches';
const upload = ({ ref }: Seeded) => `/reg/${ref}/subir`;
const fields = (count: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, value]));
const patch = (...operations: object[]) => ({ data: operations });
const copies = (count: number, from: string, to: string) =>
  Array.from({ length: count }, (_, at) => ({ op: 'copy', from, path: `${to}${at}` }));
const invoiceOf = (lines: unknown[]) => ({ folder: 'invoices', data: classA({ lines }) });
const parts = (count: number) =>
  `${'--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(count)}--b--\r\n`;
const jsonPatch = 'application/json-patch+json';
const form = 'multipart/form-data; boundary=b';

const attacks: Record<string, Attack> = {
  'a patch that copies its copies, forty times': {
    ...{ method: 'PATCH', path: entry, type: jsonPatch, status: 422 },
    body: patch({ op: 'add', path: '/meta', value: { a: 'x' } }, ...copies(40, '/meta', '/meta/c')),
  },
  'a patch that copies half a megabyte 900 times': {
    ...{ method: 'PATCH', path: entry, type: jsonPatch, status: 422 },
    body: patch({ op: 'add', path: '/x', value: 'y'.repeat(500_000) }, ...copies(900, '/x', '/x')),
  },
  'a merge patch of 60,000 unknown fields': {
    ...{ method: 'PATCH', path: entry, type: 'application/merge-patch+json', status: 413 },
    body: { data: fields(60_000) },
  },
  'a document of 60,000 unknown fields': {
    ...{ method: 'POST', path: entries, status: 413 },
    body: { folder: 'suppliers', data: fields(60_000) },
  },
  'a document of 29,000 unknown fields': {
    ...{ method: 'POST', path: entries, status: 422 },
    body: { folder: 'suppliers', data: fields(29_000) },
  },
  'a document of 200,000 empty lists': {
    ...{ method: 'POST', path: entries, status: 413 },
    body: `{"folder":"suppliers","data":{"name":"x","people":[${'[],'.repeat(200_000)}0]}}`,
  },
  'a document of 500,000 levels': {
    ...{ method: 'POST', path: entries, status: 413 },
    body: `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
  },
  'an invoice of 1,900 bad lines': {
    ...{ method: 'POST', path: entries, status: 422 },
    body: invoiceOf(Array(1_900).fill({ a: 1, b: 2 })),
  },
  'an invoice of 8,000 bad lines': {
    ...{ method: 'POST', path: entries, status: 413 },
    body: invoiceOf(Array(8_000).fill({ a: 1, b: 2 })),
  },
  'an invoice of 1,900 good lines': {
    ...{ method: 'POST', path: entries, status: 422 },
    body: invoiceOf(Array(1_900).fill(line('10.00'))),
  },
  'a batch of 10,000 bad rows': {
    ...{ method: 'POST', path: batches, status: 422 },
    body: { operation: 'create-entry', rows: Array(10_000).fill({ key: 'k', data: { data: fields(9) } }) },
  },
  'a batch of a million fields': {
    ...{ method: 'POST', path: batches, status: 413 },
    body: fields(1_000_000),
  },
  'a form of 15,000 parts': {
    method: 'POST',
    path: () => '/login',
    type: form,
    body: parts(15_000),
    status: 400,
  },
  'an upload of 1,000 parts': { method: 'POST', path: upload, type: form, body: parts(1_000), status: 303 },
};

const askPage = async (url: string, init: RequestInit) => {
  const answer = await fetchPage(url, init);
  return { status: answer.status, bytes: await answer.bytes() };
};

onServer('the application', { seed }, (server) => {
  test.each(Object.entries(attacks))('refuses %s in few words, and goes on', async (_what, attack) => {
    const { alta, seeded } = server();
    const request = {
      method: attack.method,
      headers: {
        authorization: `Bearer ${seeded.key}`,
        origin: alta.origin,
        'content-type': attack.type ?? 'application/json',
      },
      body: typeof attack.body === 'string' ? attack.body : JSON.stringify(attack.body),
      redirect: 'manual' as const,
    };
    const url = alta.origin + attack.path(seeded);
    const answer = await (attack.type === form ? askPage : askApi)(url, request);
    expect(answer.status).toBe(attack.status);
    expect(answer.bytes.length).toBeLessThan(200 * sizeLimits.namedFaults);
    expect((await fetchPage(`${alta.origin}/api/health/live`)).status).toBe(200);
    expect(alta.process.exitCode).toBeNull();
  });
});
