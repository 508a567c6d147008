// @module-tag slow
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { type RunningAlta, startAlta } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { classA } from '#tests/support/invoices.ts';
import { issueAsSupplier, newIntegrator, type SuppliedByApi } from '#tests/support/issue-by-api.ts';
import { createDatabase, freePort, startPostgres, type TemporaryPostgres } from '#tests/support/postgres.ts';
import { type Receiver, startReceiver } from '#tests/support/receiver.ts';
import {
  authorityOf,
  type FaultPlan,
  type RunningSimulator,
  startSimulator,
} from '#tests/support/simulator.ts';
import { run } from '#tests/support/starting.ts';
import { stubbornClient } from '#tests/support/stubborn-client.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';

/**
 * The rehearsal of docs/operations.md#runbook, on one installation that has an invoice behind it:
 * `ALTA_RUNBOOK=1 npx vitest run --project integration tests/integration/monitoring/runbook.test.ts`. Minutes.
 */
describe.skipIf(!process.env.ALTA_RUNBOOK)('the troubles of the runbook', () => {
  let postgres: TemporaryPostgres;
  let source: { url: string; dataDir: string };
  let simulator: RunningSimulator;
  let receiver: Receiver;
  let mailPort: number;
  let alta: RunningAlta;
  let call: ReturnType<typeof stubbornClient>;
  let supplier: SuppliedByApi;
  let invoiceWorkflow: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    source = { url: await createDatabase(postgres.url), dataDir: '' };
    simulator = await startSimulator();
    receiver = await startReceiver();
    mailPort = await freePort();
    const { apiKey, workflows } = await withDatabase(source, newIntegrator);
    invoiceWorkflow = workflows.invoice;
    alta = await startAlta(source, instance());
    call = stubbornClient(() => alta.origin, apiKey);
    await call('POST', '/transform/v1/webhooks/endpoints', { url: receiver.url, events: ['*'] }, 'endpoint');
    supplier = await issueAsSupplier(call, workflows, simulator);
  }, 180_000);

  afterAll(async () => {
    await alta?.stop();
    await simulator?.stop();
    await receiver?.stop();
    await postgres?.stop();
  });

  const instance = () => ({
    NODE_ENV: 'production',
    DATABASE_URL: source.url,
    ...authorityOf(simulator),
    WEBHOOK_LOOPBACK: 'allow',
    ARCA_TIMEOUT_SECONDS: '3',
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'alta@example.com',
  });

  /** The doctor, on the machine and with the configuration of the instance. */
  const examine = (more: Record<string, string> = {}) =>
    run(['scripts/doctor.ts'], {
      ...instance(),
      PORT: new URL(alta.origin).port,
      ALTA_ORIGIN: alta.origin,
      ...more,
    });

  const write = (statement: SQL) => looking(source, () => database().execute(statement));

  /** The sum over what `name` begins; 0 where nothing does. */
  async function metric(name: string): Promise<number> {
    const text = await (await fetchPage(`${alta.origin}/api/metrics`)).text();
    const lines = text.split('\n').filter((line) => line.startsWith(name));
    return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  }
  const reaches = (name: string, holds: (value: number) => boolean) => eventually(() => metric(name), holds);

  async function sendInvoice(): Promise<string> {
    const { issue_date: _, ...data } = classA({
      supplier: { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: supplier.cuit } },
    });
    const entry = await call('POST', '/silo/v1/entries', { folder: 'invoices', data });
    await call('POST', '/transform/v1/jobs', { workflow_id: invoiceWorkflow, silo_entry_id: entry.id });
    return entry.id;
  }
  const isSent = (id: string) =>
    eventually(
      () => call('GET', `/silo/v1/entries/${id}`),
      (entry) => entry.state === 'sent',
    );
  const strike = (kind: FaultPlan['kind'], more: Partial<FaultPlan> = {}) =>
    simulator.control.faults({ environment: 'sandbox', target: 'wsfe', kind, count: 1_000, ...more });

  test('the authority is down: nothing is lost, and work resumes by itself', async () => {
    await strike('http-503');
    const id = await sendInvoice();
    await reaches(
      'alta_authority_failures_total{environment="sandbox",service="wsfe",reason="http"',
      atLeast(2),
    );
    await reaches('alta_invoices_waiting{environment="sandbox"}', is(1));
    await reaches('alta_authority_up{environment="sandbox",service="wsfe"}', is(0));
    expect(await call('GET', '/apps/gov-ar/v1/authority')).toMatchObject({
      services: expect.arrayContaining([
        expect.objectContaining({ service: 'wsfe', status: 'not-answering' }),
      ]),
    });
    expect((await examine()).said).toMatch(/^note +sandbox (wsfe|arca) .*503\n +The authority is down/m);
    await simulator.control.reset();
    await isSent(id);
    await reaches('alta_invoices_waiting{environment="sandbox"}', is(0));
  }, 400_000);

  test('the authority is slow: an invoice with a lost answer is looked up, and issued once', async () => {
    await strike('lost-answer', { operation: 'FECAESolicitar', count: 1 });
    await strike('slow', { delay_ms: 2_000, count: 4 });
    const before = await simulator.control.vouchers('sandbox', supplier.cuit);
    await isSent(await sendInvoice());
    expect(await simulator.control.vouchers('sandbox', supplier.cuit)).toHaveLength(before.length + 1);
    await simulator.control.reset();
  }, 200_000);

  test('TLS with the authority fails', async () => {
    const server = createServer({});
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { said, code } = await examine({ ARCA_LIVE_URL: `https://127.0.0.1:${port}` });
    expect([code, said]).toEqual([1, expect.stringMatching(/^TROUBLE +live arca .*tls.*\n +.*\S/m)]);
  }, 60_000);

  test('the clock is wrong', async () => {
    await simulator.control.clock(3_600);
    await isSent(await sendInvoice());
    await reaches('alta_authority_clock_skew_seconds{environment="sandbox",service="wsfe"}', atLeast(3_590));
    const { said, code } = await examine();
    expect([code, said]).toEqual([1, expect.stringMatching(/^TROUBLE +clock +3[56]\d\d seconds behind/m)]);
    await simulator.control.clock(0);
  }, 200_000);

  test('a certificate is about to end', async () => {
    await write(sql`update certificates set not_after = now() + interval '5 days'`);
    await reaches('alta_certificates{environment="sandbox",days_left="under-7"}', is(1));
    await write(sql`update certificates set not_after = now() + interval '700 days'`);
  }, 60_000);

  test('a webhook receiver is down, and gets the missed messages later', async () => {
    receiver.answer({ status: 503 });
    await isSent(await sendInvoice());
    await reaches('alta_webhook_deliveries_waiting{environment="sandbox",state="retrying"}', atLeast(1));
    receiver.answer({ status: 200 });
    await call('POST', '/transform/v1/webhooks/deliveries/redeliver', { since: new Date(0).toISOString() });
    await reaches('alta_webhook_deliveries_waiting{environment="sandbox"', is(0));
  }, 200_000);

  test('a queue entry is lost, and is created again within five minutes', async () => {
    await strike('http-503');
    const id = await sendInvoice();
    await reaches('alta_invoices_waiting{environment="sandbox"}', is(1));
    await write(sql`delete from pgboss.job where name like 'invoice-series%'`);
    await simulator.control.reset();
    const said = 'work was waiting without an entry in the queue';
    await expect.poll(() => alta.output(), { timeout: 400_000, interval: 500 }).toContain(said);
    await isSent(id);
  }, 600_000);

  test('the database is down, and the process needs no restart', async () => {
    await postgres.interrupt();
    const ready = () => fetchPage(`${alta.origin}/api/health/ready`);
    await eventually(ready, ({ status }) => status === 503);
    await reaches('alta_database_up', is(0));
    expect(await examine()).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^TROUBLE +database .*nothing answers/m),
    });
    await postgres.resume();
    await reaches('alta_database_up', is(1));
    await isSent(await sendInvoice());
    expect(alta.process.exitCode).toBeNull();
  }, 120_000);

  test('the mail server is away', async () => {
    const { said, code } = await examine();
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^TROUBLE +mail .*nothing answers.*\n +Check SMTP_URL/m),
    ]);
  }, 60_000);

  test('the vault key is missing', async () => {
    const other = { ALTA_VAULT_KEY: randomBytes(32).toString('base64'), ALTA_ORIGIN: alta.origin };
    const ending = await run(['scripts/start.ts'], {
      ...instance(),
      ...other,
      PORT: String(await freePort()),
    });
    expect([ending.code, ending.said]).toEqual([
      1,
      expect.stringMatching(/key [\da-f]{12}, which is not configured/),
    ]);
    expect((await examine(other)).said).toMatch(
      /^TROUBLE +vault key .*key [\da-f]{12}, which is not configured/m,
    );
  }, 60_000);

  test('a job is stuck, and is retried at once', async () => {
    await strike('http-503');
    const id = await sendInvoice();
    await reaches('alta_invoices_waiting{environment="sandbox"}', is(1));
    await simulator.control.reset();
    const { list } = await call('GET', `/transform/v1/jobs?silo_entry_id=${id}`);
    await call('POST', `/transform/v1/jobs/${list[0].id}/retry`);
    await isSent(id);
  }, 200_000);
});

const is = (wanted: number) => (value: number) => value === wanted;
const atLeast = (least: number) => (value: number) => value >= least;
