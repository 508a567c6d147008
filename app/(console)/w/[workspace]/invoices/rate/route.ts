import type { ExchangeRateAnswer } from '#console/_editor/invoice-form-queries.ts';
import { requireMember } from '#console/_session.ts';
import {
  answerFormQuery,
  cuitOf,
  type FormQueryParams,
} from '#console/w/[workspace]/invoices/invoice-query.ts';
import { foreignCurrencies } from '#lib/documents/invoice/currencies.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { listExchangeRates } from '#lib/invoices/exchange-rate.ts';

/** The authority's exchange rate of `?currency=` to pesos, queried for the issuer of `?cuit=`. */
export async function GET(request: Request, { params }: FormQueryParams): Promise<Response> {
  const visit = await requireMember((await params).workspace, 'invoices:read');
  return answerFormQuery<ExchangeRateAnswer>(request, visit, { kind: 'unavailable' }, async (asked) => {
    const cuit = cuitOf(asked);
    const currency = foreignCurrencies.find((one) => one === asked.query.get('currency'));
    if (!cuit || !currency) return undefined;
    await limit('register', asked.ctx.workspace.id);
    const [found] = await listExchangeRates(asked.ctx, { cuit, currencies: [currency] });
    return found && { kind: 'rate', rate: found.rate, date: found.date };
  });
}
