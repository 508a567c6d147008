import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { activeCertificate } from '#lib/certificates/store.ts';
import { database } from '#lib/database/client.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { notifyExpiries } from '#lib/registrations/expiry.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { receiveCertificate } from '#lib/registrations/receive-certificate.ts';
import { startAgain } from '#lib/registrations/registration.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { onNewDatabase } from '#tests/support/databases.ts';
import { newDelegator, newPlatform } from '#tests/support/delegation.ts';
import { filedMailsAbout, sendMailsAbout } from '#tests/support/queued-mails.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'alta-at-risk-'));
process.env.DATA_DIR = dataDir;
process.env.SMTP_URL = '';
afterAll(() => rmSync(dataDir, { recursive: true }));

const simulator = await simulatorOfWorker();
const dayMs = 86_400_000;

onNewDatabase('the certificate of a delegate', () => {
  async function newScene({ delegators }: { delegators: number }) {
    const { ctx, entryId, cuit } = await newPlatform(simulator);
    await createEndpoint(
      ctx,
      EndpointInput.parse({ url: 'https://erp.example/hook', events: ['delegate.at_risk'] }),
    );
    for (let made = 0; made < delegators; made += 1) await (await newDelegator(ctx)).claim();
    const certificate = await activeCertificate(ctx, entryId);
    if (!certificate?.notAfter) throw new Error('there is no certificate');
    const { id: certificateId, notAfter } = certificate;
    return {
      ctx,
      entryId,
      cuit,
      certificateId,
      daysBeforeEnd: (days: number) => new Date(notAfter.getTime() - days * dayMs),
      events: async () =>
        (
          await database()
            .select({ body: webhookDeliveries.body })
            .from(webhookDeliveries)
            .where(eq(webhookDeliveries.workspaceId, ctx.workspace.id))
        ).map(({ body }) => JSON.parse(body).data),
      mails: () => filedMailsAbout(dataDir, certificateId, 'delegate-at-risk'),
    };
  }

  test('is reported to the account holder before its end, with the number of suppliers', async () => {
    const { certificateId, daysBeforeEnd, events, mails } = await newScene({ delegators: 2 });
    await notifyExpiries(daysBeforeEnd(60));
    expect(await events()).toMatchObject([
      { certificate_id: certificateId, reason: 'expiring', delegated_suppliers: '2', days_left: '60' },
    ]);
    await sendMailsAbout(certificateId, daysBeforeEnd(60));
    const [mail] = await mails();
    expect(mail?.text).toContain('2 proveedores');
  });

  test('is not reported while no supplier depends on it', async () => {
    const { daysBeforeEnd, events } = await newScene({ delegators: 0 });
    await notifyExpiries(daysBeforeEnd(60));
    expect(await events()).toEqual([]);
  });

  test('is reported before a certificate under another, ungranted alias replaces it', async () => {
    const { ctx, entryId, cuit, certificateId, daysBeforeEnd, events } = await newScene({ delegators: 1 });
    await notifyExpiries(daysBeforeEnd(60));
    await startAgain(ctx, await fetchRegistration(ctx, entryId), daysBeforeEnd(59));
    const { alias, csr } = (await fetchRegistration(ctx, entryId)).request;
    const { certificate } = await simulator.issueCertificate('live', { cuit, alias, csr });
    await receiveCertificate(ctx, await fetchRegistration(ctx, entryId), Buffer.from(certificate));
    expect((await events()).map(({ reason }) => reason).sort()).toEqual(['expiring', 'other-alias']);
    expect((await activeCertificate(ctx, entryId))?.id).toBe(certificateId);
  });

  test('can not be given up while suppliers depend on it', async () => {
    const { ctx, entryId, certificateId } = await newScene({ delegators: 1 });
    const workflow = await createWorkflow(ctx, { template: 'ar-supplier-unregistration' });
    const job = await createJob(ctx, { workflowId: workflow.id, entryId });
    await advanceJob(job.id);
    expect(await fetchJob(ctx, job.id)).toMatchObject({
      status: 'KO',
      faults: [{ code: 'acts-for-others', params: { delegators: 1 } }],
    });
    expect((await activeCertificate(ctx, entryId))?.id).toBe(certificateId);
  });
});
