import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { wholeJob } from '#app/api/transform/v1/_wire/job.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { mails } from '#lib/database/tables/mails.ts';
import { env } from '#lib/env.ts';
import { sendQueuedMail } from '#lib/mail-worker.ts';
import { overdue } from '#lib/queue-repair.ts';
import { listAudit } from '#lib/reports/audit-trail.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { customerWith, newAuthorised } from '#tests/support/issued-entry.ts';
import { sendMailsAbout } from '#tests/support/queued-mails.ts';
import { mailRowsOf, newAddress, newSeller, withMailServer } from '../invoices/mail-scene.ts';

const { refuse, mailsTo } = withMailServer();

/** An authorized invoice and a job that makes its PDF, mails it and labels it sent; advanced until it waits or ends. */
async function start(
  config: object,
  {
    args = {},
    customer = customerWith(newAddress()),
  }: { args?: Record<string, string>; customer?: object } = {},
) {
  const { ctx } = await newSeller();
  const { id: entryId } = await newAuthorised(ctx, { ...customer });
  return startJob(ctx, entryId, config, args);
}

async function startJob(ctx: Context, entryId: string, config: object, args: Record<string, string> = {}) {
  const steps = [
    { provider: 'pdf' },
    { provider: 'email.invoice', config },
    { provider: 'silo.state', config: { state: 'sent' } },
  ];
  const input = { name: `Mail ${randomUUID()}`, schema: 'bill/invoice', steps };
  const workflow = await createWorkflow(ctx, WorkflowInput.parse(input));
  const job = await createJob(ctx, { workflowId: workflow.id, entryId, args });
  await advanceJob(job.id);
  return {
    ctx,
    entryId,
    jobId: job.id,
    status: async () => (await fetchJob(ctx, job.id)).status,
    last: async () => {
      const whole = await wholeJob(ctx, await fetchJob(ctx, job.id));
      return whole.intents.find(({ provider }) => provider === 'email.invoice')?.events.at(-1);
    },
    state: async () => (await fetchEntry(ctx, entryId)).state,
    mail: async () => {
      const [row] = await mailRowsOf(entryId);
      if (!row) throw new Error('no mail was queued');
      return row;
    },
  };
}

onDatabase('the step email.invoice', () => {
  test('waits until the mail server has the PDF, and logs the address without its name', async () => {
    const to = newAddress();
    const scene = await start({}, { customer: customerWith(to) });
    expect(await scene.status()).toBe('QUEUED');
    expect(await scene.last()).toMatchObject({ status: 'QUEUED', code: 'awaiting-mail-server' });
    await sendMailsAbout(scene.entryId);
    await wakeJobs((await scene.mail()).id);
    expect(await scene.status()).toBe('OK');
    expect(await scene.last()).toMatchObject({ status: 'OK', code: 'invoice-mailed' });
    expect(JSON.stringify(await scene.last())).not.toContain(to);
    expect(await scene.state()).toBe('sent');
    expect(mailsTo(to)).toHaveLength(1);
  });

  test('wakes its job in the transaction that records the outcome', async () => {
    const scene = await start({});
    const { id } = await scene.mail();
    await sendQueuedMail({ mailId: id });
    const { rows } = await database().execute(
      sql`select 1 from pgboss.job where name = 'job-wake.sandbox' and data ->> 'ref' = ${id}`,
    );
    expect(rows).toHaveLength(1);
  });

  test('is woken by the repair pass if the wake was lost', async () => {
    const scene = await start({});
    const { id } = await scene.mail();
    await sendQueuedMail({ mailId: id });
    await database().execute(sql`delete from pgboss.job where data ->> 'ref' = ${id}`);
    const lost = await overdue('job-wake', new Date(Date.now() + 60_000));
    expect(lost.map(({ payload }) => payload.ref)).toContain(id);
  });

  test('sends one mail, under one message id, if its process dies and it runs again', async () => {
    const to = newAddress();
    const scene = await start({ to });
    for (let run = 0; run < 3; run += 1) await advanceJob(scene.jobId);
    const { id } = await scene.mail();
    await sendQueuedMail({ mailId: id });
    await database().update(mails).set({ sentAt: null }).where(eq(mails.id, id));
    await sendQueuedMail({ mailId: id });
    expect(new Set(mailsTo(to).map(({ headers }) => headers.get('message-id')))).toEqual(
      new Set([`<${id}@${new URL(env().ALTA_ORIGIN).hostname}>`]),
    );
    expect(await mailRowsOf(scene.entryId)).toHaveLength(1);
  });

  test('mails an address once, however many jobs the invoice has, unless the mail was refused', async () => {
    const to = newAddress();
    const scene = await start({}, { customer: customerWith(to) });
    const again = () => startJob(scene.ctx, scene.entryId, {});
    const meanwhile = await again();
    expect(await meanwhile.status()).toBe('QUEUED');
    expect(await mailRowsOf(scene.entryId)).toHaveLength(1);
    refuse('550 5.1.1 nobody here');
    await sendMailsAbout(scene.entryId);
    await wakeJobs((await scene.mail()).id);
    refuse(undefined);
    expect(await scene.last()).toMatchObject({ code: 'mail-refused' });
    expect(await meanwhile.last()).toMatchObject({ status: 'QUEUED' });
    await sendMailsAbout(scene.entryId);
    expect(mailsTo(to)).toHaveLength(1);
    const later = await again();
    expect(await later.status()).toBe('OK');
    expect(await later.last()).toMatchObject({ status: 'SKIP', code: 'already-mailed' });
    expect(JSON.stringify(await later.last())).not.toContain(to);
    expect(mailsTo(to)).toHaveLength(1);
  });

  test('continues without the mail when the server does not answer for a quarter of an hour', async () => {
    const to = newAddress();
    const scene = await start({ to });
    const inMinutes = (minutes: number) => () => new Date(Date.now() + minutes * 60_000);
    await advanceJob(scene.jobId, inMinutes(14));
    expect(await scene.status()).toBe('QUEUED');
    await advanceJob(scene.jobId, inMinutes(16));
    expect(await scene.status()).toBe('OK');
    expect(await scene.last()).toMatchObject({ status: 'OK', code: 'mail-delayed' });
    expect(await scene.state()).toBe('sent');
    await sendMailsAbout(scene.entryId);
    expect(mailsTo(to)).toHaveLength(1);
  });

  test('lets the job succeed if the mail server refuses the mail, and reports it as a failure', async () => {
    const to = newAddress();
    const scene = await start({ to });
    refuse('550 5.1.1 nobody here');
    await sendMailsAbout(scene.entryId);
    await wakeJobs((await scene.mail()).id);
    expect(await scene.status()).toBe('OK');
    const last = await scene.last();
    expect(last).toMatchObject({ status: 'OK', code: 'mail-refused' });
    expect(last?.message).toContain('550 5.1.1 nobody here');
    expect(await listAudit(scene.ctx, { troubles: true, limit: 5 })).toMatchObject([
      { action: 'invoice.mail-bounced', subject: { id: scene.entryId } },
    ]);
  });

  const [a, b, c] = ['a', 'b', 'c'].map((local) => `${local}.${randomUUID()}@example.com`) as [
    string,
    string,
    string,
  ];
  test.each([
    ['its configuration comes first', { to: a }, { email: b }, [c], a],
    ['the job’s arguments come second', {}, { email: b }, [c], b],
    ['the customer comes last', {}, {}, [c], c],
    ['the customer’s first address counts', {}, {}, [c, a], c],
  ])('finds the address: %s', async (_what, config, args, addresses, expected) => {
    const scene = await start(config, { args, customer: customerWith(...addresses) });
    expect((await scene.mail()).to).toBe(expected);
  });

  test.each([
    ['nobody has an address', {}, {}, 'customer.emails'],
    ['the argument is no address', { email: 'Ana' }, customerWith('ana@example.com'), 'args.email'],
  ])('is skipped, and the job succeeds, if %s', async (_what, args, customer, named) => {
    const scene = await start({}, { args, customer });
    expect(await scene.status()).toBe('OK');
    const last = await scene.last();
    expect(last).toMatchObject({ status: 'SKIP', code: 'no-address' });
    expect(last?.message).toContain(named);
    expect(await scene.state()).toBe('sent');
    expect(await mailRowsOf(scene.entryId)).toEqual([]);
  });

  test('has the workspace’s name and a link if configured so', async () => {
    const to = newAddress();
    const scene = await start({ to, sender: 'workspace', link: true });
    await sendMailsAbout(scene.entryId);
    const [mail] = mailsTo(to);
    expect(mail?.headers.get('from')).toBe('Facturas del Sur <avisos@alta.test>');
    expect(mail?.text).toContain(`/archivo/${scene.entryId}/`);
  });

  test('has to come after the step that makes the PDF', async () => {
    const { ctx } = await newSeller();
    const input = { name: 'Mail', schema: 'bill/invoice', steps: [{ provider: 'email.invoice' }] };
    await expect(createWorkflow(ctx, WorkflowInput.parse(input))).rejects.toMatchObject({
      faults: [{ code: 'missing-step', paths: ['$.steps[0].provider'] }],
    });
  });
});
