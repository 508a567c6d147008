import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { endPdfThreads, renderInvoicePdf } from '#lib/invoices/pdf/render.ts';
import { classA } from '#tests/support/invoices.ts';
import { issue } from '#tests/support/issued.ts';
import { readPdf } from '#tests/support/read-pdf.ts';

test('a PDF thread that dies loses its own PDF and no other', async () => {
  await endPdfThreads();
  const issued = issue(classA());
  const started = once(process, 'worker') as Promise<[Worker]>;
  const drawn = renderInvoicePdf(issued, 'live').catch((error: unknown) => error);
  const [thread] = await started;
  await thread.terminate();
  expect(await drawn).toBeInstanceOf(Error);

  const again = await renderInvoicePdf(issued, 'live');
  expect(await readPdf(again, { qr: 'skip' })).toHaveLength(2);
});
