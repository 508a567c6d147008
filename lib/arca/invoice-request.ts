import { escapeXml } from './xml.ts';

/**
 * What FECAESolicitar takes for one voucher, all but its number, by the names of the WSDL. Amounts are text with a
 * point, dates `yyyymmdd`, and what is not to be sent is absent.
 */
export interface InvoiceRequest {
  PtoVta: number;
  CbteTipo: number;
  Concepto: number;
  DocTipo: number;
  /** Digits; `0` for nobody in particular. */
  DocNro: string;
  CbteFch: string;
  ImpTotal: string;
  ImpTotConc: string;
  ImpNeto: string;
  ImpOpEx: string;
  ImpTrib: string;
  ImpIVA: string;
  FchServDesde?: string;
  FchServHasta?: string;
  FchVtoPago?: string;
  MonId: string;
  MonCotiz: string;
  CanMisMonExt?: 'S' | 'N';
  CondicionIVAReceptorId: number;
  CbtesAsoc?: { Tipo: number; PtoVta: number; Nro: number; Cuit: string; CbteFch?: string }[];
  Tributos?: { Id: number; Desc?: string; BaseImp: string; Alic: string; Importe: string }[];
  Iva?: { Id: number; BaseImp: string; Importe: string }[];
}

/** The body of FECAESolicitar after `Auth`, in the WSDL's order: one voucher, as a lot can be half authorised. */
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
