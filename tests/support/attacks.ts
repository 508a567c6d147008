import { gzipSync } from 'node:zlib';
import type { Context } from '#lib/context.ts';
import { classA, line } from './invoices.ts';
import { newRegistration } from './registrant.ts';
import { newApiKey, newSupplier, newWorkspace } from './workspace.ts';

/** Target of the attacks: a new workspace's data, and a key to it. */
export async function newTarget(ctx?: Context) {
  const of = ctx ?? (await newWorkspace());
  const [supplier, { ref }] = [await newSupplier(of), await newRegistration(of)];
  return { key: await newApiKey(of), supplierId: supplier.id, ref };
}
type Target = Awaited<ReturnType<typeof newTarget>>;

export interface Attack {
  method: string;
  path: (seeded: Target) => string;
  body: unknown;
  type?: string;
  /** Compressed, with the header that says so. */
  isCompressed?: true;
  status: number;
}

const entries = () => '/api/silo/v1/entries';
const entry = ({ supplierId }: Target) => `/api/silo/v1/entries/${supplierId}`;
const batches = () => '/api/transform/v1/batches';
const upload = ({ ref }: Target) => `/reg/${ref}/subir`;
const fields = (count: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, value]));
const patch = (...operations: object[]) => ({ data: operations });
const copies = (count: number, from: string, to: string) =>
  Array.from({ length: count }, (_, at) => ({ op: 'copy', from, path: `${to}${at}` }));
const invoiceOf = (lines: unknown[]) => ({
  folder: 'invoices',
  data: classA({ lines, issue_date: undefined }),
});
const parts = (count: number) =>
  `${'--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(count)}--b--\r\n`;
const jsonPatch = 'application/json-patch+json';
export const form = 'multipart/form-data; boundary=b';

/** Requests that a process would expand to far more than their size. */
export const attacks: Record<string, Attack> = {
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
  'a document that expands to eight megabytes': {
    ...{ method: 'POST', path: entries, status: 400, isCompressed: true },
    body: `{"folder":"suppliers","data":{"name":"${'x'.repeat(2 ** 23)}"}}`,
  },
  'a form that expands to eight megabytes': {
    ...{ method: 'POST', path: upload, type: form, status: 303, isCompressed: true },
    body: parts(1).replace('\r\n\r\n', `\r\n\r\n${'x'.repeat(2 ** 23)}`),
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

/** Options for `fetch`. */
export const requestOf = (
  { method, type = 'application/json', body, isCompressed }: Attack,
  origin: string,
  key: string,
) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const encoding = isCompressed ? { 'content-encoding': 'gzip' } : {};
  return {
    method,
    headers: { authorization: `Bearer ${key}`, origin, 'content-type': type, ...encoding },
    body: isCompressed ? gzipSync(text) : text,
    redirect: 'manual' as const,
  };
};
