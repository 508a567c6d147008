import { type Answer, answer } from '#simulator/http/exchange.ts';
import { argentineIso } from '../clock.ts';
import type { Environment } from '../environment.ts';
import {
  childNamed,
  envelopeNamespaces,
  escapeXml,
  type SoapRequest,
  type SoapVersion,
  textOf,
  type XmlElement,
} from './xml.ts';

/** An ASP.NET service of the authority (`service.asmx`): what WSFE and WSFEX have in common. */
export type AsmxService = {
  /** Also the beginning of each SOAPAction. */
  namespace: string;
  /** `id` of FEHeaderInfo. */
  version: string;
  /** `ambiente` of FEHeaderInfo, which names the environment (docs/authority.md#invoicing-calls). */
  banners: Readonly<Record<Environment, string>>;
};

/** A value that the .NET service cannot read into its type: HTTP 500 and a SOAP fault, not an error of the service. */
export class UnreadableField extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableField';
  }
}

/** By SOAPAction in SOAP 1.1 if there is one, otherwise by body (docs/authority.md#invoicing-calls). */
export function routeCall<Operation extends { name: string }>(
  { namespace }: AsmxService,
  operations: readonly Operation[],
  request: SoapRequest,
  header: string | string[] | undefined,
): Operation | undefined {
  const action = request.version === '1.1' && header !== undefined ? String(header) : undefined;
  const name = action?.replace(/^"|"$/g, '') ?? namespace + request.operation.localName;
  return operations.find((operation) => namespace + operation.name === name);
}

const contentTypes: Record<SoapVersion, string> = {
  '1.1': 'text/xml; charset=utf-8',
  '1.2': 'application/soap+xml; charset=utf-8',
};

/** `<operation>Response` with the XML of its result. `ending` follows the envelope. */
export function resultAnswer(
  { service, environment, now }: { service: AsmxService; environment: Environment; now: Date },
  version: SoapVersion,
  operation: string,
  result: string,
  ending = '',
): Answer {
  const body =
    `<${operation}Response xmlns="${service.namespace}">` +
    `<${operation}Result>${result}</${operation}Result></${operation}Response>`;
  const content = `${headerXml(service, environment, now)}<soap:Body>${body}</soap:Body>`;
  return answer(200, contentTypes[version], envelope(version, content) + ending);
}

export const headerXml = (
  { namespace, banners, version }: AsmxService,
  environment: Environment,
  now: Date,
) =>
  `<soap:Header><FEHeaderInfo xmlns="${namespace}"><ambiente>${banners[environment]}</ambiente>` +
  `<fecha>${argentineIso(now)}</fecha><id>${version}</id></FEHeaderInfo></soap:Header>`;

export function soapFaultAnswer(
  version: SoapVersion,
  side: 'Client' | 'Server',
  text: string,
  header = '',
): Answer {
  const fault =
    version === '1.1'
      ? `<faultcode>soap:${side}</faultcode><faultstring>${escapeXml(text)}</faultstring><detail />`
      : `<soap:Code><soap:Value>soap:${side === 'Client' ? 'Sender' : 'Receiver'}</soap:Value></soap:Code>` +
        `<soap:Reason><soap:Text xml:lang="en">${escapeXml(text)}</soap:Text></soap:Reason><soap:Detail />`;
  const body = `<soap:Body><soap:Fault>${fault}</soap:Fault></soap:Body>`;
  return answer(500, contentTypes[version], envelope(version, header + body));
}

function envelope(version: SoapVersion, content: string): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelopeNamespaces[version]}"` +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
    ` xmlns:xsd="http://www.w3.org/2001/XMLSchema">${content}</soap:Envelope>`
  );
}

/** The .NET service reads a missing number as 0; a value that is not a number is a SOAP fault. */
export function numberIn(element: XmlElement | undefined, name: string): number {
  const text = textOf(element, name);
  if (text === undefined) return 0;
  if (!/^-?\d{1,18}(\.\d{1,12})?$/.test(text)) {
    throw new UnreadableField('Input string was not in a correct format.');
  }
  return Number(text);
}

/** As numberIn, for a CUIT: its digits. */
export function longIn(element: XmlElement | undefined, name: string): string {
  const text = textOf(element, name);
  if (text === undefined) return '0';
  if (!/^\d{1,18}$/.test(text)) throw new UnreadableField('Input string was not in a correct format.');
  return String(Number(text));
}

export function textIn(element: XmlElement | undefined, name: string): string {
  return textOf(element, name) ?? '';
}

export function itemsIn(element: XmlElement | undefined, list: string, item: string): XmlElement[] {
  return childNamed(element, list)?.children.filter(({ localName }) => localName === item) ?? [];
}

export type Values = Record<string, string | number>;

/** Elements in the order of `values`. Numbers as .NET writes them: `121` for 121.00. */
export function elements(values: Values): string {
  return Object.entries(values)
    .map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
    .join('');
}

/** An empty list is omitted. */
export function list(name: string, item: string, rows: Values[]): string {
  if (rows.length === 0) return '';
  return `<${name}>${rows.map((row) => `<${item}>${elements(row)}</${item}>`).join('')}</${name}>`;
}
