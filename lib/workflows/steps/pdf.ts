import { z } from 'zod';
import { invoiceSchema } from '#lib/documents/schema-addresses.ts';
import { storedInvoice } from '#lib/invoices/pdf/issued.ts';
import { fileNameOf } from '#lib/invoices/pdf/kind.ts';
import { renderInvoicePdf } from '#lib/invoices/pdf/render.ts';
import { attachFile } from '#lib/silo/files.ts';
import { defineProvider } from '../provider.ts';

/** Draws the invoice and keeps the file with its entry, in place of the one before. */
export const pdf = defineProvider({
  id: 'pdf',
  title: 'Make the PDF',
  schema: 'bill/invoice',
  skippable: true,
  config: z.strictObject({ locale: z.enum(['es'], { error: 'must be es' }).optional() }),
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
