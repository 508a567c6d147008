import { XMLParser, XMLValidator } from 'fast-xml-parser';

export type XmlElement = {
  /** As written, with its prefix. */
  name: string;
  localName: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
};

const attributesKey = ':@';
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  trimValues: false,
  // Decoded below: only the five entities of XML and character references, nothing a document can define.
  processEntities: false,
});

/** Root element. Undefined if the text is not well formed or has a DTD. */
export function parseXml(text: string): XmlElement | undefined {
  const body = text.replace(/^\uFEFF/, '').trim();
  if (/<!(DOCTYPE|ENTITY)/i.test(body) || XMLValidator.validate(body) !== true) return undefined;
  try {
    const roots = readElements(parser.parse(body));
    return roots.length === 1 ? roots[0] : undefined;
  } catch {
    return undefined;
  }
}

export function childNamed(element: XmlElement | undefined, localName: string): XmlElement | undefined {
  return element?.children.find((child) => child.localName === localName);
}

export function textOf(element: XmlElement | undefined, localName: string): string | undefined {
  return childNamed(element, localName)?.text.trim();
}

const named: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => named[character] ?? character);
}

type RawNode = Record<string, unknown>;

function readElements(nodes: RawNode[]): XmlElement[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== attributesKey && key !== '#text');
    return name ? [readElement(name, node)] : [];
  });
}

function readElement(name: string, node: RawNode): XmlElement {
  const content = node[name] as RawNode[];
  const attributes = (node[attributesKey] ?? {}) as Record<string, string>;
  return {
    name,
    localName: name.slice(name.indexOf(':') + 1),
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [key, decodeReferences(value)]),
    ),
    children: readElements(content),
    text: content.map((part) => ('#text' in part ? decodeReferences(String(part['#text'])) : '')).join(''),
  };
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeReferences(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return entities[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

export type SoapVersion = '1.1' | '1.2';

export type SoapRequest = {
  version: SoapVersion;
  /** Has an empty name if the Body is empty. */
  operation: XmlElement;
  /** Namespace of the operation. WSAA does not check it and echoes it (docs/authority.md#login-call). */
  namespace: string;
  /** Children of the operation in its namespace: a .NET service ignores the others. */
  parameters: XmlElement[];
};

export const envelopeNamespaces: Record<SoapVersion, string> = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
};

const nothing: XmlElement = { name: '', localName: '', attributes: {}, children: [], text: '' };

/** First element of the Body. Undefined if the text is not a SOAP envelope. */
export function readEnvelope(text: string): SoapRequest | undefined {
  const envelope = parseXml(text);
  if (envelope?.localName !== 'Envelope') return undefined;
  const body = childNamed(envelope, 'Body');
  if (!body) return undefined;
  const operation = body.children[0] ?? nothing;
  const version = namespaceOf(envelope, [envelope]) === envelopeNamespaces['1.2'] ? '1.2' : '1.1';
  const namespace = namespaceOf(operation, [operation, body, envelope]);
  const parameters = operation.children.filter(
    (child) => namespaceOf(child, [child, operation, body, envelope]) === namespace,
  );
  return { version, operation, namespace, parameters };
}

function namespaceOf(element: XmlElement, scopes: XmlElement[]): string {
  const colon = element.name.indexOf(':');
  const declaration = colon < 0 ? 'xmlns' : `xmlns:${element.name.slice(0, colon)}`;
  return scopes.map(({ attributes }) => attributes[declaration]).find((value) => value !== undefined) ?? '';
}
