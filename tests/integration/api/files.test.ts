import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { attachFile } from '#lib/silo/files.ts';
import { onServer } from '#tests/support/alta.ts';
import { type ApiClient, apiClient, askApi } from '#tests/support/api-client.ts';
import type { Json } from '#tests/support/invoices.ts';
import { newApiKey, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

const content = Buffer.from('%PDF-1.7 añadido');

const seed = async () => {
  const ctx = await newWorkspace();
  const other = await newWorkspace();
  const entry = await newSupplier(ctx);
  const elsewhere = await newSupplier(other);
  const full = await newSupplier(ctx);
  await database().transaction(async (tx) => {
    for (let key = 0; key < 100; key += 1) {
      const one = { entryId: full.id, name: 'uno.txt', category: 'attachment', key: `${key}` } as const;
      await attachFile(tx, ctx, { ...one, mime: 'text/plain', content });
    }
  });
  return {
    full: full.id,
    key: await newApiKey(ctx),
    strangersKey: await newApiKey(other),
    entryId: entry.id,
    elsewhere: elsewhere.id,
  };
};

/** But for the address, which is signed anew each time. */
const lasting = ({ url: _, ...said }: Json) => said;

const file = { name: 'contrato.pdf', mime: 'application/pdf', data: content.toString('base64') };

onServer('files of an entry', { seed }, (server) => {
  let call: ApiClient;
  let stranger: ApiClient;
  let files: string;
  beforeAll(() => {
    const { alta, seeded } = server();
    call = apiClient(alta.origin, seeded.key);
    stranger = apiClient(alta.origin, seeded.strangersKey);
    files = `/silo/v1/entries/${seeded.entryId}/files`;
  });

  test('a file is attached, listed with its entry, and its content comes back byte by byte', async () => {
    const { status, body } = await call('POST', files, { ...file, key: 'contract', desc: 'Firmado' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'contrato.pdf',
      category: 'attachment',
      key: 'contract',
      mime: 'application/pdf',
      desc: 'Firmado',
      size: content.byteLength,
      hash: createHash('sha256').update(content).digest('hex'),
      stored: true,
      entry_id: server().seeded.entryId,
    });
    const listed = (await call('GET', files)).body.list;
    expect(listed.map(lasting)).toContainEqual(lasting(body));
    expect(lasting((await call('GET', `${files}/${body.id}`)).body)).toEqual(lasting(body));
    const entry = await call('GET', `/silo/v1/entries/${server().seeded.entryId}`);
    expect(entry.body.attachments.map(lasting)).toContainEqual(lasting(body));

    const authorization = `Bearer ${server().seeded.key}`;
    const answer = await askApi(body.url, { headers: { authorization } });
    expect(answer.bytes).toEqual(content);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="contrato.pdf"; filename*=UTF-8''contrato.pdf`,
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect((await askApi(body.url)).bytes).toEqual(content);
    expect((await askApi(`${body.url}0`)).status).toBe(404);
    expect((await askApi(body.url.replace(/\?.*/, ''))).status).toBe(401);
  });

  test('an entry takes a hundred files, and beyond that only replacements', async () => {
    const full = `/silo/v1/entries/${server().seeded.full}/files`;
    const refused = await call('POST', full, { ...file, key: 'one-more' });
    expect([refused.status, refused.body.code]).toEqual([409, 'too-many-files']);
    expect((await call('POST', full, { ...file, key: '99' })).status).toBe(201);
  });

  test('a file replaces the one of the same category and key, and the log records it', async () => {
    const first = await call('POST', files, { ...file, category: 'format', key: 'own-pdf' });
    const again = await call('POST', files, { ...file, category: 'format', key: 'own-pdf' });
    expect(lasting(again.body)).toEqual(lasting(first.body));
    const data = Buffer.from('another').toString('base64');
    const second = await call('POST', files, { ...file, category: 'format', key: 'own-pdf', data });
    expect(second.body.id).not.toBe(first.body.id);
    const { list } = (await call('GET', files)).body;
    expect(list.map(lasting).filter(({ key }: Json) => key === 'own-pdf')).toEqual([lasting(second.body)]);
    expect((await call('GET', `${files}/${first.body.id}/content`)).status).toBe(404);
    const { body: log } = await call('GET', `/silo/v1/entries/${server().seeded.entryId}/activity`);
    expect(log.list[0]).toMatchObject({
      action: 'entry.file-replaced',
      detail: { file: second.body.id, replaced: first.body.id },
    });
  });

  test('a file with the client’s id is created once', async () => {
    const id = randomUUID();
    const first = await call('PUT', `${files}/${id}`, file);
    expect(first).toMatchObject({ status: 200, body: { id } });
    expect(lasting((await call('PUT', `${files}/${id}`, file)).body)).toEqual(lasting(first.body));
    expect((await call('PUT', `${files}/${id}`, { ...file, name: 'b.pdf' })).status).toBe(409);
    const theirs = `/silo/v1/entries/${server().seeded.elsewhere}/files/${id}`;
    expect((await stranger('PUT', theirs, file)).status).toBe(409);
  });

  test.each([
    ['a category of Alta’s own', { category: 'response' }, 'category'],
    ['a type that a browser would run', { mime: 'text/html' }, 'mime'],
    ['no content', { data: '' }, 'data'],
    ['content that is no base64', { data: 'añadido' }, 'data'],
    ['base64 of another alphabet', { data: '_-8=' }, 'data'],
    ['no name', { name: ' ' }, 'name'],
    ['a key with a slash', { key: '../a' }, 'key'],
    ['an unknown field', { public: true }, 'public'],
  ])('%s is refused', async (_what, more, field) => {
    const { status, body } = await call('POST', files, { ...file, ...more });
    expect(status).toBe(422);
    expect(Object.keys(body.fields)).toEqual([field]);
  });

  test('a body of more than 1 MiB is refused', async () => {
    const data = Buffer.alloc(800_000).toString('base64');
    expect((await call('POST', files, { ...file, data })).status).toBe(413);
  });

  test('a file’s name loses path and control characters', async () => {
    const { body } = await call('POST', files, { ...file, name: 'a/../\u202Efdp.exe\u0007' });
    expect(body.name).toBe('a-..-fdp.exe');
  });

  test('a file is out of reach of another workspace and through another entry', async () => {
    const { body } = await call('POST', files, file);
    const { elsewhere } = server().seeded;
    expect((await stranger('GET', files)).status).toBe(404);
    expect((await stranger('POST', files, file)).status).toBe(404);
    expect((await stranger('GET', `${files}/${body.id}/content`)).status).toBe(404);
    expect((await stranger('GET', `/silo/v1/entries/${elsewhere}/files/${body.id}`)).status).toBe(404);
  });
});
