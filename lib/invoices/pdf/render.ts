import type { Environment } from '#lib/authority-environment.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { shared } from '#lib/shared.ts';
import { createThreadPool, type ThreadPool } from '#lib/thread-pool.ts';
import type { IssuedInvoice } from './issued.ts';

/** What goes over to a thread: lines, and with the last of them what else there is. */
export interface Part {
  lines: Invoice['lines'];
  rest?: { issued: IssuedInvoice; environment: Environment };
}

/** So many are copied in about a millisecond. */
const linesOfPart = 500;

const threads = () =>
  shared<ThreadPool<Part, Uint8Array>>('pdf-threads', () =>
    createThreadPool({
      file: 'lib/invoices/pdf/render-thread.ts',
      most: 2,
      idleMs: 5 * 60_000,
      patienceMs: 5 * 60_000,
      resourceLimits: { maxOldGenerationSizeMb: 384 },
    }),
  );

/** Draws an authorized invoice (draw.ts) in a thread. @throws what went wrong there; it may be tried again. */
export async function renderInvoicePdf(issued: IssuedInvoice, environment: Environment): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await threads().run(partsOf(issued, environment));
  return Buffer.from(buffer, byteOffset, byteLength);
}

export const endPdfThreads = (): Promise<void> => threads().close();

function* partsOf(issued: IssuedInvoice, environment: Environment): Generator<Part> {
  const { lines } = issued.invoice;
  let from = 0;
  for (; from + linesOfPart < lines.length; from += linesOfPart) {
    yield { lines: lines.slice(from, from + linesOfPart) };
  }
  const rest = { issued: { ...issued, invoice: { ...issued.invoice, lines: [] } }, environment };
  yield { lines: lines.slice(from), rest };
}
