import { mkdirSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { recordBackup } from '#lib/backup/back-up.ts';
import { database } from '#lib/database/client.ts';
import { env } from '#lib/env.ts';
import { metricsText } from '#lib/metrics.ts';
import { measureInstallation } from '#lib/monitoring.ts';
import { replaceProcessValue } from '#lib/process-values.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { onNewDatabase } from '#tests/support/databases.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { newRegistered } from '#tests/support/registered.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 5 });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

onNewDatabase('the metrics of the installation', () => {
  // The application makes its directory when it starts.
  beforeAll(() => void mkdirSync(env().DATA_DIR, { recursive: true }));
  // As if what was read last had rested long enough.
  const forgetReading = () => replaceProcessValue('monitoring.last', undefined);
  beforeEach(forgetReading);

  async function metrics(): Promise<(name: string) => number> {
    await measureInstallation();
    const text = await metricsText();
    return (name) => {
      const line = text.split('\n').find((each) => each.startsWith(`${name} `));
      if (!line) throw new Error(`no ${name} in\n${text}`);
      return Number(line.slice(name.length + 1));
    };
  }

  test('count each certificate in use once, by its days left', async () => {
    const ctx = await newWorkspace('live');
    for (const days of [-1, 3, 20, 29, 45, 700]) await newRegistered(ctx, { notAfter: inDays(days) });
    const of = await metrics();
    const live = (daysLeft: string) => of(`alta_certificates{environment="live",days_left="${daysLeft}"}`);
    expect(['ended', 'under-7', 'under-30', 'under-60', 'more'].map(live)).toEqual([1, 1, 2, 1, 1]);
    expect(of('alta_certificates{environment="sandbox",days_left="more"}')).toBe(0);
  });

  test('have the time of the last backup once there was one', async () => {
    const name = 'alta_last_backup_timestamp_seconds';
    const of = await metrics();
    expect(() => of(name)).toThrow('no alta_last_backup');
    await recordBackup(database(), 1_000, new Date('2026-11-30T03:31:00Z'));
    forgetReading();
    expect((await metrics())(name)).toBe(Date.parse('2026-11-30T03:31:00Z') / 1_000);
  });

  test('count waiting invoices and their series, and show the oldest one’s age', async () => {
    const issuer = await newIssuer(authority);
    for (const series of ['3', '3', '4']) await issuer.submit({ series });
    await database().execute(sql`update invoice_submissions set job_created_at = now() - interval '1 hour'
      where job_created_at = (select min(job_created_at) from invoice_submissions)`);
    const of = await metrics();
    expect(of('alta_invoices_waiting{environment="sandbox"}')).toBe(3);
    expect(of('alta_invoice_series_waiting{environment="sandbox"}')).toBe(2);
    expect(of('alta_invoices_oldest_waiting_seconds{environment="sandbox"}')).toBeGreaterThanOrEqual(3_600);
    expect(of('alta_invoices_waiting{environment="live"}')).toBe(0);
  });

  test('count each queue’s due and later entries, and show the oldest one’s delay', async () => {
    const queue = 'queue="invoice-series",environment="sandbox"';
    const before = await metrics();
    const due = before(`alta_queue_entries{${queue},state="due"}`);
    expect(due).toBeGreaterThan(0);
    await database().execute(sql`update pgboss.job set start_after = start_after - interval '20 minutes'
      where name = 'invoice-series.sandbox' and state < 'active'`);
    replaceProcessValue('monitoring.last', undefined);
    const of = await metrics();
    expect(of(`alta_queue_entries{${queue},state="due"}`)).toBe(due);
    expect(of(`alta_queue_oldest_due_seconds{${queue}}`)).toBeGreaterThanOrEqual(1_200);
    await database().execute(sql`update pgboss.job set start_after = now() + interval '1 hour'
      where name = 'invoice-series.sandbox' and state < 'active'`);
    replaceProcessValue('monitoring.last', undefined);
    const later = await metrics();
    expect(later(`alta_queue_entries{${queue},state="later"}`)).toBe(due);
    expect(later(`alta_queue_oldest_due_seconds{${queue}}`)).toBe(0);
  });

  test('distinguish new deliveries from retries, and count stuck jobs', async () => {
    const ctx = await newWorkspace();
    await createEndpoint(ctx, EndpointInput.parse({ url: 'https://receiver.example/', events: ['*'] }));
    await newIssuer(authority, undefined, ctx);
    const before = await metrics();
    const fresh = before('alta_webhook_deliveries_waiting{environment="sandbox",state="new"}');
    expect(fresh).toBeGreaterThan(1);
    expect(before('alta_jobs_overdue')).toBe(0);
    await database().execute(sql`update webhook_deliveries set attempts = 3
      where id = (select min(id::text)::uuid from webhook_deliveries where status = 'pending')`);
    await database().execute(sql`update jobs set next_attempt_at = now() - interval '16 minutes'
      where id = (select min(id::text)::uuid from jobs where completed_at is null)`);
    replaceProcessValue('monitoring.last', undefined);
    const of = await metrics();
    expect(of('alta_webhook_deliveries_waiting{environment="sandbox",state="new"}')).toBe(fresh - 1);
    expect(of('alta_webhook_deliveries_waiting{environment="sandbox",state="retrying"}')).toBe(1);
    expect(of('alta_jobs_overdue')).toBe(1);
  });

  test('are not read again for a second request a moment later', async () => {
    const before = await metrics();
    await database().execute(sql`update jobs set next_attempt_at = now() - interval '16 minutes'
      where completed_at is null`);
    const again = await metrics();
    expect(again('alta_jobs_overdue')).toBe(before('alta_jobs_overdue'));
    expect(again('alta_database_up')).toBe(1);
  });
});
