import { type ExchangeRate, readExchangeRate } from '#lib/arca/exchange-rate.ts';
import type { Context } from '#lib/context.ts';
import { authorityCurrency } from '#lib/documents/invoice/currencies.ts';
import { requirePermission } from '#lib/roles.ts';
import { accessFor } from './access.ts';

/**
 * What the authority has one unit of a currency in pesos, asked with the certificate of who issues in it. Undefined
 * while it does not say: nobody signs for the company now, or it does not answer.
 * @param currency ISO 4217
 */
export async function findExchangeRate(
  ctx: Context,
  { cuit, currency }: { cuit: string; currency: string },
  now = new Date(),
): Promise<ExchangeRate | undefined> {
  requirePermission(ctx, 'invoices:read');
  const code = authorityCurrency(currency);
  if (!code || currency === 'ARS') return undefined;
  const access = await accessFor(ctx, cuit, now);
  if (access.kind !== 'granted') return undefined;
  const caller = { ...access.caller, timeoutMs: patienceMs };
  const answer = await readExchangeRate(caller, code);
  return answer.kind === 'rate' ? { rate: answer.rate, date: answer.date } : undefined;
}

/** Somebody waits before a form, and can type it. */
const patienceMs = 15_000;
