import { callWsfe, isoDate, unavailable, type WsfeCaller, type WsfeRefusal } from './wsfe.ts';
import { nodeAt, textAt } from './xml.ts';

export interface ExchangeRate {
  /** Pesos for one, as a decimal. */
  rate: string;
  /** Of which day it is: ISO date. Its schema lets the authority leave it out. */
  date: string | undefined;
}

export type ExchangeRateOutcome = ({ kind: 'rate' } & ExchangeRate) | WsfeRefusal;

/** FEParamGetCotizacion without a day: the last official rate of a currency, by the authority's code of it. */
export async function readExchangeRate(caller: WsfeCaller, currency: string): Promise<ExchangeRateOutcome> {
  const outcome = await callWsfe('FEParamGetCotizacion', caller, `<MonId>${currency}</MonId>`);
  if (outcome.kind !== 'result') return outcome;
  const found = nodeAt(outcome.result, 'ResultGet');
  const rate = textAt(found, 'MonCotiz');
  const isRate =
    textAt(found, 'MonId') === currency && /^\d{1,4}(\.\d{1,6})?$/.test(rate) && Number(rate) > 0;
  if (!isRate) return unavailable('unreadable', 'FEParamGetCotizacion without the rate of this currency');
  return { kind: 'rate', rate, date: isoDate(textAt(found, 'FchCotiz').slice(0, 8)) };
}
