import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { observeCall } from './call-observer.ts';
import {
  type Authorised,
  type AuthorityMessage,
  type FindInvoiceOutcome,
  type FoundInvoice,
  isCae,
  isoDate,
  type LastNumberOutcome,
  type LotLimitOutcome,
  type LotOutcome,
  type PointOfSale,
  type PointsOfSaleOutcome,
  type Sale,
  type Series,
  type ServiceCaller,
  type ServiceRefusal,
} from './invoicing.ts';
import { callSoap, type SoapOutcome, soapEnvelope } from './soap.ts';
import { elementList, elements, escapeXml, listAt, nodeAt, textAt, type XmlNode } from './xml.ts';

export type WsfeOutcome = { kind: 'result'; result: XmlNode } | ServiceRefusal;

/** An answer may contain both values and errors. */
type WsfeAnswer = { kind: 'answer'; result: XmlNode; errors: AuthorityMessage[] } | ServiceRefusal;

const wsfeNamespace = 'http://ar.gov.afip.dif.FEV1/';
const outageRetrySeconds = 60;
/** At the end of a month the service often takes tens of seconds. */
const patientTimeoutMs = 90_000;

/**
 * Calls an operation with the ticket's credentials; `fields` is the XML after `Auth`. Errors take precedence
 * over values: FECompUltimoAutorizado returns `CbteNro` 0 together with errors, and using that number would
 * restart a company's invoices at 1.
 */
export async function callWsfe(operation: string, caller: ServiceCaller, fields = ''): Promise<WsfeOutcome> {
  const answer = await askWsfe(operation, caller, fields);
  if (answer.kind !== 'answer') return answer;
  const [error] = answer.errors;
  return error ? refusalOf(error) : { kind: 'result', result: answer.result };
}

/** Like `callWsfe`, for operations whose errors may be about the document rather than the call. */
async function askWsfe(operation: string, caller: ServiceCaller, fields = ''): Promise<WsfeAnswer> {
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

/** Cause of a service failure, for the observer. Errors about the request are not failures. */
function failureOfAnswer(answer: WsfeAnswer): string | undefined {
  if (answer.kind === 'unavailable') return answer.cause;
  const errors = answer.kind === 'answer' ? answer.errors : [];
  return errors.some(({ code, message }) => isServiceFailure(code, message)) ? 'authority' : undefined;
}

function readOperation(operation: string, outcome: SoapOutcome): WsfeAnswer {
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

function messagesAt(list: XmlNode | undefined, name: 'Err' | 'Obs'): AuthorityMessage[] {
  return listAt(list, name).map((item) => ({
    code: Number(textAt(item, 'Code')),
    message: textAt(item, 'Msg'),
  }));
}

/**
 * Code 600 means an invalid ticket or, with another text, a CUIT missing from the ticket's relations. Code 601
 * always means the latter.
 */
function refusalOf({ code, message }: AuthorityMessage): ServiceRefusal {
  if (code === 601 || (code === 600 && /lista de relaciones/i.test(message))) {
    return { kind: 'cuit-not-represented', message };
  }
  if (code === 600) return { kind: 'ticket-refused', message };
  // The active transaction may be an earlier request of ours whose answer was lost.
  if (code === transactionActive) return unavailable('transaction-active', message);
  return isServiceFailure(code, message)
    ? unavailable('authority', message)
    : { kind: 'refused', code, message };
}

/** Another request for the same series is being processed. */
const transactionActive = 502;

/** 501 is a database failure. 500 is an internal failure, unless its text is about our `Auth`. */
function isServiceFailure(code: number, message: string): boolean {
  if (code === transactionActive) return false;
  if (code === 500) return !/auth/i.test(message);
  return !Number.isInteger(code) || code <= 0 || (code > 500 && code < 600);
}

function unavailable(cause: string, detail: string): ServiceRefusal {
  return { kind: 'unavailable', cause, detail, outcomeUnknown: true, retryAfterSeconds: outageRetrySeconds };
}

/** Parses `yyyymmddHHMMSS` in the authority's time zone, which is always UTC-3. */
function instantOf(text: string): Date | undefined {
  const [, date = '', hours, minutes, seconds] = /^(\d{8})(\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  const instant = new Date(`${isoDate(date)}T${hours}:${minutes}:${seconds}-03:00`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

export interface ExchangeRate {
  /** Pesos per unit, as a decimal. */
  rate: string;
  /** ISO date of the rate. Optional in the authority's schema. */
  date: string | undefined;
}

export type ExchangeRateOutcome = ({ kind: 'rate' } & ExchangeRate) | ServiceRefusal;

/**
 * FEParamGetCotizacion without a date: reads the last official rate of a currency.
 * @param currency the authority's currency code
 */
export async function readExchangeRate(
  caller: ServiceCaller,
  currency: string,
): Promise<ExchangeRateOutcome> {
  const outcome = await callWsfe('FEParamGetCotizacion', caller, `<MonId>${currency}</MonId>`);
  if (outcome.kind !== 'result') return outcome;
  const found = nodeAt(outcome.result, 'ResultGet');
  const rate = textAt(found, 'MonCotiz');
  const isRate =
    textAt(found, 'MonId') === currency && /^\d{1,4}(\.\d{1,6})?$/.test(rate) && Number(rate) > 0;
  if (!isRate) return unavailable('unreadable', 'FEParamGetCotizacion without the rate of this currency');
  return { kind: 'rate', rate, date: isoDate(textAt(found, 'FchCotiz').slice(0, 8)) };
}

/** FECompUltimoAutorizado: reads the last authorized number, 0 if there is none. */
export async function readLastNumber(
  caller: ServiceCaller,
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

const noResults = 602;

/** FEParamGetPtosVenta: lists the company's points of sale for web services. The sandbox accepts any number, listed or not. */
export async function listPointsOfSale(caller: ServiceCaller): Promise<PointsOfSaleOutcome> {
  const outcome = await callWsfe('FEParamGetPtosVenta', caller);
  if (outcome.kind === 'refused' && outcome.code === noResults) return { kind: 'listed', pointsOfSale: [] };
  if (outcome.kind !== 'result') return outcome;
  const ptosVenta = listAt(nodeAt(outcome.result, 'ResultGet'), 'PtoVenta');
  return { kind: 'listed', pointsOfSale: ptosVenta.map(pointOfSaleOf) };
}

function pointOfSaleOf(ptoVenta: XmlNode): PointOfSale {
  const system = textAt(ptoVenta, 'EmisionTipo');
  const blocked = textAt(ptoVenta, 'Bloqueado').toUpperCase() === 'S';
  // An open point of sale has the literal `NULL`.
  const closedOn = isoDate(textAt(ptoVenta, 'FchBaja'));
  // Alta requests a CAE. CAEA is only for contingencies since RG 5782/2025; other systems are not for web services.
  const usable = !blocked && !closedOn && /^CAE(?![A-Z])/i.test(system);
  return { service: 'wsfe', number: Number(textAt(ptoVenta, 'Nro')), system, blocked, closedOn, usable };
}

/** FECompTotXRequest: reads the maximum number of vouchers in one FECAESolicitar (docs/authority.md#lots). */
export async function readLotLimit(caller: ServiceCaller): Promise<LotLimitOutcome> {
  const outcome = await callWsfe('FECompTotXRequest', caller);
  if (outcome.kind !== 'result') return outcome;
  const vouchers = Number(textAt(outcome.result, 'RegXReq'));
  return Number.isInteger(vouchers) && vouchers > 0
    ? { kind: 'limit', vouchers }
    : unavailable('unreadable', 'FECompTotXRequest without a number');
}

/** FECompConsultar: fetches a voucher; `missing` if its number has not been authorized. */
export async function findInvoice(
  caller: ServiceCaller,
  { pointOfSale, documentType, number }: Series & { number: number },
): Promise<FindInvoiceOutcome> {
  const outcome = await callWsfe(
    'FECompConsultar',
    caller,
    `<FeCompConsReq><CbteTipo>${documentType}</CbteTipo><CbteNro>${number}</CbteNro>` +
      `<PtoVta>${pointOfSale}</PtoVta></FeCompConsReq>`,
  );
  if (outcome.kind === 'refused' && outcome.code === noResults) return { kind: 'missing' };
  if (outcome.kind !== 'result') return outcome;
  const invoice = invoiceOfVoucher(nodeAt(outcome.result, 'ResultGet'));
  const isRequested =
    invoice?.number === number &&
    invoice.pointOfSale === pointOfSale &&
    invoice.documentType === documentType;
  return isRequested
    ? { kind: 'found', invoice }
    : unavailable('unreadable', `FECompConsultar without the voucher ${number}`);
}

function invoiceOfVoucher(voucher: XmlNode | undefined): FoundInvoice | undefined {
  const field = (name: string) => textAt(voucher, name);
  const [date, caeExpiry] = [isoDate(field('CbteFch')), isoDate(field('FchVto'))];
  const cae = field('CodAutorizacion');
  if (!date || !caeExpiry || !isCae(cae) || field('Resultado') !== 'A') return undefined;
  return {
    pointOfSale: Number(field('PtoVta')),
    documentType: Number(field('CbteTipo')),
    number: Number(field('CbteDesde')),
    concept: Number(field('Concepto')),
    receiverDocumentType: Number(field('DocTipo')),
    receiverDocumentNumber: field('DocNro'),
    date,
    total: field('ImpTotal'),
    net: field('ImpNeto'),
    outsideScope: field('ImpTotConc'),
    exempt: field('ImpOpEx'),
    otherTaxes: field('ImpTrib'),
    vat: field('ImpIVA'),
    currency: field('MonId'),
    exchangeRate: field('MonCotiz'),
    cae,
    caeExpiry,
    processedAt: (instantOf(field('FchProceso')) ?? latestInstantFor(date)).toISOString(),
    observations: messagesAt(nodeAt(voucher, 'Observaciones'), 'Obs'),
  };
}

/** Fallback for a missing time of processing. A voucher's date is at most ten days before it (10016). */
const latestInstantFor = (date: string) => new Date(Date.parse(`${date}T23:59:59-03:00`) + 10 * 86_400_000);

export const saleOf = (request: AuthorityAmounts): Sale => ({
  pointOfSale: request.PtoVta,
  documentType: request.CbteTipo,
  concept: request.Concepto,
  receiverDocumentType: request.DocTipo,
  receiverDocumentNumber: request.DocNro,
  date: isoDate(request.CbteFch),
  total: request.ImpTotal,
  net: request.ImpNeto,
  outsideScope: request.ImpTotConc,
  exempt: request.ImpOpEx,
  otherTaxes: request.ImpTrib,
  vat: request.ImpIVA,
  currency: request.MonId,
  exchangeRate: request.MonCotiz,
});

/**
 * FECAESolicitar: requests the authorization of a lot of one series (docs/authority.md#lots). Not idempotent:
 * sending an authorized voucher again yields 10016. After `outcomeUnknown`, call `findInvoice` first
 * (docs/authority.md#lost-answers).
 * @param firstNumber last number of the series plus 1
 */
export async function requestAuthorisation(
  caller: ServiceCaller,
  requests: readonly AuthorityAmounts[],
  firstNumber: number,
): Promise<LotOutcome> {
  const answer = await askWsfe('FECAESolicitar', caller, requestXml(requests, firstNumber));
  if (answer.kind !== 'answer') return answer;
  const callError = answer.errors.find(({ code }) => !(code >= firstCodeOfRules));
  if (callError) return refusalOf(callError);
  const details = listAt(nodeAt(answer.result, 'FeDetResp'), 'FECAEDetResponse');
  if (details.length === 0 && answer.errors.length > 0) return { kind: 'rejected', reasons: answer.errors };
  const isAnswered =
    details.length === requests.length &&
    details.every((detail, index) => hasNumber(detail, firstNumber + index));
  return isAnswered
    ? lotOutcomeOf(details, answer.errors)
    : unavailable('unreadable', `FECAESolicitar without verdicts from number ${firstNumber} on`);
}

/** Code for a number or date that is not the next to be authorized. */
export const notNextNumberCode = 10_016;

/** Errors with lower codes are about the ticket or the service, not about the documents. */
const firstCodeOfRules = 1_000;

function lotOutcomeOf(details: XmlNode[], errors: AuthorityMessage[]): LotOutcome {
  const authorised: Authorised[] = [];
  for (const [index, detail] of details.entries()) {
    const verdict = textAt(detail, 'Resultado');
    const cae = textAt(detail, 'CAE');
    const caeExpiry = isoDate(textAt(detail, 'CAEFchVto'));
    const observations = messagesAt(nodeAt(detail, 'Observaciones'), 'Obs');
    if (verdict === 'A' && isCae(cae) && caeExpiry) {
      authorised.push({ cae, caeExpiry, observations });
      continue;
    }
    if (details.slice(index).some((other) => !isRejected(other))) {
      return unavailable('unreadable', `FECAESolicitar with Resultado "${verdict}" and CAE "${cae}"`);
    }
    const reasons = [...errors, ...observations];
    // Errors concern the whole lot, except 10016, which concerns only its first voucher.
    const isShared = authorised.length === 0 && errors.some(({ code }) => code !== notNextNumberCode);
    return isShared ? { kind: 'rejected', reasons } : { kind: 'judged', authorised, reasons };
  }
  return { kind: 'judged', authorised };
}

const isRejected = (detail: XmlNode) => textAt(detail, 'Resultado') === 'R' && textAt(detail, 'CAE') === '';

const hasNumber = (detail: XmlNode, number: number) =>
  Number(textAt(detail, 'CbteDesde')) === number && Number(textAt(detail, 'CbteHasta')) === number;

/**
 * Builds the body of FECAESolicitar after `Auth`, in the WSDL's order. All requests have the same point of sale
 * and document type; they get the numbers from `firstNumber` on (docs/authority.md#lots).
 */
export function requestXml(requests: readonly AuthorityAmounts[], firstNumber: number): string {
  const [first] = requests;
  if (!first) throw new Error('A lot has an invoice.');
  const { PtoVta, CbteTipo } = first;
  const header = elements({ CantReg: requests.length, PtoVta, CbteTipo }, ['CantReg', 'PtoVta', 'CbteTipo']);
  const details = requests.map((request, index) => detailXml(request, firstNumber + index));
  return (
    `<FeCAEReq><FeCabReq>${header}</FeCabReq>` +
    `<FeDetReq>${details.map((detail) => `<FECAEDetRequest>${detail}</FECAEDetRequest>`).join('')}</FeDetReq></FeCAEReq>`
  );
}

const detailXml = (request: AuthorityAmounts, number: number): string =>
  elements({ ...request, CbteDesde: number, CbteHasta: number }, detailOrder) +
  elementList('CbtesAsoc', 'CbteAsoc', request.CbtesAsoc, ['Tipo', 'PtoVta', 'Nro', 'Cuit', 'CbteFch']) +
  elementList('Tributos', 'Tributo', request.Tributos, ['Id', 'Desc', 'BaseImp', 'Alic', 'Importe']) +
  elementList('Iva', 'AlicIva', request.Iva, ['Id', 'BaseImp', 'Importe']) +
  elementList('Opcionales', 'Opcional', request.Opcionales, ['Id', 'Valor']) +
  periodXml(request.PeriodoAsoc);

const periodXml = (period: AuthorityAmounts['PeriodoAsoc']): string =>
  period ? `<PeriodoAsoc>${elements(period, ['FchDesde', 'FchHasta'])}</PeriodoAsoc>` : '';

const detailOrder = [
  'Concepto',
  'DocTipo',
  'DocNro',
  'CbteDesde',
  'CbteHasta',
  'CbteFch',
  'ImpTotal',
  'ImpTotConc',
  'ImpNeto',
  'ImpOpEx',
  'ImpTrib',
  'ImpIVA',
  'FchServDesde',
  'FchServHasta',
  'FchVtoPago',
  'MonId',
  'MonCotiz',
  'CanMisMonExt',
  'CondicionIVAReceptorId',
] as const;

const dummy = 'FEDummy';

/**
 * Calls FEDummy. Its answer during a partial outage is undocumented (docs/authority.md#invoicing-calls), so
 * anything but OK is a failure.
 */
export async function probeWsfe(url: string, timeoutMs: number): Promise<string | undefined> {
  const envelope = soapEnvelope(`<${dummy} xmlns="${wsfeNamespace}"/>`);
  const outcome = await callSoap({ url, action: wsfeNamespace + dummy, envelope, timeoutMs });
  const answer = readOperation(dummy, outcome);
  if (answer.kind !== 'answer') return failureOfAnswer(answer);
  const servers = ['AppServer', 'DbServer', 'AuthServer'].map((name) => textAt(answer.result, name));
  return servers.every((state) => state === 'OK') ? undefined : 'authority';
}
