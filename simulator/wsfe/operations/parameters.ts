import type { WsfeOperation } from '../operation.ts';
import { arrayType, complexType } from '../schemas.ts';
import { concepts } from '../tables/concepts.ts';
import { currencies } from '../tables/currencies.ts';
import { documentTypes } from '../tables/document-types.ts';
import { receiverDocuments } from '../tables/receiver-documents.ts';
import type { Row } from '../tables/row.ts';
import { otherTaxes, vatRates } from '../tables/taxes.ts';
import { list } from '../voucher-xml.ts';

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
];
