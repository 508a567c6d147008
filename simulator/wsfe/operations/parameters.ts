import type { WsfeOperation } from '../operation.ts';
import { arrayType, complexType } from '../schemas.ts';
import { concepts } from '../tables/concepts.ts';
import { countries } from '../tables/countries.ts';
import { currencies } from '../tables/currencies.ts';
import { documentTypes } from '../tables/document-types.ts';
import { optionalData } from '../tables/optional-data.ts';
import { receiverDocuments } from '../tables/receiver-documents.ts';
import type { Row } from '../tables/row.ts';
import { otherTaxes, vatRates } from '../tables/taxes.ts';
import { list } from '../voucher-xml.ts';

/** A table with the dates of its rows: `NULL` while they are in force (docs/authority.md#tables). */
function table(name: string, item: string, rows: readonly Row[], idType = 'int'): WsfeOperation {
  return {
    name,
    needsAuth: true,
    request: '',
    result: `ResultGet:ArrayOf${item}`,
    types: arrayType(item) + complexType(item, `Id:${idType} Desc:string FchDesde:string FchHasta:string`),
    run: () => ({
      values: list(
        'ResultGet',
        item,
        rows.map(([Id, Desc, FchDesde]) => ({ Id, Desc, FchDesde, FchHasta: 'NULL' })),
      ),
    }),
  };
}

export const parameterTables: WsfeOperation[] = [
  table(
    'FEParamGetTiposCbte',
    'CbteTipo',
    documentTypes.map(({ id, description, since }) => [String(id), description, since]),
  ),
  table('FEParamGetTiposConcepto', 'ConceptoTipo', concepts),
  table('FEParamGetTiposDoc', 'DocTipo', receiverDocuments),
  table('FEParamGetTiposIva', 'IvaTipo', vatRates, 'string'),
  table('FEParamGetTiposMonedas', 'Moneda', currencies, 'string'),
  table('FEParamGetTiposTributos', 'TributoTipo', otherTaxes, 'short'),
  table('FEParamGetTiposOpcional', 'OpcionalTipo', optionalData, 'string'),
];

export const feParamGetTiposPaises: WsfeOperation = {
  name: 'FEParamGetTiposPaises',
  needsAuth: true,
  request: '',
  result: 'ResultGet:ArrayOfPaisTipo',
  types: arrayType('PaisTipo') + complexType('PaisTipo', 'Id:short Desc:string'),
  run: () => ({
    values: list(
      'ResultGet',
      'PaisTipo',
      countries.map(({ id, name }) => ({ Id: id, Desc: name })),
    ),
  }),
};

/** Of the issuer, of whom no register is kept: each has the same one, but who is said to have none. */
export const feParamGetActividades: WsfeOperation = {
  name: 'FEParamGetActividades',
  needsAuth: true,
  request: '',
  result: 'ResultGet:ArrayOfActividadesTipo',
  types: arrayType('ActividadesTipo') + complexType('ActividadesTipo', 'Id:long Orden:short Desc:string'),
  run({ simulation, environment, cuit }) {
    if (simulation.offices[environment].issuerProblems.get(cuit) === withoutActivity) {
      return { errors: [{ code: 602, message: 'Sin Resultados: - Metodo FEParamGetActividades' }] };
    }
    return { values: list('ResultGet', 'ActividadesTipo', [activity]) };
  },
};

/** The sub-message of 10000. */
const withoutActivity = '06';
const activity = { Id: 620100, Orden: 1, Desc: 'Servicios de consultores en informática' };
