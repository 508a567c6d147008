import { emissionTypes, pointsOfSaleOf } from '#simulator/registry/points-of-sale.ts';
import { testCompanies } from '#simulator/test-companies.ts';
import type { WsfeCall, WsfeOperation, WsfeResult } from '../operation.ts';
import { arrayType, complexType } from '../schemas.ts';
import { list } from '../voucher-xml.ts';

export const feParamGetPtosVenta: WsfeOperation = {
  name: 'FEParamGetPtosVenta',
  needsAuth: true,
  request: '',
  result: 'ResultGet:ArrayOfPtoVenta',
  types:
    arrayType('PtoVenta') +
    complexType('PtoVenta', 'Nro:int EmisionTipo:string Bloqueado:string FchBaja:string'),
  run: listPointsOfSale,
};

function listPointsOfSale({ simulation, environment, cuit }: WsfeCall): WsfeResult {
  const registered = testCompanies[cuit]?.hasNoPointOfSale
    ? []
    : pointsOfSaleOf(simulation, environment, cuit);
  const rows = registered.flatMap(({ number, system }) => {
    const EmisionTipo = emissionTypes[system];
    return EmisionTipo ? [{ Nro: number, EmisionTipo, Bloqueado: 'N', FchBaja: 'NULL' }] : [];
  });
  if (rows.length > 0) return { values: list('ResultGet', 'PtoVenta', rows) };
  return { errors: [{ code: 602, message: 'Sin Resultados: - Metodo FEParamGetPtosVenta' }] };
}
