import { z } from 'zod';
import { foreignCurrencies } from '#lib/documents/invoice/currencies.ts';

export const Currency = z.enum(foreignCurrencies);

export const ExchangeRatesResponse = z
  .object({
    list: z.array(
      z.object({
        currency: Currency,
        rate: z.string().describe('Pesos for one unit: a decimal, as `exchange_rates[].amount` has it.'),
        date: z.iso
          .date()
          .optional()
          .describe('The day that it is of. Absent where the authority does not say.'),
      }),
    ),
  })
  .meta({ id: 'ExchangeRates' });
