import type { InvoiceOutline } from '#console/_editor/use-document.ts';
import { requireMember } from '#console/_session.ts';
import { invoiceTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { answerFormQuery, type FormQueryParams } from '#console/w/[workspace]/invoices/invoice-query.ts';
import type { Context } from '#lib/context.ts';
import { type Document, documentOf } from '#lib/documents/envelope.ts';
import { type Outline, outlineInvoice } from '#lib/documents/invoice/preview.ts';
import { isObject } from '#lib/documents/json.ts';
import { readJson } from '#lib/http/body.ts';
import { findCreditedInvoice } from '#lib/invoices/credit-note.ts';
import { withStoredClass } from '#lib/silo/issuer-status.ts';

/** Totals of an invoice being edited. */
export async function POST(request: Request, { params }: FormQueryParams): Promise<Response> {
  const visit = await requireMember((await params).workspace, 'invoices:read');
  return answerFormQuery<InvoiceOutline>(request, visit, {}, async ({ ctx }) => {
    const data = await readJson(request);
    if (!isObject(data)) return undefined;
    const { doc } = documentOf(data);
    const outline = outlineInvoice(await withStoredClass(ctx, doc));
    return { outline, corrected: outline && (await correctedBy(ctx, doc, outline)) };
  });
}

/** The invoice that a credit note corrects. Undefined for debit notes, which may have any amount. */
async function correctedBy(ctx: Context, doc: Document, { type, totals, currency }: Outline) {
  if (type.type !== 'credit-note') return undefined;
  const credited = await findCreditedInvoice(ctx, doc, { total: totals.payable, currency });
  if (!credited) return undefined;
  const { invoice, left, isOver } = credited;
  const texts = await invoiceTexts();
  return {
    title: texts.title(invoice),
    left: texts.total({ total: left, currency: invoice.currency }),
    isOver,
  };
}
