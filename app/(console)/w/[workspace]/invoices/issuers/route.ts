import type { IssuerOption } from '#console/_editor/invoice-form-queries.ts';
import { requireMember } from '#console/_session.ts';
import { partyInList } from '#console/w/[workspace]/_entries/party-of.ts';
import { answerFormQuery, type FormQueryParams } from '#console/w/[workspace]/invoices/invoice-query.ts';
import { listRegisteredSuppliers } from '#lib/invoices/issuer.ts';
import { withoutPointOfSaleAmong } from '#lib/silo/invoice-filter.ts';

const mostShown = 10;

/** Suppliers that can issue invoices now; `?q=` searches as in the list of suppliers. */
export async function GET(request: Request, { params }: FormQueryParams): Promise<Response> {
  const visit = await requireMember((await params).workspace, 'invoices:read');
  return answerFormQuery<IssuerOption[]>(request, visit, [], async ({ ctx, query }) => {
    const q = (query.get('q') ?? '').trim().slice(0, 200);
    const list = (await listRegisteredSuppliers(ctx, { q })).slice(0, mostShown);
    const withoutPoint = await withoutPointOfSaleAmong(ctx, list);
    return list.map(({ id, snippet }) => {
      const { name, code } = partyInList(snippet);
      return { id, name, cuit: code, lacksPointOfSale: withoutPoint.has(id) };
    });
  });
}
