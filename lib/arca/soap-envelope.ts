import { nodeAt, parseXml, textAt, type XmlTree } from './xml.ts';

export type Envelope =
  | { kind: 'body'; body: XmlTree }
  | { kind: 'fault'; code: string; message: string }
  | { kind: 'truncated' | 'not-soap'; detail: string };

const namespaces = new Set([
  'http://schemas.xmlsoap.org/soap/envelope/',
  'http://www.w3.org/2003/05/soap-envelope',
]);

export function soapEnvelope(body: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">' +
    `<soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`
  );
}

/** Proxies and portals answer 200 with a page, so nothing is SOAP until its envelope says so. */
export function readEnvelope(text: string): Envelope {
  const content = text.trim();
  if (content === '') return { kind: 'truncated', detail: 'an empty answer' };
  if (/<!DOCTYPE|<html/i.test(content)) return { kind: 'not-soap', detail: 'a page or a DTD' };
  if (!isSoapRoot(content)) return { kind: 'not-soap', detail: 'no SOAP envelope' };
  if (!/Envelope\s*>$/.test(content)) return { kind: 'truncated', detail: 'an envelope without its end' };

  const body = nodeAt(parseXml(content), 'Envelope', 'Body');
  if (typeof body !== 'object' || Array.isArray(body)) {
    return { kind: 'not-soap', detail: 'an envelope without a readable body' };
  }
  const fault = nodeAt(body, 'Fault');
  if (fault === undefined) return { kind: 'body', body };
  // SOAP 1.1's names, then 1.2's.
  const code = textAt(fault, 'faultcode') || textAt(fault, 'Code', 'Value');
  const message = textAt(fault, 'faultstring') || textAt(fault, 'Reason', 'Text');
  return { kind: 'fault', code: code.slice(code.lastIndexOf(':') + 1), message };
}

/** The parser drops prefixes, so the root's namespace is looked up in its start tag. */
function isSoapRoot(content: string): boolean {
  const declarationEnd = content.startsWith('<?xml') ? content.indexOf('?>') + 2 : 0;
  const tag = content.slice(declarationEnd, content.indexOf('>', declarationEnd) + 1).trim();
  const [root, prefix] = /^<(?:([\w.-]+):)?Envelope[\s>]/.exec(tag) ?? [];
  if (!root) return false;
  return [...tag.matchAll(/xmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].some(
    ([, declared, double, single]) => declared === prefix && namespaces.has(double ?? single ?? ''),
  );
}
