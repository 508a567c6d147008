import { beforeAll, expect, test } from 'vitest';
import { callPath } from '#tests/support/call-path.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { accessRows, utilsRows } from './access-and-utils.ts';
import { entryRows } from './entries.ts';
import { documentRows, fileRows } from './files-and-documents.ts';
import { goRows } from './go-client.ts';
import { operations } from './operations.ts';
import type { Row } from './row.ts';
import { newScene, type Scene } from './scene.ts';
import { differencesFrom } from './shapes.ts';
import { jobRows, workflowRows } from './transform.ts';

const rows = [
  ...entryRows,
  ...fileRows,
  ...documentRows,
  ...jobRows,
  ...workflowRows,
  ...accessRows,
  ...utilsRows,
  ...goRows,
];

onDatabase("a request of the reference's clients", () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await newScene();
  });

  test.each(rows)('$operation with $sends: $status', async (row) => {
    const { status, headers, body } = await answerTo(row, scene);
    expect([status, status === row.status ? undefined : body]).toEqual([row.status, undefined]);
    const isJson = /\bjson\b/.test(headers.get('content-type') ?? '');
    const shape = status < 400 ? row.shape : 'problem';
    expect(shape ? differencesFrom(shape, body) : []).toEqual([]);
    if (row.names) expect(fieldAt(body.fields, row.names)).toBeTypeOf('string');
    if (row.has) expect(isJson ? body : { body }).toMatchObject(row.has);
  });
});

test('every operation of the reference’s documents is in the table', () => {
  const known = new Set<string>(rows.map(({ operation }) => operation));
  expect(operations.filter((operation) => !known.has(operation))).toEqual([]);
});

/** As its Go client sends it: without `Accept`, and with a type only where there is a body. */
async function answerTo({ operation, at, query, body, headers }: Row, scene: Scene) {
  const [method = '', template = ''] = operation.split(' ');
  const values = (await at?.(scene)) ?? [];
  const path = template.replace(/\{\w+\}/g, () => encodeURIComponent(values.shift() ?? ''));
  return callPath({
    method,
    path: `${path}${query?.(scene) ?? ''}`,
    headers: {
      authorization: `Bearer ${scene.apiKey}`,
      'user-agent': 'go-resty/3.0.0-beta.3 (https://resty.dev)',
      'accept-encoding': 'gzip, deflate',
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body: body && JSON.stringify(body(scene)),
  });
}

const fieldAt = (fields: unknown, path: string): unknown =>
  path.split('.').reduce((place, name) => (place as Record<string, unknown> | undefined)?.[name], fields);
