import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { files } from '#app/api/silo/v1/files.ts';
import { GET as getSharedFile } from '#app/archivo/[entry]/[file]/route.tsx';
import type { Context } from '#lib/context.ts';
import type { Endpoint } from '#lib/http/endpoint.ts';
import { countUse } from '#lib/http/rate-limit.ts';
import { rateLimits, sizeLimits } from '#lib/limits.ts';
import { signFile } from '#lib/silo/files.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { callRoute } from '#tests/support/route-client.ts';
import { newApiKey, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

const bytes = Buffer.from('%PDF-1.7 añadido');
const data = bytes.toString('base64');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const awaited = { name: 'contrato.pdf', mime: 'application/pdf', sha256, size: bytes.byteLength };

onDatabase('files as clients of the reference fetch and send them', () => {
  let ctx: Context;
  let token: string;
  let entryId: string;
  let workspaceId: string;
  beforeAll(async () => {
    ctx = await newWorkspace();
    token = await newApiKey(ctx);
    entryId = (await newSupplier(ctx)).id;
    workspaceId = ctx.workspace.id;
  });
  const call = (handler: Endpoint, asked: Parameters<typeof callRoute>[2]) =>
    callRoute(handler, token, asked);
  const add = async (body: unknown) => call(files.addFile, { method: 'POST', params: { id: entryId }, body });

  /** As a browser would, which has the address and nothing else. Each from an address of its own. */
  const open = (url: string, init: RequestInit = {}, from: string = randomAddress()) => {
    const [, id = '', fileId = ''] = /entries\/([^/]+)\/files\/([^/]+)\/content/.exec(url) ?? [];
    const handler = init.method === 'PUT' ? files.putFileContent : files.fetchFileContent;
    const headers = { 'x-forwarded-for': from, ...init.headers };
    return handler(new Request(url, { ...init, headers }), { id, file_id: fileId });
  };
  /** The page of a shared link, as its holder opens it. */
  const openShared = (url: string, headers: Record<string, string> = {}, from = randomAddress()) => {
    const [, entry = '', file = ''] = /archivo\/([^/]+)\/([^/?]+)/.exec(url) ?? [];
    const request = new Request(url, { headers: { 'x-forwarded-for': from, ...headers } });
    return getSharedFile(request, { params: Promise.resolve({ entry, file }) });
  };
  const put = (url: string, body: Buffer) => open(url, { method: 'PUT', body: new Uint8Array(body) });

  test('are answered as JSON to clients that accept it, and as bytes to any other', async () => {
    const { body } = await add({ name: 'contrato.pdf', data });
    const params = { id: entryId, file_id: body.id };
    for (const accept of ['application/json', '*/*', 'application/json, text/plain, */*']) {
      const told = await call(files.fetchFile, { params, headers: { accept } });
      expect(told.body).toMatchObject({ id: body.id, name: 'contrato.pdf', mime: 'application/pdf' });
      expect(told.headers.get('vary')).toBe('Accept');
    }
    for (const headers of [{ accept: 'application/pdf' }, { accept: 'application/octet-stream' }, {}]) {
      const given = await files.fetchFile(
        new Request('http://alta.test/api', { headers: { authorization: `Bearer ${token}`, ...headers } }),
        params,
      );
      expect(Buffer.from(await given.arrayBuffer())).toEqual(bytes);
      expect(given.headers.get('content-disposition')).toContain('filename="contrato.pdf"');
    }
  });

  test('open at their signed address without a key, each for its own file only, and uncached', async () => {
    const { body } = await add({ name: 'contrato.pdf', data });
    const answer = await open(body.url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });

  test('answer an altered, expired, foreign or missing signature alike', async () => {
    const { body } = await add({ name: 'a.pdf', data });
    const other = await add({ name: 'b.pdf', data });
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const at = (of: { id: string }, when: Date) =>
      `${body.url.split('?')[0]}?${new URLSearchParams({ ...signFile({ entryId, id: of.id, workspaceId }, 'read', when) })}`;
    expect((await open(at(body, minutesAgo(14)))).status).toBe(200);
    const gone = { id: randomUUID() };
    const refused = [
      at(body, minutesAgo(16)),
      // Signed by a clock that was set back since.
      at(body, minutesAgo(-60)),
      at(other.body, new Date()),
      at(gone, new Date()).replace(body.id, gone.id),
      body.url.replace(/expires=\d+/, `expires=${Math.floor(Date.now() / 1_000) + 9_000}`),
      body.url.replace(/.$/, (last: string) => (last === '0' ? '1' : '0')),
      body.url.replace(/signature=.*/, 'signature='),
      body.url.replace(body.id, 'x'),
    ];
    const answers = await Promise.all(refused.map((url) => open(url).then((answer) => answer.json())));
    const told = answers.map(({ request_id: _, instance: __, ...rest }) => rest);
    expect(told).toEqual(refused.map(() => told[0]));
    expect(told[0]).toMatchObject({ status: 404, key: 'not-found' });
    expect((await put(body.url, bytes)).status).toBe(404);
    expect((await open(body.url.split('?')[0] ?? '')).status).toBe(401);
  });

  test('have a link that works for a year without a key, until another file replaces it', async () => {
    const { body } = await add({ name: 'a.pdf', data, category: 'format', key: 'shared' });
    const params = { id: entryId, file_id: body.id };
    const { body: link } = await call(files.fetchFileLink, { params });
    const answer = await openShared(link.url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    expect(Date.parse(link.expires_at) - Date.now()).toBeGreaterThan(364 * 86_400_000);

    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const signedAt = (when: Date, action: 'read' | 'share') =>
      `${link.url.split('?')[0]}?${new URLSearchParams({ ...signFile({ ...nameOf(params), workspaceId }, action, when) })}`;
    expect((await openShared(signedAt(daysAgo(364), 'share'))).status).toBe(200);
    const expired = await openShared(signedAt(daysAgo(366), 'share'));
    expect(expired.status).toBe(404);
    expect(await expired.text()).toContain('Este link ya no sirve');
    const inEnglish = await openShared(signedAt(daysAgo(366), 'share'), { 'accept-language': 'en-GB' });
    expect(await inEnglish.text()).toContain('This link no longer works');
    // The permission is signed, too: a short address does not become a long one.
    const { signature } = signFile({ ...nameOf(params), workspaceId }, 'read');
    expect((await openShared(link.url.replace(/signature=.*/, `signature=${signature}`))).status).toBe(404);
    expect(
      (await put(link.url.replace(/\/archivo.*\?/, `${new URL(body.url).pathname}?`), bytes)).status,
    ).toBe(404);

    const other = Buffer.from('%PDF-1.7 otro').toString('base64');
    await add({ name: 'a.pdf', data: other, category: 'format', key: 'shared' });
    expect((await openShared(link.url)).status).toBe(404);
  });

  test('have no link if they are private or not uploaded yet', async () => {
    const secret = await add({ name: 'a.pdf', data, private: true });
    const params = { id: entryId, file_id: secret.body.id };
    expect(await call(files.fetchFileLink, { params })).toMatchObject({
      status: 409,
      body: { code: 'file-private' },
    });
    const signature = signFile({ ...nameOf(params), workspaceId }, 'share');
    const link = `http://alta.test/archivo/${entryId}/${secret.body.id}?${new URLSearchParams({ ...signature })}`;
    expect((await openShared(link)).status).toBe(404);
    const announced = await add({ ...awaited, key: 'announced' });
    const ofAnnounced = { id: entryId, file_id: announced.body.id };
    expect((await call(files.fetchFileLink, { params: ofAnnounced })).status).toBe(404);
  });

  test('are rate limited after wrong signatures, while good addresses still open', async () => {
    const { body } = await add({ name: 'a.pdf', data });
    const from = randomAddress();
    const wrong = body.url.replace(/signature=.*/, `signature=${'0'.repeat(64)}`);
    const statuses: number[] = [];
    for (let index = 0; index <= rateLimits['failed-authentication'].points; index += 1)
      statuses.push((await open(wrong, {}, from)).status);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    expect((await open(body.url, {}, from)).status).toBe(200);
    // Guessing at links counts with it.
    const { body: link } = await call(files.fetchFileLink, { params: { id: entryId, file_id: body.id } });
    expect((await openShared(link.url.replace(/.$/, 'x'), {}, from)).status).toBe(429);
    expect((await openShared(link.url, {}, from)).status).toBe(200);
  });

  test('are not sent by their link any number of times', async () => {
    const { body } = await add({ name: 'a.pdf', data, category: 'format', key: 'often' });
    const { body: link } = await call(files.fetchFileLink, { params: { id: entryId, file_id: body.id } });
    const from = randomAddress();
    expect((await openShared(link.url, {}, from)).status).toBe(200);
    for (let each = 0; each < rateLimits['api-address'].points; each += 1)
      await countUse('api-address', from);
    expect((await openShared(link.url, {}, from)).status).toBe(429);
    expect((await openShared(link.url)).status).toBe(200);
  });

  test('have an address that needs the key when they are private', async () => {
    const { body } = await add({ name: 'a.pdf', data, private: true });
    expect(body).toMatchObject({ private: true, stored: true });
    expect(new URL(body.url).search).toBe('');
    expect((await open(body.url)).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect((await open(body.url, { headers })).status).toBe(200);
  });

  test('keep their metadata, and get their type from their bytes', async () => {
    const meta = { source: 'erp', number: '12' };
    const { body } = await add({ name: 'a.pdf', data, embeddable: true, meta, sha256, size: bytes.length });
    expect(body).toMatchObject({ embeddable: true, meta, mime: 'application/pdf' });
    expect(body).not.toHaveProperty('private');
    const again = { method: 'PUT', params: { id: entryId, file_id: body.id } };
    const same = { name: 'a.pdf', data, embeddable: true, meta };
    expect((await call(files.putFile, { ...again, body: same })).status).toBe(200);
    expect((await call(files.putFile, { ...again, body: { ...same, meta: {} } })).status).toBe(409);
  });

  test.each([
    ['bytes of no known type', { name: 'a', data: Buffer.from([0, 1, 2, 255]).toString('base64') }, ['mime']],
    ['another size', { name: 'a', data, size: 1 }, ['size']],
    ['another hash', { name: 'a', data, sha256: 'a'.repeat(64) }, ['sha256']],
    ['neither bytes nor what they will be', { name: 'a' }, ['data']],
    ['half of what they will be', { name: 'a', sha256 }, ['size', 'mime']],
    ['more than a file may have', { ...awaited, size: sizeLimits.fileBytes + 1 }, ['size']],
  ])('with %s are refused by name', async (_what, body, fields) => {
    const answer = await add(body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.fields)).toEqual(fields);
  });

  test('are announced, take their bytes at their address, and are stored then', async () => {
    const { body } = await add({ ...awaited, key: 'later' });
    expect(body).toMatchObject({ stored: false, size: bytes.byteLength, hash: sha256 });
    const params = { id: entryId, file_id: body.id };
    expect((await call(files.fetchFileContent, { params })).status).toBe(404);
    expect((await put(body.url, Buffer.from('%PDF-1.7 otro'))).status).toBe(422);
    expect((await put(body.url.replace(/.$/, 'x'), bytes)).status).toBe(404);
    const stored = await put(body.url, bytes);
    expect(stored.status).toBe(200);
    expect(await stored.json()).toMatchObject({ id: body.id, stored: true });
    expect((await put(body.url, bytes)).status).toBe(200);
    const { body: now } = await call(files.fetchFile, { params, headers: { accept: 'application/json' } });
    expect(Buffer.from(await (await open(now.url)).arrayBuffer())).toEqual(bytes);
  });

  test('can be sent whole after they were announced', async () => {
    const id = randomUUID();
    const send = (body: unknown) =>
      call(files.putFile, { method: 'PUT', params: { id: entryId, file_id: id }, body });
    expect((await send(awaited)).body.stored).toBe(false);
    expect((await send({ name: 'contrato.pdf', data })).body).toMatchObject({ id, stored: true });
    expect((await send(awaited)).body.stored).toBe(true);
  });
});

const nameOf = ({ id, file_id: fileId }: { id: string; file_id: string }) => ({ entryId: id, id: fileId });

const randomAddress = () =>
  `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:${Math.floor(Math.random() * 65_536).toString(16)}::1`;
