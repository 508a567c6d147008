import { type Answer, answer, type Incoming, pageAnswer } from '#simulator/http/exchange.ts';
import {
  childNamed,
  escapeXml,
  readEnvelope,
  type SoapRequest,
  textOf,
  type XmlElement,
} from '#simulator/soap/xml.ts';
import { isSigned, isValidAt, openToken } from '#simulator/wsaa/access-ticket.ts';
import { creditInvoicePesos, creditInvoiceSince } from '#simulator/wsfe/rules.ts';
import type { Environment } from '../environment.ts';
import type { VoucherRecord } from '../records.ts';
import { lookUpTaxpayer } from '../registry/register.ts';
import type { Simulation } from '../simulation.ts';
import {
  blockedPage,
  elements,
  maskedFault,
  messageXml,
  wsfecredAnswer,
  wsfecredNamespace,
} from './answers.ts';
import { creditInvoiceXml, isCredit, isDecidable, standingOf } from './credit-invoices.ts';
import { wsfecredDescription } from './description.ts';

type Call = {
  simulation: Simulation;
  environment: Environment;
  input: XmlElement;
  /** Represented CUIT, already checked against the token. */
  cuit: string;
};

/** Undefined where the service sends a fault. */
type Operation = (call: Call) => string | undefined;

/** FECredService, with three of its 21 operations (docs/authority.md#registry-of-credit-invoices). */
export function answerWsfecred(simulation: Simulation, environment: Environment, incoming: Incoming): Answer {
  if (incoming.method !== 'POST') return showDescription(incoming);
  const now = simulation.clock.now();
  const request = readEnvelope(incoming.body.toString('utf8'));
  if (request?.version === '1.2') return blockedPage();
  const name = request && operationOf(request, incoming.headers.soapaction);
  if (name === 'dummy') {
    const servers = elements({ appserver: 'OK', authserver: 'OK', dbserver: 'OK' });
    return wsfecredAnswer(environment, name, `<dummyReturn>${servers}</dummyReturn>`, now);
  }
  const input = request?.operation;
  const run = name === undefined ? undefined : operations[name];
  const cuit = input && representedBy(simulation, environment, input);
  const result = run && cuit ? run({ simulation, environment, input, cuit }) : undefined;
  if (name === undefined || result === undefined) return maskedFault(now);
  return wsfecredAnswer(environment, name, result, now);
}

/** By the element of the body; the dummy, whose body is empty, by its SOAPAction alone. */
function operationOf(
  { operation, namespace }: SoapRequest,
  header: string | string[] | undefined,
): string | undefined {
  const action = String(header ?? '').replace(/^"|"$/g, '');
  if (operation.localName === '') return action === `${wsfecredNamespace}dummy` ? 'dummy' : undefined;
  const name = operation.localName.replace(/Request$/, '');
  const isOperation = namespace === wsfecredNamespace && Object.hasOwn(operations, name);
  // The elements of a request have no namespace.
  const isQualified = operation.children.some((child) => child.name.includes(':'));
  return isOperation && !isQualified && operation.attributes.xmlns === undefined ? name : undefined;
}

const service = 'wsfecred';

/** Undefined if the credentials are refused. */
function representedBy(
  { offices, clock }: Simulation,
  environment: Environment,
  input: XmlElement,
): string | undefined {
  const auth = childNamed(input, 'authRequest');
  const opened = openToken(textOf(auth, 'token') ?? '');
  const sign = textOf(auth, 'sign') ?? '';
  const cuit = textOf(auth, 'cuitRepresentada') ?? '';
  if (!opened || !isSigned(opened, sign, offices[environment].authority)) return undefined;
  if (!isValidAt(opened.validity, clock.now()) || opened.service !== service) return undefined;
  return opened.relations.includes(cuit) ? cuit : undefined;
}

/** Whether a company must receive credit invoices: those of the size `GRANDE`, from the amount of 10192 on. */
const consultarMontoObligadoRecepcion: Operation = ({ simulation, environment, input }) => {
  const cuit = textOf(input, 'cuitConsultada') ?? '';
  const date = textOf(input, 'fechaEmision') ?? '';
  if (!/^\d{11}$/.test(cuit) || !isDay(date)) return undefined;
  const isLarge = lookUpTaxpayer(simulation, environment, cuit)?.size === 'GRANDE';
  const isObliged = isLarge && date.replaceAll('-', '') >= creditInvoiceSince;
  const result = elements({
    obligado: isObliged ? 'S' : 'N',
    montoDesde: isObliged ? creditInvoicePesos.toFixed(2) : undefined,
  });
  return `<consultarMontoObligadoRecepcionReturn>${result}</consultarMontoObligadoRecepcionReturn>`;
};

const pageSize = 10;

/** Credit invoices and notes that the company issued or received. */
const consultarComprobantes: Operation = (call) => {
  const { simulation, environment, input } = call;
  const filter = filterOf(call);
  const page = Number(textOf(input, 'nroPagina') ?? 1);
  if (!filter || !Number.isInteger(page)) return undefined;
  if (page <= 0) return found(messageXml('arrayErrores', 12_011, badPage));
  const all = simulation.offices[environment].vouchers.of(undefined).filter(isCredit);
  const matching = all.filter(filter);
  const listed = matching.slice((page - 1) * pageSize, page * pageSize);
  if (listed.length === 0) return found(messageXml('arrayObservaciones', 32_767, nothingFound));
  const invoices = listed.map((record) =>
    creditInvoiceXml(simulation, environment, record, accountOf(record, all)),
  );
  const hayMas = matching.length > page * pageSize ? 'S' : 'N';
  return found(
    `<arrayComprobantes>${invoices.join('')}</arrayComprobantes>${elements({ nroPagina: page, hayMas })}`,
  );
};

const found = (result: string) => `<consultarCmpReturn>${result}</consultarCmpReturn>`;
const badPage = 'El número de página solicitado debe ser mayor a cero.';
const nothingFound = 'La búsqueda no ha arrojado resultados con los filtros indicados';
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** Undefined for a malformed filter. Of the kinds of date, only that of issue is simulated. */
function filterOf({ simulation, input, cuit }: Call): ((record: VoucherRecord) => boolean) | undefined {
  const role = textOf(input, 'rolCUITRepresentada');
  if (role !== 'Emisor' && role !== 'Receptor') return undefined;
  const dates = childNamed(input, 'fecha');
  const from = textOf(dates, 'desde') ?? '';
  const to = textOf(dates, 'hasta') ?? '';
  if (dates && (textOf(dates, 'tipo') !== 'Emision' || !isDay(from) || !isDay(to))) return undefined;
  const counterpart = textOf(input, 'CUITContraparte');
  const type = textOf(input, 'codTipoCmp');
  const state = textOf(input, 'estadoCmp');
  const now = simulation.clock.now();
  return (record) => {
    const { voucher, documentType } = record;
    const receiver = String(voucher.DocNro);
    const [own, other] = role === 'Emisor' ? [record.cuit, receiver] : [receiver, record.cuit];
    const date = voucher.CbteFch;
    return (
      own === cuit &&
      (counterpart === undefined || counterpart === other) &&
      (type === undefined || Number(type) === documentType) &&
      (state === undefined || state === standingOf(record, now).state) &&
      (!dates || (date >= from.replaceAll('-', '') && date <= to.replaceAll('-', '')))
    );
  };
}

/** Number of the account that an invoice opens, and that its notes belong to. */
function accountOf(record: VoucherRecord, all: readonly VoucherRecord[]): number {
  const [corrected] = record.voucher.CbtesAsoc;
  const invoices = all.filter(({ documentType }) => isDecidable(documentType));
  const ofRecord = isDecidable(record.documentType)
    ? record
    : invoices.find(
        ({ cuit, documentType, pointOfSale, voucher }) =>
          cuit === record.cuit &&
          documentType === corrected?.Tipo &&
          pointOfSale === corrected.PtoVta &&
          voucher.CbteDesde === corrected.Nro,
      );
  return ofRecord ? invoices.indexOf(ofRecord) + 1 : 0;
}

const operations: Readonly<Record<string, Operation>> = {
  consultarMontoObligadoRecepcion,
  consultarComprobantes,
};

function showDescription({ origin, path, query }: Incoming): Answer {
  const wantsDescription = [...query.keys()].some((key) => key.toLowerCase() === 'wsdl');
  if (wantsDescription) {
    return answer(200, 'text/xml;charset=utf-8', wsfecredDescription(escapeXml(origin + path)));
  }
  const names = ['dummy', ...Object.keys(operations)].map((name) => `<li>${name}</li>`).join('');
  return pageAnswer(200, `<h1>FECredService</h1><ul>${names}</ul>`);
}
