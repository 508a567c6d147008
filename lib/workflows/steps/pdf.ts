import { z } from 'zod';
import { invoiceSchema } from '#lib/documents/schema-addresses.ts';
import { storedInvoice } from '#lib/invoices/pdf/issued.ts';
import { fileNameOf } from '#lib/invoices/pdf/kind.ts';
import { renderInvoicePdf } from '#lib/invoices/pdf/render.ts';
import { attachFile } from '#lib/silo/files.ts';
import { defineProvider } from '../provider.ts';

/** How a paper of another country may look, in the reference's workflows. An invoice here looks as the authority has it. */
const unused = [
  'currency_template',
  'date_format',
  'decimal_mark',
  'duplicate',
  'hide_promo',
  'label',
  'layout',
  'logo_height',
  'negative_template',
  'scripting',
  'thousands_separator',
  'time_format',
  'watermark',
] as const;

const Unused = z.union([z.string().max(200), z.number(), z.boolean(), z.null()], {
  error: 'must be a text, a number or a boolean',
});

/** Draws the invoice and keeps the file with its entry, in place of the one before. */
export const pdf = defineProvider({
  id: 'pdf',
  title: 'Make the PDF',
  schema: 'bill/invoice',
  skippable: true,
  unused,
  config: z.strictObject({
    locale: z.enum(['es'], { error: 'must be es' }).optional(),
    ...Object.fromEntries(unused.map((name) => [name, Unused.optional()])),
  }),
  async run({ ctx, entry }) {
    const issued = entry.docSchema === invoiceSchema ? storedInvoice(entry) : undefined;
    if (!issued) {
      return async () => ({ status: 'KO', fault: { provider: 'pdf', code: 'not-authorised-yet' } });
    }
    const content = await renderInvoicePdf(issued, ctx.workspace.environment);
    const name = fileNameOf(issued);
    return async (tx) => {
      const file = { entryId: entry.id, category: 'format', key: 'pdf', name, content } as const;
      await attachFile(tx, ctx, { ...file, mime: 'application/pdf' });
      return { status: 'OK', code: 'pdf-attached', params: { name } };
    };
  },
});
