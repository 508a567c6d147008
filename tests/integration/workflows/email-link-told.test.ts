import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { workflows } from '#lib/database/tables/workflows.ts';
import { findByEntry } from '#lib/registrations/find.ts';
import { listLinks } from '#lib/registrations/link-list.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { type RunningMailServer, startMailServer } from '#tests/support/mail-server.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

allowReceivers();
let refuse: string | undefined;
let server: RunningMailServer;
beforeAll(async () => {
  server = await startMailServer((recipient) => refuse && `${refuse} <${recipient}>`);
  process.env.SMTP_URL = `smtp://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`;
  process.env.MAIL_FROM = 'Alta <avisos@alta.test>';
});
afterAll(() => server.stop());

onDatabase('a link mailed by the step email.link', () => {
  /** A workflow that mails the link, run on a supplier; and what is told of the link from then on. */
  async function mailed(ctx: Context, to: string) {
    await createEndpoint(
      ctx,
      EndpointInput.parse({ url: 'https://erp.example/hook', events: ['link.sent', 'link.bounced'] }),
    );
    const { id: entryId } = await newSupplier(ctx);
    const workflow = await newRegistrationWorkflow(ctx);
    const steps = ['gov-ar.register', 'email.link', 'gov-ar.wait.authorization'].map((provider) => ({
      id: uuidv7(),
      name: provider,
      provider,
      ...(provider === 'email.link' ? { config: { to } } : {}),
    }));
    await database().update(workflows).set({ steps }).where(eq(workflows.id, workflow.id));
    const job = await createJob(ctx, { workflowId: workflow.id, entryId });
    await advanceJob(job.id);
    const registration = await findByEntry(ctx, entryId);
    if (!registration) throw new Error('there is no registration');
    const deliveries = await database()
      .select({ body: webhookDeliveries.body })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.workspaceId, ctx.workspace.id));
    const [link] = await listLinks(ctx, registration.id);
    return {
      entryId,
      registration,
      mails: link?.mails,
      told: deliveries.map(({ body }) => JSON.parse(body ?? '{}')),
    };
  }

  test('is published like one mailed from the wizard', async () => {
    const ctx = await newWorkspace();
    const { entryId, registration, mails, told } = await mailed(ctx, 'Ana@Tornillo.example');
    expect(mails).toMatchObject([{ address: 'ana@tornillo.example', sentAt: expect.any(Date) }]);
    expect(told).toMatchObject([
      {
        event: 'link.sent',
        data: { registration_id: registration.id, link_id: registration.link.id, scope: 'full' },
      },
    ]);
    expect(JSON.stringify(told)).not.toContain('/reg/');
    const { list } = await entryActivity(ctx, entryId, { limit: 10 });
    expect(list).toContainEqual(expect.objectContaining({ action: 'link.sent' }));
  });

  test('is published when refused with the server’s reply, and without its recipient', async () => {
    refuse = '550 5.1.1 nobody here';
    const { mails, told } = await mailed(await newWorkspace(), 'nobody@tornillo.example');
    refuse = undefined;
    expect(mails).toMatchObject([{ bouncedAt: expect.any(Date), sentAt: undefined }]);
    expect(told).toMatchObject([{ event: 'link.bounced' }]);
    expect(told[0].data.reason).toContain('550 5.1.1 nobody here');
    expect(JSON.stringify(told)).not.toContain('nobody@tornillo.example');
  });
});
