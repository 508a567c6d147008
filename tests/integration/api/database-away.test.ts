// @module-tag slow
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningAlta, startAlta } from '#tests/support/alta.ts';
import { type ApiClient, apiClient, eventually } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { createDatabase, startPostgres, type TemporaryPostgres } from '#tests/support/postgres.ts';
import { type Receiver, startReceiver } from '#tests/support/receiver.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newApiKey, newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

const supplier = {
  folder: 'suppliers',
  data: { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: supplierCuit } },
};

/** On a server of this file's own: the other files' tests need theirs all the time. */
describe('a PostgreSQL that goes away', () => {
  let postgres: TemporaryPostgres;
  let alta: RunningAlta;
  let receiver: Receiver;
  let call: ApiClient;
  let link: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    const source = { url: await createDatabase(postgres.url), dataDir: '' };
    const seeded = await withDatabase(source, async () => {
      const ctx = await newWorkspace();
      return { apiKey: await newApiKey(ctx), ref: (await newRegistration(ctx)).ref };
    });
    receiver = await startReceiver();
    alta = await startAlta(source, { WEBHOOK_LOOPBACK: 'allow', LOG_LEVEL: 'info' });
    call = apiClient(alta.origin, seeded.apiKey);
    link = `${alta.origin}/reg/${seeded.ref}`;
  });
  afterAll(async () => {
    await alta?.stop();
    await receiver?.stop();
    await postgres?.stop();
  });

  test('is reported as such, and waiting work resumes by itself when it is back', async () => {
    receiver.answer({ status: 503 }, { status: 200 });
    const job = await newJob();
    await eventually(
      () => fetchJob(job),
      ({ status }) => status === 'ERR',
    );

    await postgres.interrupt();
    const ready = await eventually(
      () => fetchPage(`${alta.origin}/api/health/ready`),
      ({ ok }) => !ok,
    );
    expect(ready.status).toBe(503);
    expect((await fetchPage(`${alta.origin}/api/health/live`)).status).toBe(200);
    for (const answer of [
      await call('GET', '/silo/v1/entries'),
      await call('POST', '/silo/v1/entries', supplier),
    ]) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.body).toMatchObject({ key: 'unavailable', status: 503 });
    }
    const page = await fetchPage(link);
    expect(page.status).toBe(503);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await page.text()).toMatch(/<html lang="es.*Probá de nuevo/s);

    const before = { lines: linesOf(alta), seconds: processorSeconds(alta) };
    await pause(6_000);
    expect(linesOf(alta) - before.lines).toBeLessThan(10);
    expect(processorSeconds(alta) - before.seconds).toBeLessThan(2);
    expect(receiver.requests).toHaveLength(1);

    await postgres.resume();
    const { intents } = await eventually(
      () => fetchJob(job),
      ({ status }) => status === 'OK',
    );
    expect(
      intents.map(({ events }: { events: { status: string }[] }) => events.map(({ status }) => status)),
    ).toEqual([
      ['RUN', 'OK'],
      ['RUN', 'QUEUED', 'ERR', 'OK'],
      ['RUN', 'OK'],
    ]);
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill(receiver.requests[0]?.headers['webhook-id']),
    );
    expect((await fetchPage(`${alta.origin}/api/health/ready`)).status).toBe(200);
    expect((await fetchPage(link)).status).toBe(200);
  }, 120_000);

  /** Sets a state, sends a message, sets another state. */
  async function newJob(): Promise<string> {
    const state = (state: string) => ({ provider: 'silo.state', config: { state } });
    const message = { provider: 'webhook', config: { url: receiver.url, wait: 'delivered' } };
    const steps = [state('processing'), message, state('sent')];
    const workflow = await call('POST', '/transform/v1/workflows', { name: 'A message', steps });
    const entry = await call('POST', '/silo/v1/entries', supplier);
    const job = await call('POST', '/transform/v1/jobs', {
      workflow_id: workflow.body.id,
      silo_entry_id: entry.body.id,
    });
    return job.body.id;
  }

  const fetchJob = async (id: string) => (await call('GET', `/transform/v1/jobs/${id}`)).body;
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const linesOf = (alta: RunningAlta) => alta.output().split('\n').length;

/** User and system time, as Linux counts them in hundredths (proc(5)); elsewhere 0. */
function processorSeconds({ process: { pid } }: RunningAlta): number {
  const file = `/proc/${pid}/stat`;
  const fields = existsSync(file) ? (readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? []) : [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}
