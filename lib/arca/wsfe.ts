import { observeCall } from './sighting.ts';
import { callSoap, type SoapOutcome } from './soap.ts';
import { soapEnvelope } from './soap-envelope.ts';
import { escapeXml, listAt, nodeAt, textAt, type XmlNode } from './xml.ts';

export interface WsfeCaller {
  /** `endpointsOf(…).wsfe` */
  endpoint: string;
  ticket: { token: string; sign: string };
  /** The represented company's, eleven digits. */
  cuit: string;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export type WsfeRefusal =
  | { kind: 'cuit-not-represented'; message: string }
  /** The ticket is no good here (other environment, other service, expired): log in again. */
  | { kind: 'ticket-refused'; message: string }
  | { kind: 'refused'; code: number; message: string }
  /** The request itself was wrong: ours to fix. */
  | { kind: 'defect'; code: string; message: string }
  | {
      kind: 'unavailable';
      cause: string;
      detail: string;
      /** What was asked for may have been done: query before sending it again. */
      outcomeUnknown: boolean;
      retryAfterSeconds: number;
    };

export type WsfeOutcome = { kind: 'result'; result: XmlNode } | WsfeRefusal;

/** An error, an observation or a reason, in the authority's words. */
export interface AuthorityMessage {
  code: number;
  message: string;
}

/** With `Errors` beside its values; they count first. */
export type WsfeAnswer = { kind: 'answer'; result: XmlNode; errors: AuthorityMessage[] } | WsfeRefusal;

export const wsfeNamespace = 'http://ar.gov.afip.dif.FEV1/';
const outageRetrySeconds = 60;
/** Tens of seconds are normal at the end of a month. */
const patientTimeoutMs = 90_000;

/**
 * An operation with the ticket's credentials; `fields` is the XML that follows `Auth`. Errors count before values:
 * FECompUltimoAutorizado answers `CbteNro` 0 beside them, and who read that number would start a company's invoices
 * at 1 again.
 */
export async function callWsfe(operation: string, caller: WsfeCaller, fields = ''): Promise<WsfeOutcome> {
  const answer = await askWsfe(operation, caller, fields);
  if (answer.kind !== 'answer') return answer;
  const [error] = answer.errors;
  return error ? refusalOf(error) : { kind: 'result', result: answer.result };
}

/** For an operation whose errors may be about what was asked, and not about who asks. */
export async function askWsfe(operation: string, caller: WsfeCaller, fields = ''): Promise<WsfeAnswer> {
  const { token, sign } = caller.ticket;
  const auth =
    `<Auth><Token>${escapeXml(token)}</Token><Sign>${escapeXml(sign)}</Sign>` +
    `<Cuit>${escapeXml(caller.cuit)}</Cuit></Auth>`;
  return observeCall({ endpoint: caller.endpoint, operation }, async () => {
    const outcome = await callSoap({
      url: caller.endpoint,
      action: wsfeNamespace + operation,
      envelope: soapEnvelope(`<${operation} xmlns="${wsfeNamespace}">${auth}${fields}</${operation}>`),
      timeoutMs: caller.timeoutMs ?? patientTimeoutMs,
      signal: caller.signal,
    });
    const answer = readOperation(operation, outcome);
    return { answer, date: outcome.date, failure: failureOfAnswer(answer) };
  });
}

/** Why it is none of the service; what is wrong with the request it has read and answered. */
export function failureOfAnswer(answer: WsfeAnswer): string | undefined {
  if (answer.kind === 'unavailable') return answer.cause;
  const errors = answer.kind === 'answer' ? answer.errors : [];
  return errors.some(({ code, message }) => isItsOwnFailure(code, message)) ? 'authority' : undefined;
}

export function readOperation(operation: string, outcome: SoapOutcome): WsfeAnswer {
  if (outcome.kind === 'unavailable') {
    const { cause, detail, outcomeUnknown } = outcome;
    return { kind: 'unavailable', cause, detail, outcomeUnknown, retryAfterSeconds: outageRetrySeconds };
  }
  if (outcome.kind === 'fault') {
    return outcome.code.startsWith('Client')
      ? { kind: 'defect', code: outcome.code, message: outcome.message }
      : unavailable('fault', outcome.message);
  }
  const result = nodeAt(outcome.body, `${operation}Response`, `${operation}Result`);
  if (result === undefined) return unavailable('not-soap', `no ${operation}Result in the answer`);
  return { kind: 'answer', result, errors: messagesAt(nodeAt(result, 'Errors'), 'Err') };
}

export function messagesAt(list: XmlNode | undefined, name: 'Err' | 'Obs'): AuthorityMessage[] {
  return listAt(list, name).map((item) => ({
    code: Number(textAt(item, 'Code')),
    message: textAt(item, 'Msg'),
  }));
}

/** 600 is a wrong ticket or, by its text alone, a CUIT that is not among its relations; 601 is always the latter. */
export function refusalOf({ code, message }: AuthorityMessage): WsfeRefusal {
  if (code === 601 || (code === 600 && /lista de relaciones/i.test(message))) {
    return { kind: 'cuit-not-represented', message };
  }
  if (code === 600) return { kind: 'ticket-refused', message };
  // It may be an earlier one of ours that nobody heard of.
  if (code === transactionActive) return unavailable('transaction-active', message);
  return isItsOwnFailure(code, message)
    ? unavailable('authority', message)
    : { kind: 'refused', code, message };
}

/** Another request for the same series is under way. */
const transactionActive = 502;

/** 501 is its database; of 500 only the text that blames our `Auth` says that nothing was done. */
function isItsOwnFailure(code: number, message: string): boolean {
  if (code === transactionActive) return false;
  if (code === 500) return !/auth/i.test(message);
  return !Number.isInteger(code) || code <= 0 || (code > 500 && code < 600);
}

export function unavailable(cause: string, detail: string): WsfeRefusal {
  return { kind: 'unavailable', cause, detail, outcomeUnknown: true, retryAfterSeconds: outageRetrySeconds };
}

/** The ISO date of `yyyymmdd`; undefined for anything else, such as the literal `NULL`. */
export function isoDate(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  return year && `${year}-${month}-${day}`;
}

/** The instant of `yyyymmddHHMMSS`, on the authority's clock, which is always three hours behind UTC. */
export function instantOf(text: string): Date | undefined {
  const [, date = '', hours, minutes, seconds] = /^(\d{8})(\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  const instant = new Date(`${isoDate(date)}T${hours}:${minutes}:${seconds}-03:00`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
