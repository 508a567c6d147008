import { escapeXml } from '../soap/xml.ts';
import type { WsfeMessage } from './errors.ts';
import type { Voucher } from './voucher.ts';

type Values = Record<string, string | number>;

/** Elements in the order of `values`; numbers as .NET writes them, `121` for 121.00. */
export function elements(values: Values): string {
  return Object.entries(values)
    .map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
    .join('');
}

/** All that was told of a voucher; lists that are empty are left out. */
export function voucherXml({ CbtesAsoc, Tributos, Iva, PeriodoAsoc, ...scalars }: Voucher): string {
  const period = PeriodoAsoc ? `<PeriodoAsoc>${elements(PeriodoAsoc)}</PeriodoAsoc>` : '';
  return (
    elements(scalars) +
    list('CbtesAsoc', 'CbteAsoc', CbtesAsoc) +
    list('Tributos', 'Tributo', Tributos) +
    list('Iva', 'AlicIva', Iva) +
    period
  );
}

export function messagesXml(name: string, item: string, messages: WsfeMessage[]): string {
  const rows = messages.map(({ code, message }) => ({ Code: code, Msg: message }));
  return list(name, item, rows);
}

export const observationsXml = (observations: WsfeMessage[]) =>
  messagesXml('Observaciones', 'Obs', observations);

export function list(name: string, item: string, rows: Values[]): string {
  if (rows.length === 0) return '';
  return `<${name}>${rows.map((row) => `<${item}>${elements(row)}</${item}>`).join('')}</${name}>`;
}
