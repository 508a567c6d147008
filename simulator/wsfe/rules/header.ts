import type { PointOfSaleSystem } from '#simulator/records.ts';
import { emissionTypes, pointsOfSaleOf } from '#simulator/registry/points-of-sale.ts';
import { testCompanies } from '#simulator/test-companies.ts';
import type { WsfeMessage } from '../errors.ts';
import type { WsfeCall } from '../operation.ts';
import { documentTypeOf } from '../tables/document-types.ts';
import type { Lot } from '../voucher.ts';
import type { Rule } from './rule.ts';

/** Which refuse the request whole: `Errors`, and no verdict on its vouchers (manual, example 3). */
export function headerErrors(
  call: WsfeCall,
  { registers, pointOfSale, documentType, vouchers }: Lot,
): WsfeMessage[] {
  const checks: [broken: boolean, code: number, message: string][] = [
    [registers < 1 || registers > 9998, 10001, 'El campo CantReg debe estar comprendido entre 1 y 9998.'],
    [
      registers !== vouchers.length,
      10002,
      'No coincide la cantidad de registros informados en CantReg con la cantidad de registros de FECAEDetRequest.',
    ],
    [
      vouchers.length > (documentType >= 201 && documentType <= 213 ? 1 : call.simulation.lots.vouchers),
      10003,
      'La cantidad de registros supera el maximo permitido. Consultar metodo FECompTotXRequest.',
    ],
    [
      pointOfSale < 1 || pointOfSale > 99_998,
      10004,
      'El campo PtoVta debe estar comprendido entre 1 y 99998.',
    ],
    [
      !isPointOfSale(call, pointOfSale) || isOfOtherStatus(systemOf(call, pointOfSale), documentType),
      10005,
      'El punto de venta informado debe estar dado de alta y ser del tipo RECE.',
    ],
    [
      !documentTypeOf(documentType),
      10007,
      'El campo CbteTipo es invalido. Consultar metodo FEParamGetTiposCbte.',
    ],
  ];
  return checks.filter(([broken]) => broken).map(([, code, message]) => ({ code, message }));
}

/** In homologación any number is one, whether it is listed or not (docs/authority.md#points-of-sale). */
export function isPointOfSale({ simulation, environment, cuit }: WsfeCall, number: number): boolean {
  if (testCompanies[cuit]?.hasNoPointOfSale) return false;
  if (environment === 'sandbox') return true;
  return pointsOfSaleOf(simulation, environment, cuit).some(
    (registered) => registered.number === number && emissionTypes[registered.system] !== undefined,
  );
}

/** Of a point of sale of production. */
export const systemOf = ({ simulation, environment, cuit }: WsfeCall, number: number) =>
  environment === 'sandbox'
    ? undefined
    : pointsOfSaleOf(simulation, environment, cuit).find((point) => point.number === number)?.system;

/** RECE is for who is registered, and so for classes A and B. */
const isOfOtherStatus = (system: PointOfSaleSystem | undefined, documentType: number): boolean =>
  (system === 'MONOTRIBUTO' || system === 'EXENTO') &&
  ['A', 'B'].includes(documentTypeOf(documentType)?.class ?? '');

export const pointOfSaleRules: Rule[] = [
  {
    code: 10096,
    message:
      'Para comprobantes tipo C de un contribuyente exento el punto de venta debe ser del tipo COMPROBANTES - EXENTO EN IVA - WEB SERVICES.',
    breaks: (_voucher, { type, cuit, system, taxpayerOf }) =>
      type.class === 'C' &&
      system !== undefined &&
      system !== 'EXENTO' &&
      taxpayerOf(cuit)?.vatStatus === 'exempt',
  },
];
