import { type Answer, answer } from '../http/exchange.ts';
import { escapeXml } from '../soap/xml.ts';

export const padronNamespace = 'http://a5.soap.ws.server.puc.sr/';

/** CXF writes no XML declaration and no header; what is inside the operation has no namespace. */
export function padronAnswer(operation: string, result: string): Answer {
  const name = `ns2:${operation}Response`;
  return send(200, `<${name} xmlns:ns2="${padronNamespace}">${result}</${name}>`);
}

export type PadronFault = {
  text: string;
  side?: 'Server' | 'Client' | 'VersionMismatch';
  /** Names itself in `detail`: something was asked for that is not there. */
  isValidation?: boolean;
};

export function padronFaultAnswer({ text, side = 'Server', isValidation = false }: PadronFault): Answer {
  const detail = isValidation
    ? `<detail><ns1:SRValidationException xmlns:ns1="${padronNamespace}"/></detail>`
    : '';
  const code = `<faultcode>soap:${side}</faultcode>`;
  return send(500, `<soap:Fault>${code}<faultstring>${escapeXml(text)}</faultstring>${detail}</soap:Fault>`);
}

function send(status: number, body: string): Answer {
  const envelope = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`;
  return answer(status, 'text/xml;charset=UTF-8', envelope);
}
