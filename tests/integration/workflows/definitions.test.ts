import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { workflowInList } from '#app/api/transform/v1/_wire/workflow.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { deleteWorkflow } from '#lib/workflows/change-workflow.ts';
import {
  fetchVersion,
  fetchWorkflow,
  fetchWorkflowByKey,
  listWholeVersions,
  listWorkflows,
} from '#lib/workflows/definitions.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import {
  discardDraft,
  findDraft,
  publishDraft,
  saveDraft,
  testDraft,
} from '#lib/workflows/workflow-draft.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
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

const party = () => ({ name: 'Tornillo S.A.', tax_id: { country: 'AR', code: newCuit('30') } });

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
      ['workflow.changed', { version: 2, changes: { name: ['One', 'Two'] } }],
      ['workflow.changed', expect.objectContaining({ version: 3 })],
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
    expect((await auditOf(id)).at(-1)).toEqual([
      'workflow.changed',
      expect.objectContaining({ version: 3, restored: 1 }),
    ]);
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

  test('is created once by requests with one key, and another under the key is refused', async () => {
    const own = await newWorkspace();
    const body = { name: 'Mine', key: 'ours', steps: [label] };
    const rows = await Promise.all(Array.from({ length: 6 }, () => create(own, body)));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    const id = rows[0]?.id ?? '';
    const renamed = await change(own, id, { name: 'Renamed' });
    expect(await create(own, body)).toEqual(renamed);
    expect(await fetchWorkflowByKey(own, 'ours')).toEqual(renamed);
    expect((await listWorkflows(own, { limit: 10 })).list).toHaveLength(1);
    const others = [
      () => create(own, { ...body, steps: [label, label] }),
      () => create(own, { ...body, name: 'Another' }),
      () => create(own, body, randomUUID()),
      () => create(own, { template: 'ar-supplier-registration', key: 'ours' }),
    ];
    for (const other of others) {
      const { key, message, fields } = await refusalOf(other());
      expect([key, message, fields.key]).toEqual([
        'conflict',
        expect.stringContaining('ours'),
        `is taken by the workflow ${id}`,
      ]);
    }
    const second = await create(own, { ...body, key: 'second' });
    expect(await refusalOf(change(own, second.id, { key: 'ours' }))).toMatchObject({ key: 'conflict' });
    expect(await change(own, second.id, { key: 'third' })).toMatchObject({ key: 'third', version: 1 });
  });

  test('of a template is found by its key, whatever it is named now', async () => {
    const own = await newWorkspace();
    const { id } = await create(own, { template: 'ar-invoice', key: 'ar-invoice', name: 'Facturar' });
    await change(own, id, { name: 'Facturar siempre' });
    expect((await create(own, { template: 'ar-invoice', key: 'ar-invoice' })).id).toBe(id);
  });

  test('is the default of its kind if it is the first that serves, and one at most is', async () => {
    const own = await newWorkspace();
    const defaults = async () =>
      (await listWorkflows(own, { limit: 100, isDefault: true })).list.map(({ id }) => id);
    await create(own, { template: 'ar-supplier-unregistration' });
    await create(own, { name: 'Label', steps: [label] });
    await create(own, { template: 'ar-invoice', disabled: true });
    await create(own, { template: 'ar-invoice', default: false });
    expect(await defaults()).toEqual([]);
    const entry = await newSupplier(own);
    expect(await refusalOf(createJob(own, { entryId: entry.id }))).toMatchObject({
      key: 'conflict',
      code: 'no-default-workflow',
      message: expect.stringContaining('workflow_id'),
    });
    const made = await Promise.all(
      Array.from({ length: 4 }, () => create(own, { template: 'ar-supplier-registration' })),
    );
    const [first = ''] = await defaults();
    expect(await defaults()).toHaveLength(1);
    const others = made.filter(({ id }) => id !== first);
    await Promise.all(others.map(({ id }) => change(own, id, { default: true })));
    const [last = ''] = await defaults();
    expect(others.map(({ id }) => id)).toContain(last);
    expect(await defaults()).toHaveLength(1);
    expect((await auditOf(first)).map(([action]) => action)).toEqual([
      'workflow.created',
      'workflow.default-set',
      'workflow.default-removed',
    ]);
    const job = await createJob(own, { entryId: entry.id, key: 'by default' });
    expect(job.workflowId).toBe(last);
    await change(own, first, { default: true });
    // The repetition gets its job, although the default is another now.
    expect((await createJob(own, { entryId: entry.id, key: 'by default' })).id).toBe(job.id);
    const fresh = { $schema: 'https://gobl.org/draft-0/org/party', ...party() };
    expect((await createJob(own, { data: fresh })).workflowId).toBe(first);
    expect(await refusalOf(createJob(own, { data: party() }))).toMatchObject({ key: 'validation' });
    await change(own, first, { disabled: true });
    expect(await defaults()).toEqual([]);
    expect(await refusalOf(change(own, first, { default: true }))).toMatchObject({
      code: 'workflow-disabled',
    });
    expect(await change(own, first, { default: true, disabled: false })).toMatchObject({ isDefault: true });
  });

  test('is deleted if no job has run it, and otherwise archived and restored', async () => {
    const own = await newWorkspace();
    const { id: unused } = await create(own, { name: 'Unused', steps: [label, label] });
    await change(own, unused, { name: 'Still unused' });
    await deleteWorkflow(own, unused);
    expect(await refusalOf(fetchWorkflow(own, unused))).toMatchObject({ key: 'not-found' });
    expect((await auditOf(unused)).at(-1)).toEqual(['workflow.deleted', { name: 'Still unused' }]);

    const { id } = await newRegistrationWorkflow(own);
    const entryId = (await newSupplier(own)).id;
    const job = await createJob(own, { entryId });
    expect(await refusalOf(deleteWorkflow(own, id))).toMatchObject({ code: 'workflow-in-use' });
    expect(await change(own, id, { archived: true })).toMatchObject({ isDefault: false, version: 1 });
    expect((await listWorkflows(own, { limit: 10 })).list).toEqual([]);
    expect((await listWorkflows(own, { limit: 10, archived: true })).list).toMatchObject([{ id }]);
    expect(await refusalOf(createJob(own, { workflowId: id, entryId }))).toMatchObject({
      code: 'workflow-archived',
    });
    expect((await fetchJob(own, job.id)).completedAt).toBeNull();
    expect(await change(own, id, { archived: false })).toMatchObject({ archivedAt: null });
    expect((await auditOf(id)).map(([action]) => action).slice(2)).toEqual([
      'workflow.archived',
      'workflow.default-removed',
      'workflow.restored',
    ]);
    await createJob(own, { workflowId: id, entryId });
  });

  test('is either deleted or run, if both are asked at once', async () => {
    const own = await newWorkspace();
    const entryId = (await newSupplier(own)).id;
    for (let round = 0; round < 4; round += 1) {
      const { id } = await create(own, { name: `Round ${round}`, steps: [label] });
      const [job, deletion] = await Promise.allSettled([
        createJob(own, { workflowId: id, entryId }),
        deleteWorkflow(own, id),
      ]);
      expect([job.status, deletion.status].sort()).toEqual(['fulfilled', 'rejected']);
      const refused = job.status === 'rejected' ? job.reason : (deletion as PromiseRejectedResult).reason;
      expect(['validation', 'conflict']).toContain(refused.key);
    }
  });

  test('keeps a draft apart until it is published, runs it as a test, and refuses edits of an unseen draft', async () => {
    const own = await newWorkspace();
    const { id } = await create(own, { name: 'Draft', steps: [label] });
    const step = { id: undefined, name: undefined, config: undefined, summary: undefined, notes: undefined };
    const lists = { steps: [{ ...step, ...label }], rescue: [] };
    const unset = { ...lists, steps: [{ ...step, provider: 'silo.state' }] };
    const edits = { revision: undefined, name: 'Edited', description: '' };
    const first = await saveDraft(own, id, { ...edits, ...unset });
    expect(await fetchWorkflow(own, id)).toMatchObject({ name: 'Draft', version: 1 });
    expect(await refusalOf(saveDraft(own, id, { ...edits, ...lists }))).toMatchObject({
      code: 'changed-meanwhile',
    });
    const seen = { ...edits, revision: first.revision };
    // A draft may be incomplete, a version and a test may not.
    expect(await refusalOf(publishDraft(own, id, { ...seen, ...unset }, 1))).toMatchObject({
      key: 'validation',
    });
    const entryId = (await newSupplier(own)).id;
    const target = { entryId, jobId: uuidv7(), confirmed: false };
    const { job, draft } = await testDraft(own, id, { ...seen, ...lists }, target);
    expect(job).toMatchObject({ workflowVersion: 0, steps: draft.steps });
    const { revision } = draft;
    const published = await publishDraft(own, id, { ...edits, ...lists, revision }, 1);
    expect(published).toMatchObject({ name: 'Edited', version: 2 });
    expect(await findDraft(own, id)).toBeUndefined();
    const stranger = await newWorkspace();
    for (const asked of [
      () => saveDraft(stranger, id, { ...edits, ...lists }),
      () => discardDraft(stranger, id, revision),
      () => testDraft(stranger, id, { ...edits, ...lists }, target),
    ]) {
      expect(await refusalOf(asked())).toMatchObject({ key: 'not-found' });
    }
  });

  test('of another workspace is not found', async () => {
    const { id } = await newRegistrationWorkflow(ctx);
    const foreign = await newWorkspace();
    for (const asked of [
      () => fetchWorkflow(foreign, id),
      () => change(foreign, id, { name: 'Mine' }),
      () => deleteWorkflow(foreign, id),
      () => listWholeVersions(foreign, id),
      () => fetchVersion(foreign, id, 1),
    ]) {
      expect(await refusalOf(asked())).toMatchObject({ key: 'not-found' });
    }
  });
});
