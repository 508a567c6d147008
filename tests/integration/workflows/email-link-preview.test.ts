import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { wholeJob } from '#app/api/transform/v1/_wire/job.ts';
import { database } from '#lib/database/client.ts';
import { workflows } from '#lib/database/tables/workflows.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { readMail } from '#tests/support/mail-server.ts';
import { newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'alta-preview-'));
process.env.DATA_DIR = dataDir;
process.env.SMTP_URL = '';
afterAll(() => rmSync(dataDir, { recursive: true }));

onDatabase('the step email.link without a mail server', () => {
  test('stores the mail as a file for its owner only, logs that, and lets the job go on', async () => {
    const ctx = await newWorkspace();
    const entry = await newSupplier(ctx);
    const workflow = await newRegistrationWorkflow(ctx);
    const steps = ['gov-ar.register', 'email.link', 'gov-ar.wait.authorization'].map((provider) => ({
      id: uuidv7(),
      name: provider,
      provider,
      ...(provider === 'email.link' ? { config: { to: 'ana@example.com' } } : {}),
    }));
    await database().update(workflows).set({ steps }).where(eq(workflows.id, workflow.id));
    const { id } = await createJob(ctx, { workflowId: workflow.id, entryId: entry.id });
    await advanceJob(id);

    const job = await wholeJob(ctx, await fetchJob(ctx, id));
    expect(job.status).toBe('QUEUED');
    const intent = job.intents.find(({ provider }) => provider === 'email.link');
    const said = intent?.events.at(-1);
    expect(said).toMatchObject({ status: 'SKIP', code: 'not-sent' });
    const file = join(dataDir, 'mail', `${intent?.id}@alta.test.eml`);
    expect(said?.message).toContain('SMTP_URL is not set');
    expect(said?.message).toContain(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [link] = await listMeta(ctx, entry.id);
    expect(readMail(readFileSync(file)).text.split('\n')).toContain(link?.link?.url);
    expect(JSON.stringify(job)).not.toContain(link?.ref);
  });
});
