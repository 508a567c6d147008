import { argentineIso } from '../clock.ts';
import { type Environment, profiles } from '../environment.ts';
import { type Answer, answer } from '../http/exchange.ts';
import { envelopeNamespaces, type SoapVersion } from '../soap/envelope.ts';
import { escapeXml } from '../soap/xml.ts';

export const wsfeNamespace = 'http://ar.gov.afip.dif.FEV1/';

const contentTypes: Record<SoapVersion, string> = {
  '1.1': 'text/xml; charset=utf-8',
  '1.2': 'application/soap+xml; charset=utf-8',
};

/** Every answer carries FEHeaderInfo, which names the environment (docs/authority.md#invoicing-calls). */
export function resultAnswer(
  environment: Environment,
  version: SoapVersion,
  operation: string,
  result: string,
  now: Date,
): Answer {
  const header =
    `<soap:Header><FEHeaderInfo xmlns="${wsfeNamespace}">` +
    `<ambiente>${profiles[environment].wsfeBanner}</ambiente>` +
    `<fecha>${argentineIso(now)}</fecha><id>7.0.0.53</id></FEHeaderInfo></soap:Header>`;
  const body =
    `<${operation}Response xmlns="${wsfeNamespace}">` +
    `<${operation}Result>${result}</${operation}Result></${operation}Response>`;
  return answer(200, contentTypes[version], envelope(version, `${header}<soap:Body>${body}</soap:Body>`));
}

export function soapFaultAnswer(version: SoapVersion, side: 'Client' | 'Server', text: string): Answer {
  const fault =
    version === '1.1'
      ? `<faultcode>soap:${side}</faultcode><faultstring>${escapeXml(text)}</faultstring><detail />`
      : `<soap:Code><soap:Value>soap:${side === 'Client' ? 'Sender' : 'Receiver'}</soap:Value></soap:Code>` +
        `<soap:Reason><soap:Text xml:lang="en">${escapeXml(text)}</soap:Text></soap:Reason><soap:Detail />`;
  const body = `<soap:Body><soap:Fault>${fault}</soap:Fault></soap:Body>`;
  return answer(500, contentTypes[version], envelope(version, body));
}

function envelope(version: SoapVersion, content: string): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelopeNamespaces[version]}"` +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
    ` xmlns:xsd="http://www.w3.org/2001/XMLSchema">${content}</soap:Envelope>`
  );
}
