import { and, eq, isNull } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { intents, jobs } from '#lib/database/tables/workflows.ts';
import { sendSeries } from '#lib/invoices/send-series.ts';
import { work } from '#lib/queue.ts';
import { tellOfExpiredLink, tellOfExpiringCertificate } from '#lib/registrations/expiry.ts';
import { proveRegistration } from '#lib/registrations/prove.ts';
import { deliverWebhook } from '#lib/webhooks/deliver.ts';
import { advanceJob } from './advance.ts';

/** Starts the workers of this process. Only instrumentation.ts and tests call this. */
export async function startEngine(): Promise<void> {
  await work('job-advance', 8, ({ jobId }) => advanceJob(jobId));
  await work('job-wake', 4, ({ ref }) => wakeJobs(ref));
  await work('registration-prove', 8, (attempt) => proveRegistration(attempt));
  await work('webhook-deliver', 16, ({ deliveryId }) => deliverWebhook(deliveryId));
  await work('invoice-series', 16, (series) => sendSeries(series));
  await work('link-expiry', 1, ({ linkId }) => tellOfExpiredLink(linkId));
  await work('certificate-expiry', 1, ({ certificateId }) => tellOfExpiringCertificate(certificateId));
}

/**
 * Advances the jobs that waited for `ref`. One that has moved on since is among them: who moved it may have died
 * on its way, and this entry of the queue is the job's only one.
 */
export async function wakeJobs(ref: string): Promise<void> {
  const waiting = await database()
    .select({ jobId: intents.jobId })
    .from(intents)
    .innerJoin(jobs, eq(jobs.id, intents.jobId))
    .where(and(eq(intents.ref, ref), isNull(jobs.completedAt)));
  for (const { jobId } of waiting) await advanceJob(jobId);
}
