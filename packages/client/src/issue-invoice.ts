import { type CallOptions, requestOptions } from './client.ts';
import { AltaError } from './error.ts';
import type { Client } from './generated/client/index.ts';
import { createEntry, fetchEntry, fetchEntryByKey, fetchFileContent, fetchJob } from './generated/sdk.gen.ts';
import type { Entry, Fault, Job, Waiting } from './generated/types.gen.ts';
import { checkOptions, invalid } from './given.ts';
import { type Patience, poll } from './poll.ts';
import { type Purpose, runOn } from './run-workflow.ts';

export interface InvoiceToIssue extends Patience {
  /** Your own key, such as the order number. A repetition returns the same invoice, never a second one. */
  key: string;
  /** GOBL bill/invoice. docs/invoices.md describes the required fields. */
  invoice: Record<string, unknown>;
  /** Workflow to run instead of the workspace's default. */
  workflowId?: string | undefined;
  onProgress?: (progress: InvoiceProgress) => void;
}

export type InvoiceProgress =
  | { stage: 'created'; entryId: string }
  /** Not sent yet. `why` has the reason, such as ARCA not answering. */
  | { stage: 'waiting'; entryId: string; why: Waiting }
  | { stage: 'sent'; entryId: string }
  | { stage: 'failed'; entryId: string; faults: Fault[] };

export interface IssuedInvoice {
  entryId: string;
  /** Point of sale, as in the document. */
  series: string;
  /** Number given by ARCA. */
  number: string;
  cae: string;
  /** A date, such as `2026-12-01`. */
  caeExpiry: string;
  /** Content of the QR code. */
  qrUrl: string;
  /** In the invoice's currency, such as `1210.00`. */
  payable: string;
  /** The document as issued. */
  document: Record<string, unknown>;
  /** Data required in the PDF that it lacks, such as `gross-income`. Empty if it is complete. */
  paperGaps: NonNullable<Entry['paper_gaps']>;
  pdf(): Promise<Blob>;
}

const options: Record<keyof InvoiceToIssue, true> = {
  key: true,
  invoice: true,
  workflowId: true,
  onProgress: true,
  signal: true,
  waitMs: true,
  pollMs: true,
};

const purpose: Purpose = { schema: 'bill/invoice', template: 'ar-invoice' };
const fiveMinutesMs = 300_000;

/**
 * From a document to an invoice with its CAE. If ARCA does not answer, the invoice waits at Alta and
 * continues without you: call this again with the same key.
 * @throws AltaError `validation` with `faults` for a document that breaks a rule; `failed` with ARCA's
 *   messages; `conflict` if the key has another document; `timeout` after `waitMs`, by default five minutes
 */
export async function issueInvoice(client: Client, given: InvoiceToIssue): Promise<IssuedInvoice> {
  checkOptions(given, options);
  if (typeof given.key !== 'string' || !given.key) {
    throw invalid('key', 'must be text, your own id of the invoice, such as the order number');
  }
  const { key, invoice, workflowId, onProgress = () => {}, ...patience } = given;
  const call = given.signal ? { signal: given.signal } : {};
  const entry = await entryOf(client, key, invoice, call);
  const entryId = entry.id;
  onProgress({ stage: 'created', entryId });
  if (stampOf(entry, 'arca-cae') && pdfOf(entry)) return issued(client, entry);
  const { id } = await runOn(client, entryId, { purpose, workflowId, call });
  let waitedFor = '';
  await poll(
    async () => {
      const job = await fetchJob({ path: { id }, ...requestOptions(client, call) });
      const why = reasonOf(job);
      if (why && why.code !== waitedFor) onProgress({ stage: 'waiting', entryId, why });
      waitedFor = why?.code ?? waitedFor;
      if (job.status === 'KO') {
        onProgress({ stage: 'failed', entryId, faults: job.faults });
        throw failed(job.faults);
      }
      return job.status === 'OK' ? job : undefined;
    },
    { waitMs: fiveMinutesMs, pollMs: 500, ...patience },
  );
  onProgress({ stage: 'sent', entryId });
  return issued(client, await fetchEntry({ path: { id: entryId }, ...requestOptions(client, call) }));
}

/** The entry with the key. A document without a date keeps the date of the first call. */
async function entryOf(client: Client, key: string, invoice: InvoiceToIssue['invoice'], call: CallOptions) {
  const request = requestOptions(client, call);
  const create = (issueDate?: unknown) => {
    const date = issueDate === undefined ? {} : { issue_date: issueDate };
    const data = { $schema: 'https://gobl.org/draft-0/bill/invoice', ...date, ...invoice };
    return createEntry({ body: { folder: 'invoices', key, data }, ...request });
  };
  try {
    return await create();
  } catch (error) {
    if (!isConflict(error)) throw error;
    const stored = await fetchEntryByKey({ path: { key }, ...request });
    if ('issue_date' in invoice) throw differing(stored, key, error);
    return create(stored.data.doc.issue_date).catch((again: unknown) => {
      throw isConflict(again) ? differing(stored, key, again) : again;
    });
  }
}

const isConflict = (error: unknown): error is AltaError => error instanceof AltaError && error.status === 409;

/** The conflict, with the remedy if the stored document is one that was refused and can be changed. */
const differing = ({ id, state }: Entry, key: string, conflict: AltaError): AltaError =>
  state === 'error'
    ? new AltaError(
        conflict.key,
        `The key ${key} has an invoice with another document, which was refused. To correct it, change the entry, alta.entries.change('${id}', { data }), and call again.`,
        { ...conflict, cause: conflict },
      )
    : conflict;

const reasonOf = ({ waiting }: Job) => (waiting?.code ? waiting : undefined);

function issued(client: Client, entry: Entry): IssuedInvoice {
  const document = entry.data.doc as IssuedInvoice['document'] & {
    series: string;
    code: string;
    totals: { payable: string };
  };
  return {
    entryId: entry.id,
    series: document.series,
    number: document.code,
    cae: stampOf(entry, 'arca-cae') ?? '',
    caeExpiry: stampOf(entry, 'arca-cae-expiry') ?? '',
    qrUrl: stampOf(entry, 'arca-qr') ?? '',
    payable: document.totals.payable,
    document,
    paperGaps: entry.paper_gaps ?? [],
    pdf: async () => {
      const file = pdfOf(entry);
      if (!file) throw new AltaError('not-found', 'The workflow makes no PDF: add the step `pdf` to it.');
      const path = { id: entry.id, file_id: file.id };
      return (await fetchFileContent({ path, ...requestOptions(client) })) as Blob;
    },
  };
}

const pdfOf = ({ attachments }: Entry) => attachments.find(({ key }) => key === 'pdf');

const stampOf = ({ data }: Entry, name: string) => data.head.stamps?.find(({ prv }) => prv === name)?.val;

const failed = (faults: Fault[]) =>
  new AltaError('failed', faults[0]?.message ?? 'The invoice has failed.', { code: faults[0]?.code, faults });
