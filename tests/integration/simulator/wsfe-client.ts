import { expect } from 'vitest';
import type { Environment, RunningSimulator } from '#tests/support/simulator.ts';
import { publishedWsdl, schemaCheck } from '#tests/support/wsdl.ts';

const namespace = 'http://ar.gov.afip.dif.FEV1/';
const faultsIn = schemaCheck(publishedWsdl('wsfe'));
const envelopes = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
};

export type SoapVersion = keyof typeof envelopes;

export const soapEnvelope = (content: string, version: SoapVersion = '1.1') =>
  `<?xml version="1.0"?><s:Envelope xmlns:s="${envelopes[version]}"><s:Body>${content}</s:Body></s:Envelope>`;

/** A planned fault may cut an answer, or replace it. */
export const isWhole = (text: string) => text.trimEnd().endsWith('</soap:Envelope>');

export type WsfeAuth = { token?: string; sign?: string; cuit?: string };
export type WsfeAnswer = { status: number; text: string; contentType: string; code: string; message: string };

export function authXml({ token = '', sign = '', cuit = '' }: WsfeAuth): string {
  return `<Auth><Token>${token}</Token><Sign>${sign}</Sign><Cuit>${cuit}</Cuit></Auth>`;
}

export async function callWsfe(
  simulator: RunningSimulator,
  environment: Environment,
  operation: string,
  content = '',
  { version = '1.1' as SoapVersion, headers = {} as Record<string, string> } = {},
): Promise<WsfeAnswer> {
  const body = soapEnvelope(`<${operation} xmlns="${namespace}">${content}</${operation}>`, version);
  return postWsfe(simulator, environment, body, headers);
}

/** Every answer that is not cut is valid against the published schema. */
export async function postWsfe(
  simulator: RunningSimulator,
  environment: Environment,
  body: string,
  headers: Record<string, string> = {},
): Promise<WsfeAnswer> {
  const response = await fetch(`${simulator.url}/${environment}/wsfev1/service.asmx`, {
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
    code: /<Code>(\d+)</.exec(text)?.[1] ?? '',
    message: /<Msg>([^<]*)</.exec(text)?.[1] ?? '',
  };
}
