import { z } from 'zod';
import type { Alta } from '../../src/index.ts';
import { beginRegistration } from '../begin-registration.ts';
import { findEntry } from '../find-entry.ts';
import { remindSuppliers } from '../remind.ts';
import { sendInvoice } from '../send-invoice.ts';
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
const key = z.string().optional().describe('Your own name for it: the same again makes nothing twice.');

/** Only with `--allow-writes`. */
export const writeTools = (alta: Alta): Tool[] => [
  tool({
    name: 'create_supplier',
    title: 'Make a supplier',
    description:
      'Makes a supplier and begins the registration. The answer has the link that the supplier follows.',
    effect: 'makes',
    input: z.strictObject({ cuit: z.string(), name: z.string().min(1), key }),
    answer: async (supplier, signal) => {
      const { entry, link } = await beginRegistration(alta, supplier, {
        terminal: unwatched,
        signal,
        seconds: 45,
      });
      return { entry, link_url: link ?? null };
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
    input: z.strictObject({ document: z.record(z.string(), z.unknown()), key }),
    answer: (invoice, signal) => sendInvoice(alta, invoice, { terminal: unwatched, signal, seconds: 45 }),
  }),
];
