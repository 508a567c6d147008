import type { WsfeOperation } from '../operation.ts';
import { arrayType, complexType } from '../schemas.ts';
import {
  concepts,
  currencies,
  documentTypes,
  otherTaxes,
  type Row,
  receiverDocuments,
  vatRates,
} from '../tables.ts';
import { list } from '../voucher-xml.ts';

const since = '20090220';

/** A table with the dates of its rows: `NULL` while they are in force (arca.md 3.1). */
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
        rows.map(([Id, Desc]) => ({ Id, Desc, FchDesde: since, FchHasta: 'NULL' })),
      ),
    }),
  };
}

export const parameterTables: WsfeOperation[] = [
  table(
    'FEParamGetTiposCbte',
    'CbteTipo',
    documentTypes.map(({ id, description }) => [String(id), description]),
  ),
  table('FEParamGetTiposConcepto', 'ConceptoTipo', concepts),
  table('FEParamGetTiposDoc', 'DocTipo', receiverDocuments),
  table('FEParamGetTiposIva', 'IvaTipo', vatRates, 'string'),
  table('FEParamGetTiposMonedas', 'Moneda', currencies, 'string'),
  table('FEParamGetTiposTributos', 'TributoTipo', otherTaxes, 'short'),
];
