import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { escapeXml } from './xml.ts';

/** What FECAESolicitar takes for one voucher, all but its number: the document says it in the authority's terms. */
export type InvoiceRequest = AuthorityAmounts;

/**
 * The body of FECAESolicitar after `Auth`, in the WSDL's order: a lot of one point of sale and type, numbered on from
 * `firstNumber` (docs/authority.md#lots).
 */
export function requestXml(requests: readonly InvoiceRequest[], firstNumber: number): string {
  const [first] = requests;
  if (!first) throw new Error('A lot has an invoice.');
  const { PtoVta, CbteTipo } = first;
  const header = fields({ CantReg: requests.length, PtoVta, CbteTipo }, ['CantReg', 'PtoVta', 'CbteTipo']);
  const details = requests.map((request, index) => detailXml(request, firstNumber + index));
  return (
    `<FeCAEReq><FeCabReq>${header}</FeCabReq>` +
    `<FeDetReq>${details.map((detail) => `<FECAEDetRequest>${detail}</FECAEDetRequest>`).join('')}</FeDetReq></FeCAEReq>`
  );
}

const detailXml = (request: InvoiceRequest, number: number): string =>
  fields({ ...request, CbteDesde: number, CbteHasta: number }, detailOrder) +
  list('CbtesAsoc', 'CbteAsoc', request.CbtesAsoc, ['Tipo', 'PtoVta', 'Nro', 'Cuit', 'CbteFch']) +
  list('Tributos', 'Tributo', request.Tributos, ['Id', 'Desc', 'BaseImp', 'Alic', 'Importe']) +
  list('Iva', 'AlicIva', request.Iva, ['Id', 'BaseImp', 'Importe']);

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
