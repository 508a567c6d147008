import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { soap } from './server.ts';

export const caller = (endpoint: string) => ({
  endpoint,
  ticket: { token: 'dG9rZW4=', sign: 'c2lnbg==' },
  cuit: '30712345671',
  timeoutMs: 5_000,
});
export const answer = (operation: string, result: string) =>
  soap(
    `<${operation}Response xmlns="http://ar.gov.afip.dif.FEV1/">` +
      `<${operation}Result>${result}</${operation}Result></${operation}Response>`,
  );
export const errors = (...list: [number | string, string][]) =>
  `<Errors>${list.map(([code, message]) => `<Err><Code>${code}</Code><Msg>${message}</Msg></Err>`).join('')}</Errors>`;

export const request: AuthorityAmounts = {
  PtoVta: 3,
  CbteTipo: 1,
  Concepto: 2,
  DocTipo: 80,
  DocNro: '20111111112',
  CbteFch: '20261121',
  ImpTotal: '121.00',
  ImpTotConc: '0.00',
  ImpNeto: '100.00',
  ImpOpEx: '0.00',
  ImpTrib: '0.00',
  ImpIVA: '21.00',
  FchServDesde: '20261101',
  FchServHasta: '20261130',
  FchVtoPago: '20261205',
  MonId: 'DOL',
  MonCotiz: '1450.5',
  CanMisMonExt: 'N',
  CondicionIVAReceptorId: 1,
  CbtesAsoc: [{ Tipo: 1, PtoVta: 3, Nro: 6, Cuit: '30712345671', CbteFch: '20261101' }],
  Tributos: [{ Id: 99, Desc: 'Tasa <municipal> & otra', BaseImp: '100.00', Alic: '0.00', Importe: '0.00' }],
  Iva: [{ Id: 5, BaseImp: '100.00', Importe: '21.00' }],
};
