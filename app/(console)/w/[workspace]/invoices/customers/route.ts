import type { CustomerOption } from '#console/_editor/invoice-form-queries.ts';
import { requireMember } from '#console/_session.ts';
import {
  answerFormQuery,
  cuitOf,
  type FormQueryParams,
} from '#console/w/[workspace]/invoices/invoice-query.ts';
import { findKnownCustomers } from '#lib/invoices/customers.ts';

/** Customers known to the workspace that match `?q=`; `?cuit=` is the issuer. */
export async function GET(request: Request, { params }: FormQueryParams): Promise<Response> {
  const visit = await requireMember((await params).workspace, 'invoices:read');
  return answerFormQuery<CustomerOption[]>(request, visit, [], async (asked) => {
    const q = (asked.query.get('q') ?? '').trim().slice(0, 200);
    return findKnownCustomers(asked.ctx, { q, issuer: cuitOf(asked) });
  });
}
