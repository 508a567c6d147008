import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { GET } from '#app/api/docs/alta.postman_collection.json/route.ts';
import type { Endpoint } from '#lib/http/endpoint.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { callRoute } from '#tests/support/route-client.ts';
import { services } from '#tests/support/services.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

/** As much of Postman's format (collection v2.1) as a reader needs, with nothing beside it. */
const Pair = z.strictObject({
  key: z.string(),
  value: z.string(),
  type: z.string().optional(),
  description: z.string().optional(),
  disabled: z.boolean().optional(),
});
const Request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  description: z.string(),
  header: z.array(Pair),
  url: z.strictObject({
    raw: z.string().startsWith('{{base_url}}/'),
    host: z.tuple([z.literal('{{base_url}}')]),
    path: z.array(z.string().min(1)),
    query: z.array(Pair),
    variable: z.array(Pair),
  }),
  body: z
    .strictObject({
      mode: z.literal('raw'),
      raw: z.string(),
      options: z.strictObject({ raw: z.strictObject({ language: z.literal('json') }) }),
    })
    .optional(),
});
const Item = z.strictObject({
  name: z.string().min(1),
  request: Request,
  response: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        originalRequest: Request,
        code: z.number(),
        header: z.array(Pair).optional(),
        body: z.string().optional(),
        _postman_previewlanguage: z.literal('json').optional(),
      }),
    )
    .min(1),
});
const folderOf = <Inner extends z.ZodType>(inner: Inner) =>
  z.strictObject({
    name: z.string().min(1),
    description: z.string().optional(),
    item: z.array(inner).min(1),
  });
const Collection = z.strictObject({
  info: z.strictObject({
    name: z.string(),
    description: z.string(),
    schema: z.literal('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
  }),
  auth: z.strictObject({ type: z.literal('bearer'), bearer: z.tuple([Pair]) }),
  variable: z.array(Pair),
  item: z.array(folderOf(folderOf(Item))),
});

const endpoints = services.flatMap(({ endpoints }) => endpoints.flatMap((noun) => Object.values(noun)));

const collectionFile = async () =>
  GET(new globalThis.Request('http://alta.test/api/docs/alta.postman_collection.json'), {});

onDatabase('the collection for Postman and Bruno', () => {
  let token: string;
  beforeAll(async () => {
    token = await newApiKey(await newWorkspace());
  });

  test('is a file of their format, with the installation’s address and a variable for the key', async () => {
    const answer = await collectionFile();
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="alta.postman_collection.json"',
    );
    const { variable } = Collection.parse(await answer.json());
    expect(variable).toMatchObject([
      { key: 'base_url', value: 'http://alta.test/api' },
      { key: 'key', value: '' },
    ]);
  });

  test('has every operation, and the route of each operation accepts its request', async () => {
    const collection = Collection.parse(await (await collectionFile()).json());
    const items = collection.item.flatMap(({ item }) => item.flatMap((folder) => folder.item));
    const asked = new Set<Endpoint>();
    const refused: unknown[] = [];
    for (const { name, request } of items) {
      const handler = handlerOf(request);
      if (!handler) throw new Error(`${name} leads nowhere.`);
      asked.add(handler);
      const { status, body } = await send(handler, request);
      const known = status < 300 || (status === 404 && body.key === 'not-found') || status === 409;
      if (!known && !leadsNowhere(body.fields)) refused.push([name, status, body]);
    }
    expect(refused).toEqual([]);
    expect(asked.size).toBe(endpoints.length);
  });

  function handlerOf({ method, url }: z.infer<typeof Request>): Endpoint | undefined {
    const asked = url.path.map((part) => part.replace(/^:(.+)$/, '{$1}')).join('/');
    return endpoints.find(({ description }) => {
      const { service, version, route } = description;
      return description.method === method && `${service}/${version}/${route}` === asked;
    });
  }

  function send(handler: Endpoint, { method, header, url, body }: z.infer<typeof Request>) {
    const query = new URLSearchParams(
      url.query.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]),
    );
    return callRoute(handler, token, {
      method,
      headers: Object.fromEntries(
        header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key.toLowerCase(), value]),
      ),
      params: Object.fromEntries(url.variable.map(({ key, value }) => [key, value])),
      query: query.size ? `?${query}` : '',
      ...(body ? { body: JSON.parse(body.raw) } : {}),
    });
  }
});

/** The ids of the examples are of nothing in this workspace; of what is malformed nothing of the kind is said. */
function leadsNowhere(fields: object = {}): boolean {
  const said = Object.values(fields);
  return (
    said.length > 0 &&
    said.every((what) =>
      typeof what === 'object' ? leadsNowhere(what) : /^(was not found|must be the entry of )/.test(what),
    )
  );
}
