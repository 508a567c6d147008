import { callWsfe, unavailable, type WsfeCaller, type WsfeRefusal } from './wsfe.ts';
import { textAt } from './xml.ts';

/** What is numbered without gaps: one company's vouchers of one type at one point of sale. */
export interface Series {
  pointOfSale: number;
  documentType: number;
}

export type LastNumberOutcome = { kind: 'last'; number: number } | WsfeRefusal;

/** FECompUltimoAutorizado: the last number that was authorized, 0 when none was. */
export async function readLastNumber(
  caller: WsfeCaller,
  { pointOfSale, documentType }: Series,
): Promise<LastNumberOutcome> {
  const outcome = await callWsfe(
    'FECompUltimoAutorizado',
    caller,
    `<PtoVta>${pointOfSale}</PtoVta><CbteTipo>${documentType}</CbteTipo>`,
  );
  if (outcome.kind !== 'result') return outcome;
  const field = (name: string) => textAt(outcome.result, name);
  const number = field('CbteNro');
  const isOfSeries = Number(field('PtoVta')) === pointOfSale && Number(field('CbteTipo')) === documentType;
  if (!/^\d{1,8}$/.test(number) || !isOfSeries) {
    return unavailable('unreadable', 'FECompUltimoAutorizado without the number of this series');
  }
  return { kind: 'last', number: Number(number) };
}
