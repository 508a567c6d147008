import type { Alta, Entry } from '../src/index.ts';
import type { Terminal } from './terminal.ts';
import { ended } from './wait.ts';
import { workflowWith } from './workflow.ts';

interface NewInvoice {
  document: Record<string, unknown>;
  key?: string | undefined;
  workflowId?: string | undefined;
}

/**
 * Keeps the invoice, has it authorized and waits for that; one of this key that was sent is given as it is.
 * @throws CommandError `failed`, `waiting`
 */
export async function sendInvoice(
  alta: Alta,
  { document, key, workflowId }: NewInvoice,
  { terminal, signal, seconds }: { terminal: Terminal; signal: AbortSignal; seconds: number },
): Promise<Entry> {
  const entry = await alta.entries.create({ folder: 'invoices', ...(key ? { key } : {}), data: document });
  if (entry.state === 'sent') return entry;
  const workflow = workflowId ?? (await workflowWith(alta, 'gov-ar.send', terminal));
  const job = await alta.jobs.create({ workflow_id: workflow, silo_entry_id: entry.id });
  await ended(alta, job.id, { terminal, signal, seconds, what: `the CAE of ${entry.id}` });
  return alta.entries.fetch(entry.id);
}
