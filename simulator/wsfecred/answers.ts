import { type Answer, answer } from '#simulator/http/exchange.ts';
import { escapeXml } from '#simulator/soap/xml.ts';
import { argentineIso } from '../clock.ts';
import type { Environment } from '../environment.ts';

export const wsfecredNamespace = 'http://ar.gob.afip.wsfecred/FECredService/';

/** The sandbox's was seen, that of live is the manual's. */
const servers: Record<Environment, string> = { sandbox: 'Testing - FI1', live: 'Produccion - bus' };

/** Written by Metro. The header's namespace has https, that of the operation http; elements within have none. */
export function wsfecredAnswer(
  environment: Environment,
  operation: string,
  result: string,
  now: Date,
): Answer {
  const info = elements({ ambiente: servers[environment], fecha: localTime(now), id: 'WS-2.1.6' });
  const header = `<S:Header><info xmlns="https://ar.gob.afip.wsfecred/FECredService/">${info}</info></S:Header>`;
  const name = `ns2:${operation}Response`;
  const body = `<S:Body><${name} xmlns:ns2="${wsfecredNamespace}">${result}</${name}></S:Body>`;
  const envelope = `<?xml version='1.0' encoding='UTF-8'?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/">${header}${body}</S:Envelope>`;
  return answer(200, 'text/xml;charset=utf-8', envelope);
}

let masked = 9_727_904_321_499;

/**
 * The load balancer replaces every SOAP fault by this line: HTTP 200, without a content type
 * (docs/authority.md#registry-of-credit-invoices).
 */
export function maskedFault(now: Date): Answer {
  masked += 1;
  return { status: 200, headers: {}, body: `BL${masked} ${localTime(now).replace('T', ' ')} 500` };
}

/** Page of the firewall, which lets no SOAP 1.2 pass. */
export function blockedPage(): Answer {
  masked += 1;
  const page = `<html><head><title></title>${masked}</head><body><br><br></body></html>`;
  return answer(200, 'text/html; charset=utf-8', page);
}

/** `2026-10-02T15:08:21`, in Argentina's time and without its offset. */
export const localTime = (date: Date): string => argentineIso(date).slice(0, 19);

export const elements = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : `<${name}>${escapeXml(String(value))}</${name}>`))
    .join('');

/** `arrayErrores`, `arrayObservaciones`: with one message. */
export const messageXml = (list: string, codigo: number, descripcion: string): string =>
  `<${list}><codigoDescripcion>${elements({ codigo, descripcion })}</codigoDescripcion></${list}>`;
