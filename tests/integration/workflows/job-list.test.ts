import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { JobQuery, jobQuery } from '#app/api/transform/v1/_wire/job-input.ts';
import type { Context } from '#lib/context.ts';
import { page } from '#lib/paging.ts';
import { cancelJob } from '#lib/workflows/cancel.ts';
import { listJobs } from '#lib/workflows/job-list.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';
import { create, label } from './editing.ts';

onDatabase('the list of jobs', () => {
  let ctx: Context;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    ctx = await newWorkspace();
    const [tornillo, espiga] = [await newSupplier(ctx), await newSupplier(ctx, 'Panadería La Espiga S.A.')];
    const [register, other] = [
      await newRegistrationWorkflow(ctx),
      await create(ctx, { name: 'Label', steps: [label] }),
    ];
    const run = async (workflow: { id: string }, entry: { id: string }) =>
      (await createJob(ctx, { workflowId: workflow.id, entryId: entry.id })).id;
    ids.first = await run(register, tornillo);
    ids.second = await run(register, espiga);
    ids.third = await run(other, espiga);
    await cancelJob(ctx, ids.second);
    Object.assign(ids, { register: register.id, other: other.id, tornillo: tornillo.id, espiga: espiga.id });
    const foreign = await newWorkspace();
    const [workflow, entry] = [await newRegistrationWorkflow(foreign), await newSupplier(foreign)];
    ids.foreign = (await createJob(foreign, { workflowId: workflow.id, entryId: entry.id })).id;
  });

  const namesOf = async (query: Record<string, unknown>) => {
    const named = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    return (await listJobs(ctx, jobQuery(JobQuery.parse(query)))).map(({ id }) => named.get(id));
  };

  test.each<[string, () => Record<string, unknown>, string[]]>([
    ['nothing', () => ({}), ['third', 'second', 'first']],
    ['a status', () => ({ status: 'KO' }), ['second']],
    ['a workflow', () => ({ workflow_id: ids.register }), ['second', 'first']],
    ['an entry', () => ({ silo_entry_id: ids.espiga }), ['third', 'second']],
    ['an id, in whatever case', () => ({ id: ids.first?.toUpperCase() }), ['first']],
    ['all of them', () => ({ status: 'RUN', workflow_id: ids.other, silo_entry_id: ids.espiga }), ['third']],
    ['what excludes each other', () => ({ status: 'KO', workflow_id: ids.other }), []],
    ['a job of another workspace', () => ({ id: ids.foreign }), []],
    ['an id that is nobody’s', () => ({ id: uuidv7() }), []],
  ])('is filtered by %s', async (_what, query, expected) => {
    expect(await namesOf(query())).toEqual(expected);
  });

  test('is read page by page, also filtered, each job once', async () => {
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 1, workflowId: ids.register, cursor };
      const found = page(await listJobs(ctx, query), query);
      read.push(...found.list.map(({ id }) => id));
      cursor = found.nextCursor;
    } while (cursor);
    expect(read).toEqual([ids.second, ids.first]);
  });

  test('has the workflow’s and the entry’s names, and no steps', async () => {
    const [job] = await listJobs(ctx, { id: ids.third, limit: 1 });
    expect(job).toMatchObject({
      workflowName: 'Label',
      entry: { folder: 'suppliers', snippet: { name: 'Panadería La Espiga S.A.' } },
    });
    expect(job).not.toHaveProperty('steps');
  });

  test.each([{ status: 'SKIP' }, { status: 'ok' }, { id: '7' }, { workflow_id: 'x' }, { state: 'KO' }])(
    'refuses %o',
    (query) => {
      expect(JobQuery.safeParse(query).success).toBe(false);
    },
  );
});
