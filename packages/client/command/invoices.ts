import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Alta, Entry } from '../src/index.ts';
import {
  type Command,
  CommandError,
  count,
  exitCodes,
  facts,
  given,
  type Outcome,
  readStandardInput,
  state,
  type Terminal,
  usageError,
  withProgress,
} from './command.ts';
import { findEntry } from './suppliers.ts';

const send: Command = {
  name: 'invoices send',
  summary: 'Have ARCA authorize an invoice from a JSON file, or from standard input with -',
  takes: ['file'],
  options: {
    key: {
      value: 'text',
      help: 'your own id of the invoice: sending it again with the same key creates nothing',
    },
    workflow: { value: 'id', help: "the workflow to run instead of the workspace's default" },
    wait: { value: 'seconds', help: 'how long to wait for the CAE (120)' },
  },
  async run(invocation) {
    const { terminal, signal, args } = invocation;
    const seconds = count(invocation, 'wait', 120);
    const invoice = await documentIn(args[0] ?? '');
    const alta = invocation.alta();
    const issued = alta.issueInvoice({
      key: given(invocation, 'key') ?? randomUUID(),
      invoice,
      workflowId: given(invocation, 'workflow'),
      signal,
      waitMs: seconds * 1_000,
    });
    const { entryId } = await withProgress(issued, { terminal, seconds, what: 'the CAE' });
    return described(await alta.entries.fetch(entryId, { signal }), terminal);
  },
};

async function documentIn(file: string): Promise<Record<string, unknown>> {
  const text = file === '-' ? await readStandardInput() : await read(file);
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === 'object' && document !== null && !Array.isArray(document))
      return document as Record<string, unknown>;
  } catch {
    // Reported below, without the parser's message.
  }
  throw usageError(`${file === '-' ? 'Standard input' : file} is not a JSON document.`);
}

const read = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${file} cannot be read: ${error.code}.`);
  });

const invoicesStatus: Command = {
  name: 'invoices status',
  summary: "Show whether ARCA has authorized an invoice, and ARCA's objections",
  takes: ['invoice'],
  run: async ({ alta, args: [name = ''], terminal }) =>
    described(await findEntry(alta(), 'invoices', name), terminal),
};

function described(entry: Entry, terminal: Terminal): Outcome {
  const { id, snippet, faults = [], data } = entry;
  const stamps = new Map((data.head.stamps ?? []).map(({ prv, val }) => [prv, val]));
  const number = snippet.code && `${snippet.series?.padStart(5, '0')}-${snippet.code.padStart(8, '0')}`;
  return {
    data: entry,
    text: facts(
      [
        ['id', id],
        ['state', state(entry.state, terminal)],
        ['number', number],
        ['customer', snippet.customer_name],
        ['total', snippet.total && `${snippet.total} ${snippet.currency ?? ''}`],
        ['CAE', stamps.get('arca-cae')],
        ['CAE until', stamps.get('arca-cae-expiry')],
        ['PDF lacks', entry.paper_gaps?.join(', ')],
        ...faults.map(({ message, code }) => ['fault', `${message} (${code})`] as const),
      ],
      terminal,
    ),
    ...(entry.state === 'error' ? { exitCode: exitCodes.failed } : {}),
  };
}

const pdf: Command = {
  name: 'invoices pdf',
  summary: 'Save the PDF of an invoice',
  takes: ['invoice'],
  options: {
    output: { value: 'file', help: 'file to write, or - for standard output; default: the name of the PDF' },
  },
  async run(invocation) {
    const alta = invocation.alta();
    const entry = await findEntry(alta, 'invoices', invocation.args[0] ?? '');
    const { id, attachments, paper_gaps: gaps = [] } = entry;
    const file = attachments.find(({ mime }) => mime === 'application/pdf');
    if (!file) throw new CommandError(exitCodes.refused, 'The invoice has no PDF yet.');
    if (gaps.length > 0) invocation.terminal.say(`The PDF lacks required data: ${gaps.join(', ')}.`);
    const bytes = Buffer.from(await contentOf(alta, id, file.id));
    const output = given(invocation, 'output') ?? baseName(file.name);
    if (output === '-') {
      process.stdout.write(bytes);
      return undefined;
    }
    await writeFile(output, bytes).catch((error: NodeJS.ErrnoException) => {
      throw usageError(`${output} cannot be written: ${error.code}.`);
    });
    return { data: { file: output, bytes: bytes.length }, text: output };
  },
};

const contentOf = async (alta: Alta, id: string, fileId: string): Promise<ArrayBuffer> =>
  (await alta.files.content(id, fileId)).arrayBuffer();

/** Removes directories and leading dots, so that the file is written to the current directory. */
const baseName = (name: string): string => name.replace(/^.*[\\/]/, '').replace(/^\.+/, '') || 'invoice.pdf';

export const invoices: readonly Command[] = [send, invoicesStatus, pdf];
