import { readEnvelope } from './soap-envelope.ts';
import { type Exchange, post } from './transport.ts';
import type { XmlTree } from './xml.ts';

export interface SoapCall {
  url: string;
  /** The SOAPAction; empty for WSAA, which still wants the header. */
  action: string;
  envelope: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** CA certificates instead of the system's; for tests. */
  ca?: string | undefined;
}

type UnavailableCause = 'timeout' | 'refused' | 'dns' | 'tls' | 'reset' | 'http' | 'not-soap' | 'truncated';

export type SoapOutcome =
  /** `body` is what the envelope's Body holds, by local names. */
  | { kind: 'answer'; status: number; body: XmlTree; date?: Date | undefined }
  /** `code` without its prefix: clients have seen several. */
  | { kind: 'fault'; status: number; code: string; message: string; date?: Date | undefined }
  | {
      kind: 'unavailable';
      cause: UnavailableCause;
      detail: string;
      /** The request may have been carried out: ask before sending it again. */
      outcomeUnknown: boolean;
      date?: Date | undefined;
    };

/** One SOAP 1.1 call. Whatever the network or the authority does is an outcome, never an exception. */
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

/** WSAA answers its faults with 500, so the body is read before the status counts. */
function readAnswer({
  status,
  contentType,
  date,
  body,
}: Extract<Exchange, { kind: 'received' }>): SoapOutcome {
  const envelope = readEnvelope(decode(body, contentType));
  if (envelope.kind === 'body') return { kind: 'answer', status, body: envelope.body, date };
  if (envelope.kind === 'fault') {
    return { kind: 'fault', status, code: envelope.code, message: envelope.message, date };
  }
  const isHttpError = status < 200 || status >= 300;
  return {
    kind: 'unavailable',
    cause: isHttpError ? 'http' : envelope.kind,
    detail: isHttpError ? `HTTP ${status}` : envelope.detail,
    outcomeUnknown: !isRefusedUnread(status),
    date,
  };
}

/** Redirects and client errors are given before a request is carried out; 408 may come after. */
function isRefusedUnread(status: number): boolean {
  return status >= 300 && status < 500 && status !== 408;
}

function decode(body: Buffer, contentType: string): string {
  const declaration = body.toString('latin1', 0, 100);
  const isLatin1 = /iso-8859-1|windows-1252/i.test(`${contentType} ${declaration}`);
  return new TextDecoder(isLatin1 ? 'windows-1252' : 'utf-8').decode(body);
}
