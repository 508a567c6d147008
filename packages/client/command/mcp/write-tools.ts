import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Alta } from '../../src/index.ts';
import { findEntry } from '../find-entry.ts';
import { remindSuppliers } from '../remind.ts';
import type { Terminal } from '../terminal.ts';
import { type Tool, tool } from './tool.ts';

/** Nobody watches, and standard output is the protocol's. */
const unwatched: Terminal = {
  out: () => {},
  say: () => {},
  progress: () => {},
  paint: (_style, text) => text,
  isInteractive: false,
};
const waitMs = 45_000;
const key = z.string().optional().describe('Your own name for it: the same again makes nothing twice.');
const workflow_id = z
  .string()
  .optional()
  .describe('Where the workspace has several workflows for it that differ.');

/** Only with `--allow-writes`. */
export const writeTools = (alta: Alta): Tool[] => [
  tool({
    name: 'create_supplier',
    title: 'Make a supplier',
    description:
      'Makes a supplier and begins the registration. The answer has the link that the supplier follows.',
    effect: 'makes',
    input: z.strictObject({
      cuit: z.string(),
      name: z.string().min(1),
      email: z.string().optional(),
      key,
      workflow_id,
    }),
    answer: async ({ workflow_id: workflowId, ...supplier }, signal) => {
      const { entryId, linkUrl } = await alta.registerSupplier({ ...supplier, workflowId, signal, waitMs });
      return { entry: await alta.entries.fetch(entryId, { signal }), link_url: linkUrl ?? null };
    },
  }),
  tool({
    name: 'remind_supplier',
    title: 'Remind a supplier',
    description: 'Sends a supplier a mail with the link of the open registration.',
    effect: 'sends',
    input: z.strictObject({
      supplier: z.string().min(1).describe('The id of its entry, the key that you gave it, or its CUIT.'),
    }),
    answer: async ({ supplier }, signal) => {
      const { id } = await findEntry(alta, 'suppliers', supplier);
      return remindSuppliers(alta, [id], { terminal: unwatched, signal });
    },
  }),
  tool({
    name: 'send_invoice',
    title: 'Send an invoice',
    description:
      'Has ARCA authorize an invoice, which in a live workspace is an invoice before the law. The page `invoices` of the docs says what a document holds.',
    effect: 'sends',
    input: z.strictObject({ document: z.record(z.string(), z.unknown()), key, workflow_id }),
    answer: async ({ document, key = randomUUID(), workflow_id: workflowId }, signal) => {
      const { entryId } = await alta.issueInvoice({ key, invoice: document, workflowId, signal, waitMs });
      return alta.entries.fetch(entryId, { signal });
    },
  }),
];
