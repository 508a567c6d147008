import { z } from 'zod';
import { foreignCurrencies } from '#lib/documents/invoice/currencies.ts';

export const Currency = z.enum(foreignCurrencies);

export const ExchangeRatesResponse = z
  .object({
    list: z.array(
      z.object({
        currency: Currency,
        rate: z
          .string()
          .describe('Pesos for one unit of the currency: a decimal, as in `exchange_rates[].amount`.'),
        date: z.iso.date().optional().describe('Day of the rate. Absent if the authority does not say.'),
      }),
    ),
  })
  .meta({ id: 'ExchangeRates' });
