import { type Answer, answer } from '#simulator/http/exchange.ts';
import {
  childNamed,
  envelopeNamespaces,
  escapeXml,
  type SoapVersion,
  textOf,
  type XmlElement,
} from '#simulator/soap/xml.ts';
import { argentineIso } from '../clock.ts';
import { type Environment, profiles } from '../environment.ts';
import type { Simulation } from '../simulation.ts';

export type WsfeCall = {
  simulation: Simulation;
  environment: Environment;
  /** Element of the operation in the request. */
  input: XmlElement;
  /** Represented CUIT, already checked against the token. Empty for an operation without Auth. */
  cuit: string;
};

/** XML of the values, and the messages for `Errors`. */
export type WsfeResult = { values?: string; errors?: WsfeMessage[] };

/** An operation of WSFEv1. service.ts lists them all. */
export type WsfeOperation = {
  name: string;
  needsAuth: boolean;
  /** Request elements after `Auth`, for the WSDL: `Name:type` declarations (schemas.ts). */
  request: string;
  /** Elements of `<name>Result`, before `Errors` and `Events`. */
  result: string;
  /** Whether `Events` comes before `Errors`, as in responses to authorization requests. */
  eventsFirst?: true;
  /** Other complex types used by the two above. */
  types?: string;
  /** Values returned along with an error of the credentials. */
  beside?(input: XmlElement): string;
  run(call: WsfeCall): WsfeResult | Promise<WsfeResult>;
};

/**
 * Message sent with HTTP 200, in `Errors`, `Observaciones` or `Events` (docs/authority.md#invoicing-calls).
 */
export type WsfeMessage = { code: number; message: string };

/** A value that the .NET service cannot read into its type: HTTP 500 and a SOAP fault, not `Errors`. */
export class UnreadableField extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableField';
  }
}

export const wsfeNamespace = 'http://ar.gov.afip.dif.FEV1/';

const contentTypes: Record<SoapVersion, string> = {
  '1.1': 'text/xml; charset=utf-8',
  '1.2': 'application/soap+xml; charset=utf-8',
};

/** Every response has an FEHeaderInfo, which names the environment (docs/authority.md#invoicing-calls). */
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

/** The .NET service reads a missing number as 0; a value that is not a number is a SOAP fault. */
export function numberIn(element: XmlElement | undefined, name: string): number {
  const text = textOf(element, name);
  if (text === undefined) return 0;
  if (!/^-?\d{1,18}(\.\d{1,12})?$/.test(text)) {
    throw new UnreadableField('Input string was not in a correct format.');
  }
  return Number(text);
}

export function textIn(element: XmlElement | undefined, name: string): string {
  return textOf(element, name) ?? '';
}

export function itemsIn(element: XmlElement | undefined, list: string, item: string): XmlElement[] {
  return childNamed(element, list)?.children.filter(({ localName }) => localName === item) ?? [];
}
