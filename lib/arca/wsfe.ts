import { creditInvoiceFrom } from '#lib/documents/invoice/identification.ts';
import { env } from '#lib/env.ts';
import type { FaultParams } from '#lib/errors.ts';
import type { StoredFault } from '#lib/faults.ts';
import { buenosAiresDay } from '#lib/time.ts';
import { observeCall } from './sighting.ts';
import { callSoap, type SoapOutcome, soapEnvelope } from './soap.ts';
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

export interface ExchangeRate {
  /** Pesos for one, as a decimal. */
  rate: string;
  /** Of which day it is: ISO date. Its schema lets the authority leave it out. */
  date: string | undefined;
}

export type ExchangeRateOutcome = ({ kind: 'rate' } & ExchangeRate) | WsfeRefusal;

/** FEParamGetCotizacion without a day: the last official rate of a currency, by the authority's code of it. */
export async function readExchangeRate(caller: WsfeCaller, currency: string): Promise<ExchangeRateOutcome> {
  const outcome = await callWsfe('FEParamGetCotizacion', caller, `<MonId>${currency}</MonId>`);
  if (outcome.kind !== 'result') return outcome;
  const found = nodeAt(outcome.result, 'ResultGet');
  const rate = textAt(found, 'MonCotiz');
  const isRate =
    textAt(found, 'MonId') === currency && /^\d{1,4}(\.\d{1,6})?$/.test(rate) && Number(rate) > 0;
  if (!isRate) return unavailable('unreadable', 'FEParamGetCotizacion without the rate of this currency');
  return { kind: 'rate', rate, date: isoDate(textAt(found, 'FchCotiz').slice(0, 8)) };
}

/** What is numbered without gaps: one company's vouchers of one type at one point of sale. */
export interface Series {
  pointOfSale: number;
  documentType: number;
}

export type LastNumberOutcome = { kind: 'last'; number: number } | WsfeRefusal;

/** FECompUltimoAutorizado: the last number that was authorized, 0 when none was. */
export async function readLastNumber(
  caller: WsfeCaller,
  { pointOfSale, documentType }: Series,
): Promise<LastNumberOutcome> {
  const outcome = await callWsfe(
    'FECompUltimoAutorizado',
    caller,
    `<PtoVta>${pointOfSale}</PtoVta><CbteTipo>${documentType}</CbteTipo>`,
  );
  if (outcome.kind !== 'result') return outcome;
  const field = (name: string) => textAt(outcome.result, name);
  const number = field('CbteNro');
  const isOfSeries = Number(field('PtoVta')) === pointOfSale && Number(field('CbteTipo')) === documentType;
  if (!/^\d{1,8}$/.test(number) || !isOfSeries) {
    return unavailable('unreadable', 'FECompUltimoAutorizado without the number of this series');
  }
  return { kind: 'last', number: Number(number) };
}

/** A point of sale as the authority lists it. */
export interface PointOfSale {
  number: number;
  /** The authority's own words, such as `CAE - Monotributo`. */
  system: string;
  blocked: boolean;
  /** ISO date. */
  closedOn?: string | undefined;
  usable: boolean;
}

export type PointsOfSaleOutcome = { kind: 'listed'; pointsOfSale: PointOfSale[] } | WsfeRefusal;

const noResults = 602;

/** The company's points of sale for web services. The sandbox may list some, and takes any other number too. */
export async function listPointsOfSale(caller: WsfeCaller): Promise<PointsOfSaleOutcome> {
  const outcome = await callWsfe('FEParamGetPtosVenta', caller);
  if (outcome.kind === 'refused' && outcome.code === noResults) return { kind: 'listed', pointsOfSale: [] };
  if (outcome.kind !== 'result') return outcome;
  const ptosVenta = listAt(nodeAt(outcome.result, 'ResultGet'), 'PtoVenta');
  return { kind: 'listed', pointsOfSale: ptosVenta.map(translate) };
}

function translate(ptoVenta: XmlNode): PointOfSale {
  const system = textAt(ptoVenta, 'EmisionTipo');
  const blocked = textAt(ptoVenta, 'Bloqueado').toUpperCase() === 'S';
  // An open one has the literal `NULL`.
  const closedOn = isoDate(textAt(ptoVenta, 'FchBaja'));
  // Alta asks for a CAE. CAEA is for contingencies only since RG 5782/2025, and what is neither is no web service's.
  const usable = !blocked && !closedOn && /^CAE(?![A-Z])/i.test(system);
  return { number: Number(textAt(ptoVenta, 'Nro')), system, blocked, closedOn, usable };
}

export type LotLimitOutcome = { kind: 'limit'; vouchers: number } | WsfeRefusal;

/** FECompTotXRequest: how many vouchers one FECAESolicitar may carry (docs/authority.md#lots). */
export async function readLotLimit(caller: WsfeCaller): Promise<LotLimitOutcome> {
  const outcome = await callWsfe('FECompTotXRequest', caller);
  if (outcome.kind !== 'result') return outcome;
  const vouchers = Number(textAt(outcome.result, 'RegXReq'));
  return Number.isInteger(vouchers) && vouchers > 0
    ? { kind: 'limit', vouchers }
    : unavailable('unreadable', 'FECompTotXRequest without a number');
}

/** Electronic credit invoices (FCE MiPyME) go one by one (10003). */
export const goesAlone = (documentType: number): boolean => documentType >= 201 && documentType <= 213;

/**
 * What tells apart the things that one code of WSFE stands for, by the authority's own text; undefined for a code
 * that stands for one.
 */
export function variantOf(code: number, message: string): string | undefined {
  switch (code) {
    // 600 with the list of relations is 601 by another number.
    case 600:
      return /lista de relaciones/i.test(message) ? 'relations' : undefined;
    case 10_000:
      return issuerProblemIn(message);
    // 10016 is of the series or of the range of dates.
    case 10_016:
      return /CbteFch/i.test(message) ? 'range' : undefined;
    default:
      return undefined;
  }
}

/** By the texts of the manual under 10000; the later ones hold the words of an earlier one, so they come first. */
const issuerProblems: [number: string, text: RegExp][] = [
  ['11', /DOMICILIO FISCAL ELECTRONICO/],
  ['03', /DOMICILIO FISCAL/],
  ['09', /OPERACION SUJETA A RETENCION/],
  ['04', /CLASE .?A/],
  ['07', /RG 3411/],
  ['08', /EXENTO EN IVA/],
  ['10', /PYME/],
  ['01', /RESPONSABLE INSCRIPTO/],
  ['02', /AUTORIZADA A EMITIR COMPROBANTES ELECTRONICOS/],
  ['05', /FORMA ACTIVA/],
  ['06', /ACTIV(ID)?AD ACTIVA/],
];

function issuerProblemIn(message: string): string | undefined {
  const plain = message.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return issuerProblems.find(([, text]) => text.test(plain))?.[0];
}

/** The refusal and the remark of an ordinary invoice where a credit invoice is due: from which amount on, and since when. */
function creditInvoiceParams(code: number): FaultParams {
  if (code !== 10_188 && code !== 10_192) return {};
  const limit = creditInvoiceFrom(buenosAiresDay(new Date()), env().ARCA_FCE_FROM);
  return limit ? { why: 'amount', least: Number(limit.pesos), since: limit.from } : {};
}

/** The authority's reasons as the invoice's faults: its codes, and its own words as they came. */
export const faultsOf = (reasons: AuthorityMessage[]): StoredFault[] =>
  reasons.map(({ code, message }) => {
    const why = variantOf(code, message);
    const params = {
      ...(why ? { why } : {}),
      ...creditInvoiceParams(code),
      ...(message ? { own: message } : {}),
    };
    return { provider: 'gov-ar', code: `ARCA-${code}`, params };
  });
