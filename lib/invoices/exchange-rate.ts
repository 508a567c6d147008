import type { ServiceCaller } from '#lib/arca/invoicing.ts';
import { wsfe } from '#lib/arca/services.ts';
import { type ExchangeRate, readExchangeRate } from '#lib/arca/wsfe.ts';
import type { Context } from '#lib/context.ts';
import { normaliseCuit } from '#lib/documents/cuit.ts';
import { authorityCurrency, type ForeignCurrency } from '#lib/documents/invoice/currencies.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { accessFor } from './change-document.ts';
import { listRegisteredSuppliers } from './issuer.ts';

export interface CurrencyRate extends ExchangeRate {
  currency: ForeignCurrency;
}

/**
 * Reads the authority's exchange rates in pesos per unit, with the certificate of the supplier `cuit`, or
 * else of the supplier registered last. Currencies without a rate are left out.
 * @throws AltaError `conflict` `not-registered` without such a supplier; `unavailable` `authority-unavailable`
 */
export async function listExchangeRates(
  ctx: Context,
  { cuit, currencies }: { cuit?: string | undefined; currencies: readonly ForeignCurrency[] },
  now = new Date(),
): Promise<CurrencyRate[]> {
  requirePermission(ctx, 'invoices:read');
  const caller = await callerFor(ctx, cuit ?? (await lastRegistered(ctx, now)), now);
  const answers = await Promise.all(
    currencies.map(async (currency) => {
      const answer = await readExchangeRate(caller, authorityCurrency(currency) ?? '');
      return { currency, answer };
    }),
  );
  return answers.flatMap(({ currency, answer }) => {
    if (answer.kind === 'rate') return [{ currency, rate: answer.rate, date: answer.date }];
    if (answer.kind === 'refused') return [];
    throw unavailable();
  });
}

async function lastRegistered(ctx: Context, now: Date): Promise<string | undefined> {
  const [last] = await listRegisteredSuppliers(ctx, {}, now);
  return last && normaliseCuit(last.snippet.tax_code ?? '');
}

async function callerFor(ctx: Context, cuit: string | undefined, now: Date): Promise<ServiceCaller> {
  const access = cuit ? await accessFor(ctx, wsfe, cuit, now) : undefined;
  if (access?.kind === 'granted') return { ...access.caller, timeoutMs };
  if (access?.kind === 'later') throw unavailable(access.retryAfterSeconds);
  throw new AltaError('conflict', 'The workspace has no registered supplier to query the authority with.', {
    code: 'not-registered',
  });
}

const unavailable = (retryAfterSeconds = 60) =>
  new AltaError('unavailable', 'The authority does not respond.', {
    code: 'authority-unavailable',
    retryAfterSeconds,
  });

/** Short, because a user is waiting for the form and can enter the rate. */
const timeoutMs = 15_000;
