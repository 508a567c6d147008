import { type Exchange, post } from './transport.ts';
import { nodeAt, parseXml, textAt, type XmlTree } from './xml.ts';

export interface SoapCall {
  url: string;
  /** SOAPAction; empty for WSAA, which still requires the header. */
  action: string;
  envelope: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** CA certificates used instead of the system's; for tests. */
  ca?: string | undefined;
}

type UnavailableCause = 'timeout' | 'refused' | 'dns' | 'tls' | 'reset' | 'http' | 'not-soap' | 'truncated';

export type SoapOutcome =
  /** `body`: content of the envelope's Body, keyed by local names. */
  | { kind: 'answer'; status: number; body: XmlTree; date?: Date | undefined }
  /** `code` has no namespace prefix, since the prefixes vary. */
  | { kind: 'fault'; status: number; code: string; message: string; date?: Date | undefined }
  | {
      kind: 'unavailable';
      cause: UnavailableCause;
      detail: string;
      /** The request may have been carried out: query before sending it again. */
      outcomeUnknown: boolean;
      date?: Date | undefined;
    };

/** Makes one SOAP 1.1 call. Network and authority failures are outcomes, not exceptions. */
export async function callSoap(call: SoapCall): Promise<SoapOutcome> {
  const exchange = await post({
    ...call,
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      accept: 'text/xml',
      soapaction: `"${call.action}"`,
      'user-agent': 'alta',
    },
    body: call.envelope,
  });
  if (exchange.kind === 'received') return readAnswer(exchange);
  const { failure, detail, outcomeUnknown } = exchange;
  return {
    kind: 'unavailable',
    cause: failure === 'too-large' ? 'not-soap' : failure,
    detail,
    outcomeUnknown,
  };
}

/** Reads the body before checking the status, because WSAA sends its faults with 500. */
function readAnswer({
  status,
  contentType,
  date,
  body,
}: Extract<Exchange, { kind: 'received' }>): SoapOutcome {
  const envelope = readEnvelope(decodeBody(body, contentType));
  if (envelope.kind === 'body') return { kind: 'answer', status, body: envelope.body, date };
  if (envelope.kind === 'fault') {
    return { kind: 'fault', status, code: envelope.code, message: envelope.message, date };
  }
  const isHttpError = status < 200 || status >= 300;
  return {
    kind: 'unavailable',
    cause: isHttpError ? 'http' : envelope.kind,
    detail: isHttpError ? `HTTP ${status}` : envelope.detail,
    outcomeUnknown: !isRejectedUnprocessed(status),
    date,
  };
}

/** Redirects and client errors are sent before the request is processed; 408 may also be sent later. */
function isRejectedUnprocessed(status: number): boolean {
  return status >= 300 && status < 500 && status !== 408;
}

function decodeBody(body: Buffer, contentType: string): string {
  const declaration = body.toString('latin1', 0, 100);
  const isLatin1 = /iso-8859-1|windows-1252/i.test(`${contentType} ${declaration}`);
  return new TextDecoder(isLatin1 ? 'windows-1252' : 'utf-8').decode(body);
}

type Envelope =
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

/** Replaces every fault of WSFECRED, with HTTP 200 (docs/authority.md#registry-of-credit-invoices). */
const maskedFault = /^BL\d+ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 500$/;

/** Checks for a SOAP envelope first: proxies and portals answer 200 with an HTML page. */
function readEnvelope(text: string): Envelope {
  const content = text.trim();
  if (content === '') return { kind: 'truncated', detail: 'an empty answer' };
  if (/<!DOCTYPE|<html/i.test(content)) return { kind: 'not-soap', detail: 'a page or a DTD' };
  if (maskedFault.test(content)) return { kind: 'not-soap', detail: `a masked fault: ${content}` };
  if (!isSoapRoot(content)) return { kind: 'not-soap', detail: 'no SOAP envelope' };
  if (!/Envelope\s*>$/.test(content)) return { kind: 'truncated', detail: 'an envelope without an end' };

  const body = nodeAt(parseXml(content), 'Envelope', 'Body');
  if (typeof body !== 'object' || Array.isArray(body)) {
    return { kind: 'not-soap', detail: 'an envelope without a readable body' };
  }
  const fault = nodeAt(body, 'Fault');
  if (fault === undefined) return { kind: 'body', body };
  // SOAP 1.1 names first, then 1.2.
  const code = textAt(fault, 'faultcode') || textAt(fault, 'Code', 'Value');
  const message = textAt(fault, 'faultstring') || textAt(fault, 'Reason', 'Text');
  return { kind: 'fault', code: code.slice(code.lastIndexOf(':') + 1), message };
}

/** Looks up the root's namespace in its start tag, since the parser drops prefixes. */
function isSoapRoot(content: string): boolean {
  const declarationEnd = content.startsWith('<?xml') ? content.indexOf('?>') + 2 : 0;
  const tag = content.slice(declarationEnd, content.indexOf('>', declarationEnd) + 1).trim();
  const [root, prefix] = /^<(?:([\w.-]+):)?Envelope[\s>]/.exec(tag) ?? [];
  if (!root) return false;
  return [...tag.matchAll(/xmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].some(
    ([, declared, double, single]) => declared === prefix && namespaces.has(double ?? single ?? ''),
  );
}
