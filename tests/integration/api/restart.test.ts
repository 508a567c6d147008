// @module-tag slow
import { expect, test } from 'vitest';
import { startAlta } from '#tests/support/alta.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { newDatabase, onDatabase } from '#tests/support/databases.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newApiKey, newRegistrationWorkflow, newWorkspace } from '#tests/support/workspace.ts';

onDatabase('the application', () => {
  test('that is killed with running jobs still has every acknowledged job, and finishes it', async () => {
    const source = await newDatabase();
    const { apiKey, workflow } = await withDatabase(source, async () => {
      const ctx = await newWorkspace();
      return { apiKey: await newApiKey(ctx), workflow: (await newRegistrationWorkflow(ctx)).id };
    });
    const first = await startAlta(source);
    const call = apiClient(first.origin, apiKey);
    const supplier = { data: { name: 'Sin respuesta S.A.', tax_id: { country: 'AR', code: '30712345671' } } };
    const named = { 'idempotency-key': 'answer-that-got-lost' };
    const unheard = await call('POST', '/silo/v1/entries', supplier, named);
    const acknowledged: { job: string; entry: string }[] = [];
    for (let index = 0; index < 12; index += 1) {
      const data = { name: `Proveedor ${index}`, tax_id: { country: 'AR', code: '30712345671' } };
      const entry = await call('POST', '/silo/v1/entries', { data });
      const job = await call('POST', '/transform/v1/jobs', {
        workflow_id: workflow,
        silo_entry_id: entry.body.id,
      });
      acknowledged.push({ job: job.body.id, entry: entry.body.id });
    }
    first.process.kill('SIGKILL');
    await new Promise((resolve) => first.process.once('exit', resolve));

    const second = await startAlta(source);
    const again = apiClient(second.origin, apiKey);
    for (const { job, entry } of acknowledged) {
      await eventually(
        async () => (await again('GET', `/transform/v1/jobs/${job}`)).body,
        ({ status }) => status === 'QUEUED',
      );
      expect((await again('GET', `/silo/v1/entries/${entry}`)).body).toMatchObject({
        state: 'processing',
        meta: [{ key: 'link' }],
      });
    }
    // As if the first answer had not come through: its maker is gone, and the same is asked again.
    const heard = await again('POST', '/silo/v1/entries', supplier, named);
    expect(heard.body).toEqual(unheard.body);
    expect(heard.headers.get('idempotent-replayed')).toBe('true');
    await second.stop();
    expect(second.process.exitCode).toBe(0);
  }, 240_000);
});
