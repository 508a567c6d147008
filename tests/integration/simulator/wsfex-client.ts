import { expect } from 'vitest';
import type { Environment, RunningSimulator } from '#tests/support/simulator.ts';
import { publishedWsdl, schemaCheck } from '#tests/support/wsdl.ts';
import { isWhole, type SoapVersion, soapEnvelope } from './wsfe-client.ts';

export const wsfexNamespace = 'http://ar.gov.afip.dif.fexv1/';

const faultsIn = schemaCheck(publishedWsdl('wsfex'));

type WsfexAnswer = {
  status: number;
  text: string;
  contentType: string;
  code: string;
  message: string;
};

export async function callWsfex(
  simulator: RunningSimulator,
  environment: Environment,
  operation: string,
  content = '',
  { version = '1.1' as SoapVersion, headers = {} as Record<string, string> } = {},
): Promise<WsfexAnswer> {
  const body = soapEnvelope(`<${operation} xmlns="${wsfexNamespace}">${content}</${operation}>`, version);
  return postWsfex(simulator, environment, body, headers);
}

/** Every answer that is not cut is valid against the published schema. */
export async function postWsfex(
  simulator: RunningSimulator,
  environment: Environment,
  body: string,
  headers: Record<string, string> = {},
): Promise<WsfexAnswer> {
  const response = await fetch(`${simulator.url}/${environment}/wsfexv1/service.asmx`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', ...headers },
    body,
  });
  const text = await response.text();
  if (response.status === 200 && isWhole(text)) expect(faultsIn(text)).toEqual([]);
  return {
    status: response.status,
    text,
    contentType: response.headers.get('content-type') ?? '',
    code: /<ErrCode>(\d+)</.exec(text)?.[1] ?? '',
    message: /<ErrMsg>([^<]*)</.exec(text)?.[1] ?? '',
  };
}

export const argentineToday = () =>
  new Date().toLocaleDateString('sv', { timeZone: 'America/Argentina/Buenos_Aires' }).replaceAll('-', '');

/**
 * `Cmp` of an invoice in dollars for a service to a company in the United States. `changes` replaces elements by name;
 * an empty text removes one, and `Permiso_existente` stays empty.
 */
export function exportXml(changes: Record<string, string | number> = {}): string {
  const today = argentineToday();
  const elements = {
    Id: 1,
    Fecha_cbte: today,
    Cbte_Tipo: 19,
    Punto_vta: 5,
    Cbte_nro: 1,
    Tipo_expo: 2,
    Dst_cmp: 212,
    Cliente: 'Acme Inc.',
    Cuit_pais_cliente: '55000002126',
    Domicilio_cliente: '1 Main St, Springfield',
    Moneda_Id: 'DOL',
    Moneda_ctz: 1450,
    Imp_total: 200,
    Forma_pago: 'Transferencia',
    Idioma_cbte: 2,
    Items:
      '<Item><Pro_codigo>A1</Pro_codigo><Pro_ds>Software</Pro_ds><Pro_qty>10</Pro_qty><Pro_umed>7</Pro_umed>' +
      '<Pro_precio_uni>20</Pro_precio_uni><Pro_bonificacion>0</Pro_bonificacion><Pro_total_item>200</Pro_total_item></Item>',
    Fecha_pago: today,
    Permiso_existente: '',
    ...changes,
  };
  const written = Object.entries(elements).map(([name, value]) => {
    if (value === '') return name === 'Permiso_existente' ? '<Permiso_existente />' : '';
    return `<${name}>${value}</${name}>`;
  });
  return `<Cmp>${written.join('')}</Cmp>`;
}
