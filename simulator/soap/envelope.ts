import { childNamed, parseXml, type XmlElement } from './xml.ts';

export type SoapVersion = '1.1' | '1.2';

export type SoapRequest = {
  version: SoapVersion;
  /** Of no name when the Body is empty. */
  operation: XmlElement;
  /** Namespace the client gave the operation: WSAA doesn't check it and echoes it (docs/authority.md#login-call). */
  namespace: string;
};

export const envelopeNamespaces: Record<SoapVersion, string> = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
};

const nothing: XmlElement = { name: '', localName: '', attributes: {}, children: [], text: '' };

/** The first element of the Body, or undefined when this is no SOAP envelope. */
export function readEnvelope(text: string): SoapRequest | undefined {
  const envelope = parseXml(text);
  if (envelope?.localName !== 'Envelope') return undefined;
  const body = childNamed(envelope, 'Body');
  if (!body) return undefined;
  const operation = body.children[0] ?? nothing;
  const version = namespaceOf(envelope, [envelope]) === envelopeNamespaces['1.2'] ? '1.2' : '1.1';
  return { version, operation, namespace: namespaceOf(operation, [operation, body, envelope]) };
}

function namespaceOf(element: XmlElement, scopes: XmlElement[]): string {
  const colon = element.name.indexOf(':');
  const declaration = colon < 0 ? 'xmlns' : `xmlns:${element.name.slice(0, colon)}`;
  return scopes.map(({ attributes }) => attributes[declaration]).find((value) => value !== undefined) ?? '';
}
