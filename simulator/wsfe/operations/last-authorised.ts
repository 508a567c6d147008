import type { WsfeMessage } from '../errors.ts';
import { numberIn } from '../fields.ts';
import type { WsfeCall, WsfeOperation } from '../operation.ts';
import { isPointOfSale } from '../rules/header.ts';
import { documentTypeOf } from '../tables/document-types.ts';
import { elements } from '../voucher-xml.ts';

export const feCompUltimoAutorizado: WsfeOperation = {
  name: 'FECompUltimoAutorizado',
  needsAuth: true,
  request: 'PtoVta:int CbteTipo:int',
  result: 'PtoVta:int CbteTipo:int CbteNro:int',
  // The trap: it has values, and a number 0, beside every error (docs/authority.md#last-number).
  beside: () => elements({ PtoVta: 0, CbteTipo: 0, CbteNro: 0 }),
  run(call) {
    const pointOfSale = numberIn(call.input, 'PtoVta');
    const documentType = numberIn(call.input, 'CbteTipo');
    const values = (number: number) =>
      elements({ PtoVta: pointOfSale, CbteTipo: documentType, CbteNro: number });
    const error = findError(call, pointOfSale, documentType);
    if (error) return { values: values(0), errors: [error] };
    const { vouchers } = call.simulation.offices[call.environment];
    const last = vouchers.last({ cuit: call.cuit, pointOfSale, documentType });
    return { values: values(last?.voucher.CbteHasta ?? 0) };
  },
};

function findError(call: WsfeCall, pointOfSale: number, documentType: number): WsfeMessage | undefined {
  if (pointOfSale < 1 || pointOfSale > 99_998) {
    return { code: 11000, message: 'El campo PtoVta debe estar comprendido entre 1 y 99998.' };
  }
  if (!documentTypeOf(documentType)) {
    return { code: 11001, message: 'El campo CbteTipo es invalido. Ver metodo FEParamGetTiposCbte.' };
  }
  if (isPointOfSale(call, pointOfSale)) return undefined;
  const message =
    'El punto de venta no se encuentra habilitado a usar en el presente WS. Ver metodo FEParamGetPtosVenta';
  return { code: 11002, message };
}
