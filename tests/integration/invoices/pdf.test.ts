// @module-tag slow
import { expect, test } from 'vitest';
import { fetchEntry } from '#lib/silo/entries.ts';
import { fetchFileContent, listFiles } from '#lib/silo/files.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { jobOf, sendAt } from './scene.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 1 });

onDatabase('the PDF of an invoice', () => {
  test('is stored with the entry once it is authorized, with the envelope’s QR', async () => {
    const issuer = await newIssuer(authority);
    const { ctx, workflowId } = issuer;
    const sent = await issuer.submit();
    await sendAt(issuer, 0);
    expect(await jobOf(ctx, sent)).toMatchObject({ status: 'OK', faults: [] });

    const [file, ...others] = await listFiles(ctx, sent.entryId);
    expect(others).toEqual([]);
    expect(file).toMatchObject({
      name: 'factura-a-00003-00000001.pdf',
      category: 'format',
      key: 'pdf',
      mime: 'application/pdf',
    });
    const { stamps } = await fetchEntry(ctx, sent.entryId);
    expect(stamps.map(({ prv }) => prv).sort()).toEqual(['arca-cae', 'arca-cae-expiry', 'arca-qr']);
    const { content } = await fetchFileContent(ctx, sent.entryId, file?.id ?? '');
    const [original] = await readPdf(content, { qr: 'scan' });
    expect(original?.qr).toBe(stamps.find(({ prv }) => prv === 'arca-qr')?.val);
    expect(original?.text).toContain(`CAE N°: ${stamps.find(({ prv }) => prv === 'arca-cae')?.val}`);

    const again = await createJob(ctx, { workflowId, entryId: sent.entryId });
    await advanceJob(again.id);
    expect(await fetchJob(ctx, again.id)).toMatchObject({ status: 'OK' });
    expect(await listFiles(ctx, sent.entryId)).toEqual([file]);
  });

  test('is not made before the invoice is authorized', async () => {
    const { ctx, write } = await newIssuer(authority);
    const alone = { name: 'PDF alone', schema: 'bill/invoice', steps: [{ provider: 'pdf' }] };
    const { id } = await createWorkflow(ctx, WorkflowInput.parse(alone));
    const entry = await write();
    const job = await createJob(ctx, { workflowId: id, entryId: entry.id });
    await advanceJob(job.id);
    expect(await fetchJob(ctx, job.id)).toMatchObject({
      status: 'KO',
      faults: [{ provider: 'pdf', code: 'not-authorised-yet' }],
    });
    expect(await listFiles(ctx, entry.id)).toEqual([]);
  });
});
