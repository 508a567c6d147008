import { observeCall } from './call-observer.ts';
import type { ServiceCaller } from './invoicing.ts';
import { callSoap, type SoapOutcome, soapEnvelope } from './soap.ts';
import { escapeXml, listAt, nodeAt, textAt, type XmlNode } from './xml.ts';

/** No usable answer. The cause of a fault is unknown, because the authority's load balancer hides it. */
interface RegistryFailure {
  kind: 'failed';
  cause: string;
  /** The authority's code, if it refused the request. */
  code?: number;
  detail: string;
}

const namespace = 'http://ar.gob.afip.wsfecred/FECredService/';
const defaultTimeoutMs = 30_000;

/** Calls an operation. `fields` is the XML after `authRequest`; the elements within have no namespace. */
async function ask(
  operation: string,
  { endpoint, ticket, cuit, timeoutMs = defaultTimeoutMs, signal }: ServiceCaller,
  fields: string,
  returned: string,
): Promise<{ kind: 'result'; result: XmlNode } | RegistryFailure> {
  const auth = elements({ token: ticket.token, sign: ticket.sign, cuitRepresentada: cuit });
  return observeCall({ endpoint, operation }, async () => {
    const outcome = await callSoap({
      url: endpoint,
      action: namespace + operation,
      envelope: soapEnvelope(
        `<fec:${operation}Request xmlns:fec="${namespace}"><authRequest>${auth}</authRequest>${fields}</fec:${operation}Request>`,
      ),
      timeoutMs,
      signal,
    });
    const answer = read(outcome, `${operation}Response`, returned);
    const isFailure = answer.kind === 'failed' && answer.code === undefined;
    return { answer, date: outcome.date, failure: isFailure ? answer.cause : undefined };
  });
}

function read(
  outcome: SoapOutcome,
  ...path: string[]
): { kind: 'result'; result: XmlNode } | RegistryFailure {
  if (outcome.kind === 'unavailable') return failed(outcome.cause, outcome.detail);
  if (outcome.kind === 'fault') return failed('fault', outcome.message);
  const result = nodeAt(outcome.body, ...path);
  if (result === undefined) return failed('unexpected', `no ${path.at(-1)} in the answer`);
  const [error] = listAt(nodeAt(result, 'arrayErrores'), 'codigoDescripcion');
  if (error !== undefined) {
    return { ...failed('refused', textAt(error, 'descripcion')), code: Number(textAt(error, 'codigo')) };
  }
  const [malformed] = listAt(nodeAt(result, 'arrayErroresFormato'), 'codigoDescripcionString');
  if (malformed !== undefined) return failed('malformed', textAt(malformed, 'descripcion'));
  return { kind: 'result', result };
}

const failed = (cause: string, detail: string): RegistryFailure => ({ kind: 'failed', cause, detail });

const elements = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
    .join('');

type ObligationOutcome =
  /** `from`: pesos from which the company must receive a credit invoice, as a decimal. */
  { kind: 'answered'; isObliged: boolean; from?: string } | RegistryFailure;

/**
 * consultarMontoObligadoRecepcion: whether a company must receive credit invoices, and from which amount on.
 * @param date ISO date of the invoice
 */
export async function readObligation(
  caller: ServiceCaller,
  { cuit, date }: { cuit: string; date: string },
): Promise<ObligationOutcome> {
  const answer = await ask(
    'consultarMontoObligadoRecepcion',
    caller,
    elements({ cuitConsultada: cuit, fechaEmision: date }),
    'consultarMontoObligadoRecepcionReturn',
  );
  if (answer.kind === 'failed') return answer;
  const obliged = textAt(answer.result, 'obligado');
  if (obliged !== 'S' && obliged !== 'N') return failed('unexpected', 'an answer without S or N');
  const from = textAt(answer.result, 'montoDesde');
  return { kind: 'answered', isObliged: obliged === 'S', ...(amount.test(from) ? { from } : {}) };
}

const amount = /^\d{1,13}(\.\d{1,2})?$/;

/** What identifies a credit invoice in the registry. */
interface CreditInvoiceKey {
  documentType: number;
  pointOfSale: number;
  number: number;
  /** CUIT of the customer. */
  receiver: string;
  /** ISO date. */
  date: string;
}

/** `pending`: not delivered to the customer's electronic address yet. `received`: the customer may accept or reject it. */
type CreditInvoiceStatus = 'pending' | 'received' | 'accepted' | 'rejected';

export interface RegisteredCreditInvoice {
  status: CreditInvoiceStatus;
  /** When it got this status. */
  since?: Date;
  /** Accepted by the customer, or because the customer did not reject it in time. */
  acceptance?: 'express' | 'tacit';
  /** Last day for accepting or rejecting it, as an ISO date. */
  acceptBy?: string;
  /** Why the customer rejected it, in the words of customer and authority. */
  reasons: string[];
}

type CreditInvoiceOutcome =
  | { kind: 'found'; invoice: RegisteredCreditInvoice }
  | { kind: 'missing' }
  | RegistryFailure;

/** An issuer has few credit invoices for one customer on one day. */
const maxPages = 20;

/** consultarComprobantes: what the customer did with a credit invoice of the caller's. */
export async function readCreditInvoice(
  caller: ServiceCaller,
  key: CreditInvoiceKey,
): Promise<CreditInvoiceOutcome> {
  const { receiver: CUITContraparte, documentType: codTipoCmp, date } = key;
  const parties = elements({ rolCUITRepresentada: 'Emisor', CUITContraparte, codTipoCmp });
  const filter = `${parties}<fecha>${elements({ tipo: 'Emision', desde: date, hasta: date })}</fecha>`;
  for (let page = 1; page <= maxPages; page += 1) {
    const fields = filter + elements({ nroPagina: page });
    const answer = await ask('consultarComprobantes', caller, fields, 'consultarCmpReturn');
    if (answer.kind === 'failed') return answer;
    const found = listAt(nodeAt(answer.result, 'arrayComprobantes'), 'comprobante').find((voucher) =>
      isSought(voucher, key),
    );
    if (found !== undefined) {
      const invoice = invoiceOf(found);
      return invoice
        ? { kind: 'found', invoice }
        : failed('unexpected', `the status ${textAt(found, 'estado', 'estado')}`);
    }
    if (textAt(answer.result, 'hayMas') !== 'S') return { kind: 'missing' };
  }
  return { kind: 'missing' };
}

/** The point of sale is `ptovta` here, and `ptoVta` elsewhere in the service. */
const isSought = (voucher: XmlNode, { documentType, pointOfSale, number }: CreditInvoiceKey): boolean =>
  Number(textAt(voucher, 'codTipoCmp')) === documentType &&
  Number(textAt(voucher, 'ptovta')) === pointOfSale &&
  Number(textAt(voucher, 'nroCmp')) === number;

const statuses: Readonly<Record<string, CreditInvoiceStatus>> = {
  PendienteRecepcion: 'pending',
  Recepcionado: 'received',
  Aceptado: 'accepted',
  // Accepted, and handed to an agent of collective deposit since.
  InformadaAgDpto: 'accepted',
  Rechazado: 'rejected',
};

const acceptances: Readonly<Record<string, 'express' | 'tacit'>> = { Expresa: 'express', Tacita: 'tacit' };

function invoiceOf(voucher: XmlNode): RegisteredCreditInvoice | undefined {
  const status = own(statuses, textAt(voucher, 'estado', 'estado'));
  if (!status) return undefined;
  const since =
    instantOf(textAt(voucher, 'fechaHoraAcep')) ?? instantOf(textAt(voucher, 'estado', 'fechaHoraEstado'));
  const acceptance = status === 'accepted' ? own(acceptances, textAt(voucher, 'tipoAcep')) : undefined;
  const acceptBy = textAt(voucher, 'fechaVenAcep').slice(0, 10);
  const reasons = listAt(nodeAt(voucher, 'arrayMotivosRechazo'), 'motivoRechazo').map((reason) =>
    [textAt(reason, 'descMotivo'), textAt(reason, 'justificacion')].filter(Boolean).join(': '),
  );
  return {
    status,
    ...(since ? { since } : {}),
    ...(acceptance ? { acceptance } : {}),
    ...(/^\d{4}-\d\d-\d\d$/.test(acceptBy) ? { acceptBy } : {}),
    reasons,
  };
}

const own = <Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** Instants mostly come without a zone, in Argentina's time. */
function instantOf(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return undefined;
  const instant = new Date(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}-03:00`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
