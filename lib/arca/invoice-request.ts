import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { escapeXml } from './xml.ts';

/** What FECAESolicitar takes for one voucher, all but its number: the document says it in the authority's terms. */
export type InvoiceRequest = AuthorityAmounts;

/** The body of FECAESolicitar after `Auth`, in the WSDL's order: one voucher, as a lot can be half authorized. */
export function requestXml(request: InvoiceRequest, number: number): string {
  const { PtoVta, CbteTipo, CbtesAsoc, Tributos, Iva } = request;
  const numbered = { ...request, CbteDesde: number, CbteHasta: number };
  const detail =
    fields(numbered, detailOrder) +
    list('CbtesAsoc', 'CbteAsoc', CbtesAsoc, ['Tipo', 'PtoVta', 'Nro', 'Cuit', 'CbteFch']) +
    list('Tributos', 'Tributo', Tributos, ['Id', 'Desc', 'BaseImp', 'Alic', 'Importe']) +
    list('Iva', 'AlicIva', Iva, ['Id', 'BaseImp', 'Importe']);
  return (
    `<FeCAEReq><FeCabReq>${fields({ CantReg: 1, PtoVta, CbteTipo }, ['CantReg', 'PtoVta', 'CbteTipo'])}</FeCabReq>` +
    `<FeDetReq><FECAEDetRequest>${detail}</FECAEDetRequest></FeDetReq></FeCAEReq>`
  );
}

const detailOrder = [
  'Concepto',
  'DocTipo',
  'DocNro',
  'CbteDesde',
  'CbteHasta',
  'CbteFch',
  'ImpTotal',
  'ImpTotConc',
  'ImpNeto',
  'ImpOpEx',
  'ImpTrib',
  'ImpIVA',
  'FchServDesde',
  'FchServHasta',
  'FchVtoPago',
  'MonId',
  'MonCotiz',
  'CanMisMonExt',
  'CondicionIVAReceptorId',
] as const;

type Fields<Name extends string> = Partial<Record<Name, string | number>>;

function list<Name extends string>(
  name: string,
  item: string,
  entries: Fields<Name>[] | undefined,
  order: readonly Name[],
): string {
  if (!entries?.length) return '';
  return `<${name}>${entries.map((entry) => `<${item}>${fields(entry, order)}</${item}>`).join('')}</${name}>`;
}

function fields<Name extends string>(values: Fields<Name>, order: readonly Name[]): string {
  return order
    .filter((name) => values[name] !== undefined)
    .map((name) => `<${name}>${escapeXml(String(values[name]))}</${name}>`)
    .join('');
}
