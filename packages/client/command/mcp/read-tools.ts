import { z } from 'zod';
import { type Alta, AltaError } from '../../src/index.ts';
import { findEntry } from '../find-entry.ts';
import { workspaceOf } from '../workspace.ts';
import { type Tool, tool } from './tool.ts';

const page = {
  limit: z.int().min(1).max(100).default(20),
  cursor: z.string().optional().describe('The `next_cursor` of the page before.'),
};
const supplier = z.string().min(1).describe('The id of its entry, the key that you gave it, or its CUIT.');
const invoice = z.string().min(1).describe('The id of its entry, or the key that you gave it.');
const entryStates = ['empty', 'processing', 'registered', 'sent', 'error', 'rejected', 'void'] as const;
const state = z.enum(entryStates).optional();

export const readTools = (alta: Alta): Tool[] => [
  tool({
    name: 'get_status',
    title: 'Workspace and authority',
    description: 'Which workspace the API key is of, sandbox or live, and whether ARCA answers.',
    effect: 'reads',
    input: z.strictObject({}),
    answer: async () => {
      const [workspace, authority] = await Promise.all([workspaceOf(alta), alta.authority.fetch()]);
      return { workspace, authority };
    },
  }),
  tool({
    name: 'list_suppliers',
    title: 'Suppliers',
    description: 'Suppliers, the newest first. `state` is `registered` when they can invoice.',
    effect: 'reads',
    input: z.strictObject({ state, ...page }),
    answer: async (asked, signal) => alta.entries.list({ folder: 'suppliers', ...given(asked) }, { signal }),
  }),
  tool({
    name: 'get_supplier',
    title: 'Supplier',
    description:
      'A supplier: document, state, what went wrong, and how far the registration is, with its link.',
    effect: 'reads',
    input: z.strictObject({ supplier }),
    answer: async ({ supplier: name }) => {
      const entry = await findEntry(alta, 'suppliers', name);
      return { entry, registration: await registrationOf(alta, entry.id) };
    },
  }),
  tool({
    name: 'list_stuck_suppliers',
    title: 'Who is stuck',
    description:
      'Suppliers who are not registered yet: how far they got, why the last try was refused; who has done nothing for the longest first.',
    effect: 'reads',
    input: z.strictObject({
      older_than: z.string().optional().describe('Who has done nothing for so long, such as 36h or 7d.'),
      ...page,
    }),
    answer: async (asked, signal) =>
      alta.registrations.list({ ascending: 'true', ...given(asked) }, { signal }),
  }),
  tool({
    name: 'search_entries',
    title: 'Search',
    description:
      'Suppliers, customers and invoices by words of a name, digits of a tax code, or a number as 3-12.',
    effect: 'reads',
    input: z.strictObject({
      q: z.string().min(1),
      folder: z.enum(['suppliers', 'customers', 'invoices']).optional(),
      ...page,
    }),
    answer: async (asked, signal) => alta.entries.search(given(asked), { signal }),
  }),
  tool({
    name: 'list_jobs',
    title: 'Jobs',
    description:
      'Runs of workflows, the newest first. `KO` has failed, `QUEUED` waits, `ERR` is tried again.',
    effect: 'reads',
    input: z.strictObject({
      status: z.enum(['RUN', 'QUEUED', 'ERR', 'OK', 'KO']).optional(),
      silo_entry_id: z.uuid().optional().describe('Only those of this entry.'),
      tag: z.string().optional(),
      ...page,
    }),
    answer: async (asked, signal) => alta.jobs.list(given(asked), { signal }),
  }),
  tool({
    name: 'get_job',
    title: 'Job',
    description: 'A job: each step with its events, what it waits for, and why it failed.',
    effect: 'reads',
    input: z.strictObject({ id: z.uuid() }),
    answer: ({ id }, signal) => alta.jobs.fetch(id, { signal }),
  }),
  tool({
    name: 'list_invoices',
    title: 'Invoices',
    description: 'Invoices, the newest first. `state` is `sent` when ARCA has authorized one.',
    effect: 'reads',
    input: z.strictObject({ state, ...page }),
    answer: async (asked, signal) => alta.entries.list({ folder: 'invoices', ...given(asked) }, { signal }),
  }),
  tool({
    name: 'get_invoice',
    title: 'Invoice',
    description: 'An invoice: document, number, CAE, files, and what ARCA objects to.',
    effect: 'reads',
    input: z.strictObject({ invoice }),
    answer: ({ invoice: name }) => findEntry(alta, 'invoices', name),
  }),
];

/** None of one whose workflow has not run. */
async function registrationOf(alta: Alta, id: string) {
  try {
    return await alta.registrations.fetch(id);
  } catch (error) {
    if (error instanceof AltaError && error.key === 'not-found') return null;
    throw error;
  }
}

type Given<Asked> = { [name in keyof Asked]: Exclude<Asked[name], undefined> };

/** What was left out is not asked for. */
const given = <Asked extends object>(asked: Asked): Given<Asked> =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Given<Asked>;
