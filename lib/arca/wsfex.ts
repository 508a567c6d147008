import type { ExportRequest } from '#lib/documents/invoice/export-request.ts';
import { observeCall } from './call-observer.ts';
import {
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

/** An answer has a result, one error, or (as far as is known) both. */
type WsfexAnswer = { kind: 'answer'; result: XmlNode; error: AuthorityMessage | undefined } | ServiceRefusal;

const namespace = 'http://ar.gov.afip.dif.fexv1/';
const outageRetrySeconds = 60;
/** As for WSFE: at the end of a month the services often take tens of seconds. */
const patientTimeoutMs = 90_000;

interface Call {
  operation: string;
  /** XML inside `Auth`, after the credentials. */
  inAuth?: string;
  /** XML after `Auth`. */
  fields?: string;
}

/** Calls an operation with the ticket's credentials. */
async function askWsfex(
  { operation, inAuth = '', fields = '' }: Call,
  caller: ServiceCaller,
): Promise<WsfexAnswer> {
  const { token, sign } = caller.ticket;
  const auth =
    `<Auth><Token>${escapeXml(token)}</Token><Sign>${escapeXml(sign)}</Sign>` +
    `<Cuit>${escapeXml(caller.cuit)}</Cuit>${inAuth}</Auth>`;
  return observeCall({ endpoint: caller.endpoint, operation }, async () => {
    const outcome = await callSoap({
      url: caller.endpoint,
      action: namespace + operation,
      envelope: soapEnvelope(`<${operation} xmlns="${namespace}">${auth}${fields}</${operation}>`),
      timeoutMs: caller.timeoutMs ?? patientTimeoutMs,
      signal: caller.signal,
    });
    const answer = readOperation(operation, outcome);
    return { answer, date: outcome.date, failure: failureOfAnswer(answer) };
  });
}

/** Like `askWsfex`, for operations whose errors are about the call. Errors take precedence over values. */
async function callWsfex(
  call: Call,
  caller: ServiceCaller,
): Promise<{ kind: 'result'; result: XmlNode } | ServiceRefusal> {
  const answer = await askWsfex(call, caller);
  if (answer.kind !== 'answer') return answer;
  return answer.error ? refusalOf(answer.error) : { kind: 'result', result: answer.result };
}

/** Cause of a service failure, for the observer. Errors about the request are not failures. */
function failureOfAnswer(answer: WsfexAnswer): string | undefined {
  if (answer.kind === 'unavailable') return answer.cause;
  return answer.kind === 'answer' && answer.error && isServiceFailure(answer.error) ? 'authority' : undefined;
}

function readOperation(operation: string, outcome: SoapOutcome): WsfexAnswer {
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
  return { kind: 'answer', result, error: errorIn(result) };
}

/** The error of an answer; code 0 means that there is none. */
function errorIn(result: XmlNode): AuthorityMessage | undefined {
  const error = nodeAt(result, 'FEXErr');
  const code = textAt(error, 'ErrCode');
  return error === undefined || code === '0'
    ? undefined
    : { code: Number(code), message: textAt(error, 'ErrMsg') };
}

const ticketRefused = 1_000;
const cuitNotRepresented = 1_001;
/** Another request for the same series is being processed. */
const transactionActive = [502, 505];

function refusalOf({ code, message }: AuthorityMessage): ServiceRefusal {
  if (code === ticketRefused) return { kind: 'ticket-refused', message };
  if (code === cuitNotRepresented) return { kind: 'cuit-not-represented', message };
  // The active transaction may be an earlier request of ours whose answer was lost.
  if (transactionActive.includes(code)) return unavailable('transaction-active', message);
  return isServiceFailure({ code, message })
    ? unavailable('authority', message)
    : { kind: 'refused', code, message };
}

/** 500 is an internal failure, 501 a database failure. */
function isServiceFailure({ code }: AuthorityMessage): boolean {
  if (transactionActive.includes(code)) return false;
  return !Number.isInteger(code) || code <= 0 || (code >= 500 && code < 600);
}

function unavailable(cause: string, detail: string): ServiceRefusal {
  return { kind: 'unavailable', cause, detail, outcomeUnknown: true, retryAfterSeconds: outageRetrySeconds };
}

/** FEXGetLast_CMP: reads the last authorized number. Point of sale and type are inside `Auth`. */
export async function readLastNumber(
  caller: ServiceCaller,
  { pointOfSale, documentType }: Series,
): Promise<LastNumberOutcome> {
  const inAuth = `<Pto_venta>${pointOfSale}</Pto_venta><Cbte_Tipo>${documentType}</Cbte_Tipo>`;
  const outcome = await callWsfex({ operation: 'FEXGetLast_CMP', inAuth }, caller);
  if (outcome.kind !== 'result') return outcome;
  const number = textAt(outcome.result, 'FEXResult_LastCMP', 'Cbte_nro');
  return /^\d{1,8}$/.test(number)
    ? { kind: 'last', number: Number(number) }
    : unavailable('unreadable', 'FEXGetLast_CMP without a number');
}

/** FEXAuthorize takes one document. */
export const readLotLimit = async (): Promise<LotLimitOutcome> => ({ kind: 'limit', vouchers: 1 });

/** Title in the portal of the one system whose points of sale are for exports. The list does not state it. */
const exportSystem = 'Comprobantes de Exportación - Web Services';

/** FEXGetPARAM_PtoVenta: lists the company's points of sale for exports. The sandbox accepts any number, listed or not. */
export async function listPointsOfSale(caller: ServiceCaller): Promise<PointsOfSaleOutcome> {
  const outcome = await callWsfex({ operation: 'FEXGetPARAM_PtoVenta' }, caller);
  if (outcome.kind !== 'result') return outcome;
  const rows = listAt(nodeAt(outcome.result, 'FEXResultGet'), 'ClsFEXResponse_PtoVenta');
  return { kind: 'listed', pointsOfSale: rows.map(pointOfSaleOf) };
}

function pointOfSaleOf(row: XmlNode): PointOfSale {
  const blocked = textAt(row, 'Pve_Bloqueado').toUpperCase() === 'S';
  // An open point of sale has the literal `NULL`.
  const closedOn = isoDate(textAt(row, 'Pve_FchBaja'));
  const number = Number(textAt(row, 'Pve_Nro'));
  return { service: 'wsfex', number, system: exportSystem, blocked, closedOn, usable: !blocked && !closedOn };
}

const missing = 1_020;

/** FEXGetCMP: fetches a voucher; `missing` if its number has not been authorized. */
export async function findInvoice(
  caller: ServiceCaller,
  { pointOfSale, documentType, number }: Series & { number: number },
): Promise<FindInvoiceOutcome> {
  // `Cbte_tipo` as in the WSDL: the manual's `Cbte_Tipo` is not read.
  const fields =
    `<Cmp><Cbte_tipo>${documentType}</Cbte_tipo><Punto_vta>${pointOfSale}</Punto_vta>` +
    `<Cbte_nro>${number}</Cbte_nro></Cmp>`;
  const outcome = await callWsfex({ operation: 'FEXGetCMP', fields }, caller);
  if (outcome.kind === 'refused' && outcome.code === missing) return { kind: 'missing' };
  if (outcome.kind !== 'result') return outcome;
  const invoice = invoiceOfVoucher(nodeAt(outcome.result, 'FEXResultGet'));
  const isRequested =
    invoice?.number === number &&
    invoice.pointOfSale === pointOfSale &&
    invoice.documentType === documentType;
  return isRequested
    ? { kind: 'found', invoice }
    : unavailable('unreadable', `FEXGetCMP without the voucher ${number}`);
}

function invoiceOfVoucher(voucher: XmlNode | undefined): FoundInvoice | undefined {
  const field = (name: string) => textAt(voucher, name);
  const [date, caeExpiry] = [isoDate(field('Fecha_cbte')), isoDate(field('Fch_venc_Cae'))];
  const cae = field('Cae');
  // It is not known whether the voucher states a verdict. Only a rejection would make it none.
  if (!date || !caeExpiry || !isCae(cae) || field('Resultado') === 'R') return undefined;
  return {
    ...saleOfFields({
      pointOfSale: Number(field('Punto_vta')),
      documentType: Number(field('Cbte_tipo')),
      kind: Number(field('Tipo_expo')),
      countryCuit: field('Cuit_pais_cliente'),
      taxId: field('Id_impositivo'),
      destination: Number(field('Dst_cmp')),
      total: field('Imp_total'),
      currency: field('Moneda_Id'),
    }),
    number: Number(field('Cbte_nro')),
    date,
    exchangeRate: field('Moneda_ctz'),
    cae,
    caeExpiry,
    processedAt: endOf(isoDate(field('Fecha_cbte_cae')) ?? latestDayFor(date)),
    observations: observationsIn(voucher),
    requestId: Number(field('Id')) || undefined,
  };
}

const endOf = (day: string): string => new Date(`${day}T23:59:59-03:00`).toISOString();

/** A document's date is at most five days before its authorization (1500). */
const latestDayFor = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 5 * 86_400_000).toISOString().slice(0, 10);

interface SaleFields {
  pointOfSale: number;
  documentType: number;
  kind: number;
  countryCuit: string;
  taxId: string;
  destination: number;
  total: string;
  currency: string;
}

/** An export in the fields by which sales are compared: its total is one net amount, without VAT or other taxes. */
const saleOfFields = ({ kind, countryCuit, taxId, total, ...fields }: SaleFields) => ({
  ...fields,
  concept: kind,
  receiverDocumentType: cuitType,
  receiverDocumentNumber: countryCuit,
  receiverTaxId: taxId.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase(),
  total,
  net: total,
  outsideScope: '0',
  exempt: '0',
  otherTaxes: '0',
  vat: '0',
});

/** WSFE's code of a CUIT, which the QR code needs too. */
const cuitType = 80;

export const saleOf = (request: ExportRequest): Sale => ({
  ...saleOfFields({
    pointOfSale: request.Punto_vta,
    documentType: request.Cbte_Tipo,
    kind: request.Tipo_expo,
    countryCuit: request.Cuit_pais_cliente,
    taxId: request.Id_impositivo ?? '',
    destination: request.Dst_cmp,
    total: request.Imp_total,
    currency: request.Moneda_Id,
  }),
  date: isoDate(request.Fecha_cbte),
  exchangeRate: request.Moneda_ctz,
  requestId: request.Id,
});

/** Code for a number or date that is not the next to be authorized. */
export const notNextNumberCode = 1_535;

/**
 * FEXAuthorize: requests the authorization of one document. Sending the same request again is safe as far as its `Id`
 * is concerned, but after `outcomeUnknown`, call `findInvoice` first (docs/authority.md#export-repetition).
 * @param requests one request
 * @param firstNumber last number of the series plus 1
 */
export async function requestAuthorisation(
  caller: ServiceCaller,
  requests: readonly ExportRequest[],
  firstNumber: number,
): Promise<LotOutcome> {
  const [request, another] = requests;
  if (!request || another) throw new Error('Exports are authorized one by one.');
  const fields = `<Cmp>${requestXml(request, firstNumber)}</Cmp>`;
  const answer = await askWsfex({ operation: 'FEXAuthorize', fields }, caller);
  if (answer.kind !== 'answer') return answer;
  const { error, result } = answer;
  if (error && !(error.code >= firstCodeOfRules)) return refusalOf(error);
  const verdict = nodeAt(result, 'FEXResultAuth');
  if (error && isRejected(verdict)) return { kind: 'judged', authorised: [], reasons: [error] };
  const outcome = error ? undefined : verdictOf(verdict, request, firstNumber);
  return outcome ?? unavailable('unreadable', `FEXAuthorize without a verdict on number ${firstNumber}`);
}

/** Errors with lower codes are about the ticket or the service, not about the document. */
const firstCodeOfRules = 1_002;

const isRejected = (verdict: XmlNode | undefined) => textAt(verdict, 'Cae') === '';

/** Undefined if the answer is not about this request, or has neither a CAE nor a rejection. */
function verdictOf(
  verdict: XmlNode | undefined,
  { Id, Cbte_Tipo, Punto_vta }: ExportRequest,
  number: number,
): LotOutcome | undefined {
  const field = (name: string) => textAt(verdict, name);
  const isOfRequest =
    Number(field('Id')) === Id &&
    Number(field('Cbte_tipo')) === Cbte_Tipo &&
    Number(field('Punto_vta')) === Punto_vta;
  if (!isOfRequest) return undefined;
  const observations = observationsIn(verdict);
  if (field('Resultado') === 'R' && isRejected(verdict)) {
    return { kind: 'judged', authorised: [], reasons: observations };
  }
  const [cae, caeExpiry] = [field('Cae'), isoDate(field('Fch_venc_Cae'))];
  if (field('Resultado') !== 'A' || !isCae(cae) || !caeExpiry) return undefined;
  const answered = Number(field('Cbte_nro'));
  if (answered === number) return { kind: 'judged', authorised: [{ cae, caeExpiry, observations }] };
  return field('Reproceso') === 'S' && answered > 0
    ? { kind: 'authorised-before', number: answered }
    : undefined;
}

/** `Motivos_Obs` has at most 40 characters, with the codes 14 to 17 and 21; its form is not known. */
function observationsIn(voucher: XmlNode | undefined): AuthorityMessage[] {
  const message = textAt(voucher, 'Motivos_Obs');
  if (message === '') return [];
  const codes = message.match(/\b\d{1,4}\b/g) ?? ['0'];
  return [...new Set(codes)].map((code) => ({ code: Number(code), message }));
}

/** Builds the content of `Cmp`, in the WSDL's order. */
export function requestXml(request: ExportRequest, number: number): string {
  const { Permisos, Cmps_asoc, Items, ...values } = request;
  const numbered = { ...values, Cbte_nro: number };
  return (
    elements(numbered, [
      'Id',
      'Fecha_cbte',
      'Cbte_Tipo',
      'Punto_vta',
      'Cbte_nro',
      'Tipo_expo',
      'Permiso_existente',
    ]) +
    elementList('Permisos', 'Permiso', Permisos, ['Id_permiso', 'Dst_merc']) +
    elements(numbered, [
      'Dst_cmp',
      'Cliente',
      'Cuit_pais_cliente',
      'Domicilio_cliente',
      'Id_impositivo',
      'Moneda_Id',
      'Moneda_ctz',
      'CanMisMonExt',
      'Imp_total',
    ]) +
    elementList('Cmps_asoc', 'Cmp_asoc', Cmps_asoc, [
      'Cbte_tipo',
      'Cbte_punto_vta',
      'Cbte_nro',
      'Cbte_cuit',
    ]) +
    elements(numbered, ['Forma_pago', 'Incoterms', 'Incoterms_Ds', 'Idioma_cbte']) +
    elementList('Items', 'Item', Items, [
      'Pro_codigo',
      'Pro_ds',
      'Pro_qty',
      'Pro_umed',
      'Pro_precio_uni',
      'Pro_bonificacion',
      'Pro_total_item',
    ]) +
    elements(numbered, ['Fecha_pago'])
  );
}
