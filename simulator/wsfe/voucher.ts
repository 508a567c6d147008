import { elements, itemsIn, list, numberIn, textIn } from '#simulator/soap/asmx.ts';
import { childNamed, type XmlElement } from '#simulator/soap/xml.ts';
import type { WsfeMessage } from './operation.ts';

/** One voucher of a request, with the names of the WSDL. Amounts are doubles, as at the authority. */
export type Voucher = {
  Concepto: number;
  DocTipo: number;
  DocNro: number;
  CbteDesde: number;
  CbteHasta: number;
  CbteFch: string;
  ImpTotal: number;
  ImpTotConc: number;
  ImpNeto: number;
  ImpOpEx: number;
  ImpTrib: number;
  ImpIVA: number;
  FchServDesde: string;
  FchServHasta: string;
  FchVtoPago: string;
  MonId: string;
  MonCotiz: number;
  CanMisMonExt: string;
  CondicionIVAReceptorId: number;
  CbtesAsoc: { Tipo: number; PtoVta: number; Nro: number; Cuit: string; CbteFch: string }[];
  Tributos: { Id: number; Desc: string; BaseImp: number; Alic: number; Importe: number }[];
  Iva: { Id: number; BaseImp: number; Importe: number }[];
  Opcionales: { Id: string; Valor: string }[];
  PeriodoAsoc?: { FchDesde: string; FchHasta: string };
};

export type Lot = { registers: number; pointOfSale: number; documentType: number; vouchers: Voucher[] };

export function readLot(input: XmlElement): Lot {
  const request = childNamed(input, 'FeCAEReq');
  const header = childNamed(request, 'FeCabReq');
  return {
    registers: numberIn(header, 'CantReg'),
    pointOfSale: numberIn(header, 'PtoVta'),
    documentType: numberIn(header, 'CbteTipo'),
    vouchers: itemsIn(request, 'FeDetReq', 'FECAEDetRequest').map(readVoucher),
  };
}

function readVoucher(detail: XmlElement): Voucher {
  const number = (name: string) => numberIn(detail, name);
  const text = (name: string) => textIn(detail, name);
  const period = childNamed(detail, 'PeriodoAsoc');
  return {
    Concepto: number('Concepto'),
    DocTipo: number('DocTipo'),
    DocNro: number('DocNro'),
    CbteDesde: number('CbteDesde'),
    CbteHasta: number('CbteHasta'),
    CbteFch: text('CbteFch'),
    ImpTotal: number('ImpTotal'),
    ImpTotConc: number('ImpTotConc'),
    ImpNeto: number('ImpNeto'),
    ImpOpEx: number('ImpOpEx'),
    ImpTrib: number('ImpTrib'),
    ImpIVA: number('ImpIVA'),
    FchServDesde: text('FchServDesde'),
    FchServHasta: text('FchServHasta'),
    FchVtoPago: text('FchVtoPago'),
    MonId: text('MonId'),
    MonCotiz: number('MonCotiz'),
    CanMisMonExt: text('CanMisMonExt'),
    CondicionIVAReceptorId: number('CondicionIVAReceptorId'),
    CbtesAsoc: itemsIn(detail, 'CbtesAsoc', 'CbteAsoc').map((item) => ({
      Tipo: numberIn(item, 'Tipo'),
      PtoVta: numberIn(item, 'PtoVta'),
      Nro: numberIn(item, 'Nro'),
      Cuit: textIn(item, 'Cuit'),
      CbteFch: textIn(item, 'CbteFch'),
    })),
    Tributos: itemsIn(detail, 'Tributos', 'Tributo').map((item) => ({
      Id: numberIn(item, 'Id'),
      Desc: textIn(item, 'Desc'),
      BaseImp: numberIn(item, 'BaseImp'),
      Alic: numberIn(item, 'Alic'),
      Importe: numberIn(item, 'Importe'),
    })),
    Iva: itemsIn(detail, 'Iva', 'AlicIva').map((item) => ({
      Id: numberIn(item, 'Id'),
      BaseImp: numberIn(item, 'BaseImp'),
      Importe: numberIn(item, 'Importe'),
    })),
    Opcionales: itemsIn(detail, 'Opcionales', 'Opcional').map((item) => ({
      Id: textIn(item, 'Id'),
      Valor: textIn(item, 'Valor'),
    })),
    ...(period
      ? { PeriodoAsoc: { FchDesde: textIn(period, 'FchDesde'), FchHasta: textIn(period, 'FchHasta') } }
      : {}),
  };
}

/** All fields of a voucher; empty lists are omitted. */
export function voucherXml({
  CbtesAsoc,
  Tributos,
  Iva,
  Opcionales,
  PeriodoAsoc,
  ...scalars
}: Voucher): string {
  const period = PeriodoAsoc ? `<PeriodoAsoc>${elements(PeriodoAsoc)}</PeriodoAsoc>` : '';
  return (
    elements(scalars) +
    list('CbtesAsoc', 'CbteAsoc', CbtesAsoc) +
    list('Tributos', 'Tributo', Tributos) +
    list('Iva', 'AlicIva', Iva) +
    list('Opcionales', 'Opcional', Opcionales) +
    period
  );
}

export function messagesXml(name: string, item: string, messages: WsfeMessage[]): string {
  const rows = messages.map(({ code, message }) => ({ Code: code, Msg: message }));
  return list(name, item, rows);
}

export const observationsXml = (observations: WsfeMessage[]) =>
  messagesXml('Observaciones', 'Obs', observations);
