import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { workflowInList } from '#app/api/transform/v1/_wire/workflow.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { fetchVersion, fetchWorkflow, listWholeVersions } from '#lib/workflows/definitions.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';
import {
  change,
  configOf,
  create,
  idOf,
  label,
  newSecrets,
  newWorkflowWithSecrets,
  refusalOf,
  webhook,
} from './editing.ts';

onDatabase('a workflow', () => {
  let ctx: Context;
  beforeAll(async () => {
    ctx = await newWorkspace();
  });

  const auditOf = async (id: string) =>
    (
      await database()
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.subjectId, id), eq(auditLog.subjectKind, 'workflow')))
        .orderBy(auditLog.position)
    ).map(({ action, detail }) => [action, detail]);

  test('made from steps gets an id for each, the provider’s title as a name, and version 1', async () => {
    const row = await create(ctx, { name: 'Label', steps: [label], rescue: [{ ...label, name: 'Say so' }] });
    expect(row).toMatchObject({ version: 1, schema: 'org/party', country: 'AR', description: '' });
    expect(row.steps).toEqual([{ id: expect.any(String), name: 'Set state', ...label }]);
    expect(row.rescue).toMatchObject([{ name: 'Say so' }]);
    expect(await listWholeVersions(ctx, row.id)).toMatchObject([
      { version: 1, name: 'Label', steps: row.steps, src: 'operator' },
    ]);
    expect(await auditOf(row.id)).toEqual([['workflow.created', {}]]);
  });

  test('keeps every version unchanged over several changes', async () => {
    const { id, steps } = await create(ctx, { name: 'One', steps: [label] });
    await change(ctx, id, { name: 'Two' });
    const done = { ...label, config: { state: 'completed' } };
    const third = await change(ctx, id, { steps: [done, ...steps], rescue: [label], description: 'Longer' });
    expect(third).toMatchObject({ version: 3, name: 'Two', description: 'Longer' });
    expect(third.steps.map((step) => [step.id === steps[0]?.id, step.config])).toEqual([
      [false, done.config],
      [true, label.config],
    ]);
    expect(await listWholeVersions(ctx, id)).toMatchObject([
      { version: 3, steps: third.steps, rescue: third.rescue },
      { version: 2, name: 'Two', description: '', steps },
      { version: 1, name: 'One', steps, rescue: [] },
    ]);
    expect(await auditOf(id)).toEqual([
      ['workflow.created', {}],
      ['workflow.changed', { version: 2 }],
      ['workflow.changed', { version: 3 }],
    ]);
  });

  test('gets no new version from an equal change, with or without ids and hidden secrets', async () => {
    const { row, id, secrets, step } = await newWorkflowWithSecrets(ctx);
    const same = [
      {},
      { name: 'Tell', version: 1 },
      { steps: workflowInList(row).steps },
      { steps: [step, label] },
      { steps: [webhook(secrets), label], rescue: [] },
      { restore_version: 1 },
    ];
    for (const body of same) expect(await change(ctx, id, body)).toEqual(row);
    expect(await listWholeVersions(ctx, id)).toHaveLength(1);
    expect(await auditOf(id)).toHaveLength(1);
  });

  test('is disabled and enabled without a new version', async () => {
    const { id } = await create(ctx, { name: 'Label', steps: [label] });
    expect(await change(ctx, id, { disabled: true })).toMatchObject({ disabled: true, version: 1 });
    await change(ctx, id, { disabled: true });
    expect(await change(ctx, id, { disabled: false })).toMatchObject({ disabled: false, version: 1 });
    expect((await auditOf(id)).map(([action]) => action)).toEqual([
      'workflow.created',
      'workflow.disabled',
      'workflow.enabled',
    ]);
  });

  test('creates no job while it is disabled, and a repeated call gets its earlier job', async () => {
    const { id } = await create(ctx, { name: 'Label', steps: [label] });
    const input = { workflowId: id, entryId: (await newSupplier(ctx)).id };
    const jobId = uuidv7();
    await createJob(ctx, input, jobId);
    await change(ctx, id, { disabled: true });
    expect((await createJob(ctx, input, jobId)).id).toBe(jobId);
    await expect(createJob(ctx, input)).rejects.toMatchObject({ key: 'conflict', code: 'workflow-disabled' });
  });

  test('takes one of two changes to the same version', async () => {
    const { id } = await create(ctx, { name: 'Shared', steps: [label] });
    const names = ['Mine', 'Yours'];
    const answers = await Promise.allSettled(names.map((name) => change(ctx, id, { name, version: '1' })));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [refused] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refused).toMatchObject({ key: 'conflict', code: 'changed-meanwhile' });
    expect((await fetchWorkflow(ctx, id)).version).toBe(2);
  });

  test('takes all of several changes without a version, one after the other', async () => {
    const { id } = await create(ctx, { name: 'Busy', steps: [label] });
    await Promise.all(Array.from({ length: 6 }, (_, index) => change(ctx, id, { name: `Name ${index}` })));
    const versions = await listWholeVersions(ctx, id);
    expect(versions.map(({ version }) => version)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(versions[0]?.name).toBe((await fetchWorkflow(ctx, id)).name);
  });

  test('is restored with its secrets under a new version number', async () => {
    const { row, id, secrets } = await newWorkflowWithSecrets(ctx);
    await change(ctx, id, { name: 'Other', steps: [label] });
    const restored = await change(ctx, id, { restore_version: '1', version: 2 });
    expect(restored).toMatchObject({ version: 3, name: 'Tell' });
    expect(restored.steps.map((step) => step.id)).toEqual(row.steps.map((step) => step.id));
    expect(configOf(ctx, restored)).toMatchObject(secrets);
    expect((await auditOf(id)).at(-1)).toEqual(['workflow.changed', { version: 3, restored: 1 }]);
    const unknown = await refusalOf(change(ctx, id, { restore_version: 9 }));
    expect(unknown).toMatchObject({ key: 'validation', fields: { restoreVersion: expect.any(String) } });
  });

  test('gives another workflow’s step a new id', async () => {
    const { row } = await newWorkflowWithSecrets(ctx);
    const other = await create(ctx, { name: 'Copy', steps: [{ id: idOf(row), ...label }] });
    expect(idOf(other)).not.toBe(idOf(row));
    const changed = await change(ctx, other.id, { steps: [{ ...label, id: idOf(row), notes: 'Mine' }] });
    expect(changed.steps).toMatchObject([{ ...label, notes: 'Mine' }]);
    expect(idOf(changed)).not.toBe(idOf(row));
  });

  test('with faults is refused whole, with the field of each fault', async () => {
    const body = { name: 'No', steps: [{ provider: 'gov-ar.wait.authorization' }, { provider: 'nothing' }] };
    const refused = await refusalOf(create(ctx, body));
    expect(refused.faults.map(({ code }) => code)).toEqual(['missing-step', 'unknown-provider']);
    expect(Object.keys(refused.fields)).toEqual(['steps[0].provider', 'steps[1].provider']);
  });

  test('is validated as a whole when one list changes', async () => {
    const { id, steps } = await newRegistrationWorkflow(ctx);
    const waiting = steps.filter(({ provider }) => provider !== 'gov-ar.register');
    const refused = await refusalOf(change(ctx, id, { steps: waiting }));
    expect(refused.faults).toMatchObject([{ code: 'missing-step', paths: ['$.steps[1].provider'] }]);
    const moved = await refusalOf(change(ctx, id, { rescue: [steps[0] as never] }));
    expect(moved.faults).toMatchObject([{ code: 'twice', paths: ['$.rescue[0].id'] }]);
  });

  test('is not created again under its id, whatever became of it', async () => {
    const id = randomUUID();
    const body = { name: 'Mine', steps: [webhook(newSecrets())], rescue: [label] };
    const made = await create(ctx, body, id);
    expect(await create(ctx, body, id)).toEqual(made);
    const changed = await change(ctx, id, { name: 'Renamed' });
    expect(await create(ctx, body, id)).toEqual(changed);
    // As who has fetched it sends it.
    expect(await create(ctx, { ...body, name: 'Renamed' }, id)).toEqual(changed);
    const others = [
      { ...body, name: 'Another' },
      { ...body, rescue: [] },
      { ...body, steps: [webhook(newSecrets())] },
      { ...body, description: 'More' },
      { template: 'ar-supplier-registration' as const, name: 'Mine' },
    ];
    for (const other of others) {
      expect(await refusalOf(create(ctx, other, id))).toMatchObject({
        key: 'conflict',
        fields: { id: 'is taken' },
      });
    }
    const foreign = await newWorkspace();
    expect(await refusalOf(create(foreign, body, id))).toMatchObject({ key: 'conflict' });
    expect(await listWholeVersions(ctx, id)).toHaveLength(2);
  });

  test('is created once by several requests with one id', async () => {
    const id = randomUUID();
    const body = { template: 'ar-supplier-registration' as const };
    const rows = await Promise.all(Array.from({ length: 8 }, () => create(ctx, body, id)));
    expect(new Set(rows.map((row) => idOf(row))).size).toBe(1);
    expect(await listWholeVersions(ctx, id)).toHaveLength(1);
  });

  test('of another workspace is not found', async () => {
    const { id } = await newRegistrationWorkflow(ctx);
    const foreign = await newWorkspace();
    for (const asked of [
      () => fetchWorkflow(foreign, id),
      () => change(foreign, id, { name: 'Mine' }),
      () => listWholeVersions(foreign, id),
      () => fetchVersion(foreign, id, 1),
    ]) {
      expect(await refusalOf(asked())).toMatchObject({ key: 'not-found' });
    }
  });
});
