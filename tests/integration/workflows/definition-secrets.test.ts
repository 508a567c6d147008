import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { workflowInList } from '#app/api/transform/v1/_wire/workflow.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { fetchWorkflow } from '#lib/workflows/definitions.ts';
import { unsealDefinition } from '#lib/workflows/drafts.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newSupplier, newWorkspace } from '#tests/support/workspace.ts';
import {
  change,
  configOf,
  create,
  hiddenSecrets,
  idOf,
  label,
  newSecrets,
  newWorkflowWithSecrets,
  refusalOf,
  webhook,
} from './editing.ts';

onDatabase('a workflow’s secrets', () => {
  let ctx: Context;
  beforeAll(async () => {
    ctx = await newWorkspace();
  });

  /** Every row of every table as text, the queue's too. */
  async function everythingStored(): Promise<string> {
    const query = async (text: string) =>
      (await database().execute<{ text: string }>(sql.raw(text))).rows.map((row) => row.text);
    const tables = await query(`select format('%I.%I', table_schema, table_name) as text
      from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
    const rows: string[] = [];
    for (const table of tables)
      rows.push(...(await query(`select row_to_json(t)::text as text from ${table} t`)));
    return rows.join('\n');
  }

  test('are in no row in clear, and in no answer', async () => {
    const { row, id, secrets, step } = await newWorkflowWithSecrets(ctx);
    const again = newSecrets();
    const changed = await change(ctx, id, {
      steps: [{ ...step, ...webhook(again) }],
      rescue: [webhook(secrets)],
    });
    const refused = await refusalOf(
      change(ctx, id, { steps: [webhook({ ...again, url: 'ftp://a.example' })] }),
    );
    const entry = await newSupplier(ctx);
    await createJob(ctx, { workflowId: id, entryId: entry.id });
    expect(configOf(ctx, changed)).toMatchObject(again);
    const places = [
      await everythingStored(),
      JSON.stringify([workflowInList(row), workflowInList(changed)]),
      JSON.stringify({ ...refused, message: refused.message }),
    ];
    expect(places[0]?.includes(id)).toBe(true);
    for (const place of places) expect(place.includes('canary-')).toBe(false);
    expect(workflowInList(changed).steps).toMatchObject([{ config: hiddenSecrets }]);
  });

  test('are kept when they come back hidden, wherever their step is moved', async () => {
    const { row, id, secrets, step } = await newWorkflowWithSecrets(ctx);
    const headers = { ...hiddenSecrets.headers, 'x-other': 'another' };
    const config = { ...step.config, url: 'https://receiver.example.com/elsewhere', headers };
    const changed = await change(ctx, id, { steps: [label, { ...step, config }] });
    expect(idOf(changed, 1)).toBe(idOf(row));
    expect(configOf(ctx, changed, 1)).toEqual({
      ...config,
      bearer_token: secrets.bearer_token,
      headers: { ...secrets.headers, 'x-other': 'another' },
    });
    const rescued = await change(ctx, id, { steps: [label], rescue: [{ ...step, config }] });
    expect(unsealDefinition(ctx.workspace, rescued).rescue[0]?.config).toMatchObject({
      bearer_token: secrets.bearer_token,
    });
  });

  test.each([
    'https://thief.example.com/alta',
    'https://receiver.example.com.thief.example/alta',
    'https://receiver.example.com:8443/alta',
    'https://receiver.example.com@thief.example.com/alta',
  ])('are not kept for another URL: %s', async (url) => {
    const { id, step } = await newWorkflowWithSecrets(ctx);
    const refused = await refusalOf(
      change(ctx, id, { steps: [{ ...step, config: { ...step.config, url } }] }),
    );
    expect(refused.key).toBe('validation');
    expect(
      refused.faults.filter(({ code }) => code === 'secret-moved').flatMap(({ paths }) => paths),
    ).toEqual([
      '$.steps[0].config.bearer_token',
      '$.steps[0].config.headers.x-api-key',
      '$.steps[0].config.headers.x-other',
    ]);
    expect((await fetchWorkflow(ctx, id)).version).toBe(1);
  });

  test('can be given again for another URL, or left out', async () => {
    const { id, step } = await newWorkflowWithSecrets(ctx);
    const again = { ...newSecrets(), url: 'https://other.example.com/' };
    expect(configOf(ctx, await change(ctx, id, { steps: [{ ...step, config: again }] }))).toEqual(again);
    const bare = { url: 'https://third.example.com/' };
    expect(configOf(ctx, await change(ctx, id, { steps: [{ ...step, config: bare }] }))).toEqual(bare);
  });

  test.each<[string, (own: string, foreign: string) => object]>([
    ['a new step', () => webhook({ bearer_token: '********' })],
    ['a step with another name', (own) => ({ id: own, ...webhook({ headers: { 'x-third': '********' } }) })],
    [
      'a step of another workflow',
      (_own, foreign) => ({ id: foreign, ...webhook({ bearer_token: '********' }) }),
    ],
  ])('that come back hidden are unknown for %s', async (_what, step) => {
    const { id, row } = await newWorkflowWithSecrets(ctx);
    const other = await newWorkflowWithSecrets(ctx);
    const refused = await refusalOf(change(ctx, id, { steps: [step(idOf(row), idOf(other.row)) as never] }));
    expect(refused.faults).toMatchObject([
      { code: 'secret-unknown', paths: [expect.stringContaining('$.steps[0].config.')] },
    ]);
  });

  test('can not be given in sealed form', async () => {
    const { row } = await newWorkflowWithSecrets(ctx);
    const stolen = row.steps[0]?.config?.bearer_token;
    for (const secrets of [{ bearer_token: stolen }, { headers: { $sealed: 'x' } }, { headers: ['x'] }]) {
      const refused = await refusalOf(create(ctx, { name: 'Thief', steps: [webhook(secrets)] }));
      expect(refused.faults[0]?.paths?.[0]).toMatch(/^\$\.steps\[0\]\.config\.(bearer_token|headers)/);
    }
  });
});
