import { callWsfe, unavailable, type WsfeCaller, type WsfeRefusal } from './wsfe.ts';
import { textAt } from './xml.ts';

export type LotLimitOutcome = { kind: 'limit'; vouchers: number } | WsfeRefusal;

/** FECompTotXRequest: how many vouchers one FECAESolicitar may carry (docs/authority.md#lots). */
export async function readLotLimit(caller: WsfeCaller): Promise<LotLimitOutcome> {
  const outcome = await callWsfe('FECompTotXRequest', caller);
  if (outcome.kind !== 'result') return outcome;
  const vouchers = Number(textAt(outcome.result, 'RegXReq'));
  return Number.isInteger(vouchers) && vouchers > 0
    ? { kind: 'limit', vouchers }
    : unavailable('unreadable', 'FECompTotXRequest without a number');
}

/** Electronic credit invoices (FCE MiPyME) go one by one (10003). */
export const goesAlone = (documentType: number): boolean => documentType >= 201 && documentType <= 213;
