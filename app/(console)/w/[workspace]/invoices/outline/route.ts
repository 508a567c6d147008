import { isMembers } from '#console/_editor/json-path.ts';
import { longestText } from '#console/_editor/typed-document.ts';
import type { InvoiceOutline } from '#console/_editor/use-outline.ts';
import { requireMember } from '#console/_session.ts';
import { answerDesk, type DeskParams } from '#console/w/[workspace]/invoices/_desk.ts';
import { documentOf } from '#lib/documents/envelope.ts';
import { outlineInvoice } from '#lib/documents/invoice/outline.ts';
import { readJson } from '#lib/http/body.ts';

/** What an invoice that is being written comes to. */
export async function POST(request: Request, { params }: DeskParams): Promise<Response> {
  const visit = await requireMember((await params).workspace);
  return answerDesk<InvoiceOutline>(request, visit, {}, async () => {
    const data = await readJson(request, longestText);
    return isMembers(data) ? { outline: outlineInvoice(documentOf(data).doc) } : undefined;
  });
}
