import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { changeQuotas } from '#lib/accounts/workspaces.ts';
import { advanceBatch } from '#lib/batches/advance.ts';
import { createBatch, fetchBatch } from '#lib/batches/batches.ts';
import { listBatchRows } from '#lib/batches/rows.ts';
import { previewRun } from '#lib/batches/workflow-run.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import type { BatchOperation } from '#lib/database/tables/batches.ts';
import { mails } from '#lib/database/tables/mails.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { confirmDetails } from '#lib/registrations/registration.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import { previewMails } from '#lib/reports/batch-entries.ts';
import { archiveEntry, createEntry, fetchListedEntry, listEntries } from '#lib/silo/entries.ts';
import { listDeliveries } from '#lib/webhooks/deliveries.ts';
import { wakeJobs } from '#lib/workflows/advance.ts';
import { cancelJob } from '#lib/workflows/cancel.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { listJobs, listRetriedJobs } from '#lib/workflows/job-list.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';
import { newAddress, newSupplierHere } from '../registrations/link-mails.ts';
import { newDelivery, newReceiver } from '../webhooks/scene.ts';

allowReceivers();

/** One row each, worked to its end. */
async function run(ctx: Context, operation: BatchOperation, data: Record<string, unknown>[]) {
  const rows = data.map((row, index) => ({ key: `${index}`, data: row }));
  const { id } = await createBatch(ctx, { operation, rows });
  await advanceBatch(id);
  expect((await fetchBatch(ctx, id)).completedAt).toBeInstanceOf(Date);
  return (await listBatchRows(ctx, id, { limit: 10 })).list.map(({ status, madeId, faults }) => ({
    status,
    madeId,
    codes: faults.map(({ code }) => code),
  }));
}

const newStep = { id: undefined, name: undefined, config: undefined, summary: undefined, notes: undefined };

onDatabase('a batch operation', () => {
  test('reminds each supplier with a known address, and has the reason for each other', async () => {
    const { ctx: visit, registration, entryId, operator } = await newSupplierHere();
    const email = newAddress();
    await confirmDetails(visit, registration, { name: 'Ferretería El Tornillo', email });
    const { entryId: unknown } = await newRegistration(operator);
    const unregistered = await newSupplier(operator, 'Sin registro S.A.');
    const rows = [entryId, unknown, unregistered.id].map((id) => ({ silo_entry_id: id }));
    expect(await run(operator, 'remind', rows)).toEqual([
      { status: 'done', madeId: entryId, codes: [] },
      { status: 'failed', madeId: null, codes: ['no-address'] },
      { status: 'failed', madeId: null, codes: ['no-registration'] },
    ]);
    const ids = [entryId, unknown, unregistered.id];
    expect(await previewMails(operator, ids)).toMatchObject({
      ids: [entryId],
      first: { id: entryId, address: email },
      withoutAddress: [{ id: unknown }],
      others: 1,
    });
    const { list } = await entryActivity(operator, entryId, { limit: 5 });
    expect(list.map(({ action }) => action)).toContain('link.reminded');
  });

  test('mails each supplier their link, to the row’s address or to the known one, within the limits', async () => {
    const { registration, entryId, ref, operator } = await newSupplierHere();
    const to = newAddress();
    const row = { silo_entry_id: entryId };
    const { entryId: unknown } = await newRegistration(operator);
    expect(
      await run(operator, 'mail-link', [{ ...row, to }, row, { silo_entry_id: unknown }, row, row]),
    ).toEqual([
      { status: 'done', madeId: entryId, codes: [] },
      { status: 'done', madeId: entryId, codes: [] },
      { status: 'failed', madeId: null, codes: ['no-address'] },
      { status: 'done', madeId: entryId, codes: [] },
      { status: 'failed', madeId: null, codes: ['too-many-mails'] },
    ]);
    const isOfLink = eq(mails.subject, registration.link.id);
    const queued = await database().select().from(mails).where(isOfLink);
    expect(queued.map((mail) => [mail.kind, mail.to])).toEqual(Array(3).fill(['invitation', to]));
    expect(JSON.stringify(queued)).not.toContain(ref);
    await changeQuotas(operator, { 'link-mails': 3 });
    expect(await run(operator, 'mail-link', [{ silo_entry_id: unknown, to: newAddress() }])).toMatchObject([
      { status: 'failed', codes: ['over-quota'] },
    ]);
    await expect(
      createBatch(operator, {
        operation: 'mail-link',
        rows: [{ key: 'a', data: { ...row, to: 'a@b.example, c@d.example' } }],
      }),
    ).rejects.toMatchObject({ fields: { 'rows[0].data.to': expect.any(String) } });
  });

  test('extends links', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    const done = await run(ctx, 'extend-link', [{ silo_entry_id: entryId, days: 90 }]);
    expect(done).toEqual([{ status: 'done', madeId: entryId, codes: [] }]);
    const lines = await entryActivity(ctx, entryId, { limit: 1 });
    expect(JSON.stringify(lines)).toContain('link.extended');
  });

  test('archives entries', async () => {
    const ctx = await newWorkspace();
    const { id } = await newSupplier(ctx);
    expect(await run(ctx, 'archive', [{ silo_entry_id: id }])).toMatchObject([{ status: 'done' }]);
    expect((await fetchListedEntry(ctx, id)).archivedAt).toBeInstanceOf(Date);
    expect(await listEntries(ctx, { limit: 1 })).toEqual([]);
  });

  test('runs ended jobs and sends their messages again, and refuses running jobs', async () => {
    const { ctx, delivery, job, attempt, log } = await newDelivery((await newReceiver()).url);
    expect(await run(ctx, 'run-again', [{ job_id: job }])).toMatchObject([
      { status: 'failed', codes: ['still-running'] },
    ]);
    await attempt();
    expect(await run(ctx, 'redeliver', [{ delivery_id: delivery }])).toMatchObject([
      { status: 'done', madeId: delivery },
    ]);
    expect(await listDeliveries(ctx, { limit: 1 })).toMatchObject([{ id: delivery, status: 'pending' }]);
    expect(await listJobs(ctx, { limit: 9 })).toHaveLength(1);
    expect(await log()).toHaveLength(1);
  });

  test('tries failing steps now, leaves what goes on, and has the reason for ended jobs', {
    tags: 'slow',
  }, async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 500 });
    const { ctx, job, delivery, attempt } = await newDelivery(receiver.url);
    expect(await listRetriedJobs(ctx, [job])).toEqual([]);
    await attempt();
    await wakeJobs(delivery);
    expect(await listRetriedJobs(ctx, [job])).toEqual([job]);
    expect(await listRetriedJobs(await newWorkspace(), [job])).toEqual([]);
    const row = { job_id: job };
    const done = { status: 'done', madeId: job, codes: [] };
    expect(await run(ctx, 'retry', [row, row])).toEqual([done, done]);
    expect(await listRetriedJobs(ctx, [job])).toEqual([]);
    expect(await run(await newWorkspace(), 'retry', [row])).toMatchObject([
      { status: 'failed', codes: ['not-found'] },
    ]);
    await cancelJob(ctx, job);
    expect(await run(ctx, 'retry', [row])).toMatchObject([{ status: 'failed', codes: ['nothing-to-retry'] }]);
  });

  test('starts a workflow on each entry, and skips those that it must not run on, as the preview says', async () => {
    const { entryId: completed, operator: ctx } = await newSupplierHere();
    await database()
      .update(registrations)
      .set({ completedAt: new Date() })
      .where(eq(registrations.entryId, completed));
    const { steps } = await newRegistrationWorkflow(ctx);
    const mailing = await createWorkflow(ctx, {
      name: 'Registrar y avisar',
      description: '',
      schema: 'org/party',
      country: 'AR',
      steps: [...steps.slice(0, 2), { provider: 'email.link' }].map((step) => ({ ...newStep, ...step })),
      rescue: [],
    });
    const address = 'compras@laespiga.example';
    const suppliers = await Promise.all(
      [[{ addr: address }], [{ addr: address.toUpperCase() }], undefined].map((emails, index) =>
        createEntry(ctx, {
          folder: 'suppliers',
          data: {
            name: `Panadería ${index}`,
            tax_id: { country: 'AR', code: newCuit('30') },
            ...(emails ? { emails } : {}),
          },
        }),
      ),
    );
    const [one, two, silent] = suppliers.map(({ id }) => id);
    const stranger = await newSupplier(await newWorkspace());
    const all = [one, two, silent, completed, stranger.id].map((id) => `${id}`);
    const preview = await previewRun(ctx, mailing.id, all);
    expect(preview).toMatchObject({
      ids: [one, two],
      skipped: [
        { reason: 'gone', count: 1 },
        { reason: 'registered', count: 1 },
        { reason: 'no-address', count: 1 },
      ],
      effects: { links: 2, linkMails: [{ count: 2, addresses: 1 }], documents: 0 },
    });
    const rows = [...all, `${one}`].map((id) => ({ silo_entry_id: id, workflow_id: mailing.id }));
    expect((await run(ctx, 'run-workflow', rows)).map(({ status, codes }) => [status, ...codes])).toEqual([
      ['done'],
      ['done'],
      ['failed', 'no-address'],
      ['failed', 'completed'],
      ['failed', 'validation'],
      ['failed', 'still-running'],
    ]);
    expect(
      (await listJobs(ctx, { limit: 9, workflowId: mailing.id })).map(({ entryId }) => entryId).sort(),
    ).toEqual([one, two].sort());
    expect((await previewRun(ctx, mailing.id, all)).ids).toEqual([]);
  });

  test('starts no workflow on an entry that was archived meanwhile', async () => {
    const ctx = await newWorkspace();
    const { id: workflowId } = await newRegistrationWorkflow(ctx);
    const { id } = await newSupplier(ctx);
    expect(await previewRun(ctx, workflowId, [id])).toMatchObject({ ids: [id], skipped: [] });
    await archiveEntry(ctx, id);
    expect(await previewRun(ctx, workflowId, [id])).toMatchObject({
      ids: [],
      skipped: [{ reason: 'gone', count: 1 }],
    });
    const rows = [{ silo_entry_id: id, workflow_id: workflowId }];
    expect(await run(ctx, 'run-workflow', rows)).toMatchObject([{ status: 'failed', codes: ['not-found'] }]);
  });

  test('reaches no row of another workspace', async () => {
    const { entryId } = await newRegistration(await newWorkspace());
    const stranger = await newWorkspace();
    for (const operation of ['archive', 'extend-link', 'mail-link', 'remind'] as const) {
      expect(await run(stranger, operation, [{ silo_entry_id: entryId }])).toMatchObject([
        { status: 'failed', codes: ['not-found'] },
      ]);
    }
  });
});
