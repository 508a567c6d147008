// @module-tag slow
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningAlta, startAlta } from '#tests/support/alta.ts';
import { type ApiAnswer, type ApiClient, apiClient, eventually } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { mountSmallDisk } from '#tests/support/small-disk.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newApiKey, newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

const disk = mountSmallDisk({ mebibytes: 320 });
if (!disk) console.warn('A file system can not be mounted here: the tests on a full disk are skipped.');

describe.skipIf(!disk)('an application whose own PostgreSQL has a full disk', () => {
  const dataDir = join(disk?.directory ?? '', 'data');
  let alta: RunningAlta;
  let apiKey: string;
  let call: ApiClient;
  /** What was answered with success. */
  const kept: string[] = [];

  beforeAll(async () => {
    apiKey = await withDatabase({ dataDir }, async () => newApiKey(await newWorkspace()));
    await startAgain();
  });
  afterAll(async () => {
    await alta?.stop();
    disk?.remove();
  });

  async function startAgain(): Promise<void> {
    alta = await startAlta({ dataDir }, { LOG_LEVEL: 'info' });
    call = apiClient(alta.origin, apiKey);
  }

  async function create(): Promise<ApiAnswer> {
    const data = { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: supplierCuit } };
    const answer = await call('POST', '/silo/v1/entries', { data });
    if (answer.status === 200) kept.push(answer.body.id);
    return answer;
  }

  const newWorkflow = () =>
    call('POST', '/transform/v1/workflows', {
      name: 'One state',
      steps: [{ provider: 'silo.state', config: { state: 'processing' } }],
    });

  async function readiness() {
    const answer = await fetchPage(`${alta.origin}/api/health/ready`);
    return [answer.status, await answer.json()];
  }

  const isRefused = ({ status }: ApiAnswer) => status === 503;
  const statusOf = async (path: string) => (await call('GET', path)).status;

  test('refuses writes, answers reads, and resumes by itself when there is space again', async () => {
    const [{ id: entry }, workflow] = [(await create()).body, (await newWorkflow()).body.id];
    await disk?.fill({ mebibytes: 0 });
    const refused = await eventually(create, isRefused);
    expect(refused.body).toMatchObject({ key: 'unavailable' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await statusOf(`/silo/v1/entries/${kept.at(-1)}`)).toBe(200);
    // Of a service that this key has not called before, which would be noted down.
    expect(await statusOf('/transform/v1/jobs')).toBe(200);

    disk?.makeRoom();
    await eventually(create, ({ status }) => status === 200);
    expect(await readiness()).toEqual([200, { status: 'ok' }]);
    const job = await call('POST', '/transform/v1/jobs', { workflow_id: workflow, silo_entry_id: entry });
    await eventually(
      async () => (await call('GET', `/transform/v1/jobs/${job.body.id}`)).body,
      ({ status }) => status === 'OK',
    );
  });

  test('that ends still has every acknowledged write when there is space again', async () => {
    await disk?.fill({ mebibytes: 0 });
    await eventually(create, isRefused);
    await alta.stop();
    expect(alta.process).toMatchObject({ exitCode: 0, signalCode: null });
    disk?.makeRoom();
    await startAgain();
    for (const id of kept) expect(await statusOf(`/silo/v1/entries/${id}`)).toBe(200);
    expect((await create()).status).toBe(200);
  }, 120_000);
});
