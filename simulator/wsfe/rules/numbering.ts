import type { VoucherRecord } from '#simulator/records.ts';
import type { WsfeMessage } from '../errors.ts';
import type { Voucher } from '../voucher.ts';
import type { Rule } from './rule.ts';

export const numberRules: Rule[] = [
  {
    code: 10008,
    message: 'Los campos CbteDesde y CbteHasta deben estar comprendidos entre 1 y 99999999.',
    breaks: ({ CbteDesde, CbteHasta }) =>
      [CbteDesde, CbteHasta].some((number) => number < 1 || number > 99_999_999),
  },
  {
    code: 10011,
    message: 'El campo CbteHasta debe ser mayor o igual a CbteDesde.',
    breaks: ({ CbteDesde, CbteHasta }) => CbteHasta < CbteDesde,
  },
  {
    code: 10012,
    message: 'Los campos CbteDesde y CbteHasta deben ser iguales para la clase de comprobante informada.',
    breaks: ({ CbteDesde, CbteHasta }, { type }) => type.class !== 'B' && CbteHasta > CbteDesde,
  },
];

const outOfSeries: WsfeMessage = {
  code: 10016,
  message:
    'El numero o fecha del comprobante no se corresponde con el proximo a autorizar. Consultar metodo FECompUltimoAutorizado.',
};

/** In `Errors`, unlike every other rule of a voucher, which is not looked at then (docs/authority.md#numbering). */
export function seriesErrors(
  { CbteDesde, CbteFch }: Voucher,
  last: VoucherRecord | undefined,
): WsfeMessage[] {
  const isNext = CbteDesde === (last?.voucher.CbteHasta ?? 0) + 1;
  const isBeforeLast = last !== undefined && CbteFch < last.voucher.CbteFch;
  return isNext && !isBeforeLast ? [] : [outOfSeries];
}
