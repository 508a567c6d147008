import type { Alta, Entry } from '../src/index.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';
import { until, whyOf } from './wait.ts';
import { workflowWith } from './workflow.ts';

interface NewSupplier {
  cuit: string;
  name: string;
  key?: string | undefined;
  workflowId?: string | undefined;
}

export interface Begun {
  entry: Entry;
  jobId: string;
  /** Undefined of one who is registered already. */
  link: string | undefined;
}

/** Makes the entry, runs the workflow on it and waits for the link. @throws CommandError `failed`, `waiting` */
export async function beginRegistration(
  alta: Alta,
  { cuit, name, key, workflowId }: NewSupplier,
  { terminal, signal, seconds }: { terminal: Terminal; signal: AbortSignal; seconds: number },
): Promise<Begun> {
  const { id } = await alta.entries.create({
    folder: 'suppliers',
    ...(key ? { key } : {}),
    data: { name, tax_id: { country: 'AR', code: cuit } },
  });
  const workflow = workflowId ?? (await workflowWith(alta, 'gov-ar.register', terminal));
  const job = await alta.jobs.create({ workflow_id: workflow, silo_entry_id: id });
  return until(
    async () => {
      const entry = await alta.entries.fetch(id, { signal });
      const link = linkOf(entry);
      if (link) return { entry, jobId: job.id, link };
      const { status, faults } = await alta.jobs.fetch(job.id, { signal });
      if (status === 'KO') throw new CommandError(exitCodes.failed, whyOf({ id: job.id, faults }));
      return status === 'OK' ? { entry, jobId: job.id, link } : undefined;
    },
    { terminal, signal, seconds, what: 'the link' },
  );
}

const linkOf = ({ meta }: Pick<Entry, 'meta'>): string | undefined =>
  meta.find(({ src, key }) => src === 'gov-ar' && key === 'link')?.link_url;
