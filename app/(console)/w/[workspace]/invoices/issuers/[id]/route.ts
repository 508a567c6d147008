import { requireMember } from '#console/_session.ts';
import { answerFormQuery, type FormQueryParams } from '#console/w/[workspace]/invoices/invoice-query.ts';
import { type IssuerPart, issuerPart } from '#lib/invoices/first-draft.ts';
import { findRegisteredSupplier } from '#lib/invoices/issuer.ts';

/** The parts of an invoice that depend on its issuer. */
export async function GET(request: Request, { params }: FormQueryParams<'id'>): Promise<Response> {
  const { workspace, id } = await params;
  const visit = await requireMember(workspace, 'invoices:read');
  return answerFormQuery<IssuerPart>(request, visit, undefined, async ({ ctx }) => {
    const supplier = await findRegisteredSupplier(ctx, id);
    return supplier && issuerPart(ctx, supplier);
  });
}
