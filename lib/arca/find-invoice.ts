import Big from 'big.js';
import type { InvoiceRequest } from './invoice-request.ts';
import type { Series } from './last-number.ts';
import { isCae } from './request-authorisation.ts';
import {
  type AuthorityMessage,
  callWsfe,
  instantOf,
  isoDate,
  messagesAt,
  unavailable,
  type WsfeCaller,
  type WsfeRefusal,
} from './wsfe.ts';
import { nodeAt, textAt, type XmlNode } from './xml.ts';

/** A voucher as the authority has it. Amounts are text as it writes them: `121`, `121.0` or `121.00`. */
export interface FoundInvoice extends Series {
  number: number;
  concept: number;
  receiverDocumentType: number;
  receiverDocumentNumber: string;
  /** ISO date. */
  date: string;
  total: string;
  net: string;
  outsideScope: string;
  exempt: string;
  otherTaxes: string;
  vat: string;
  currency: string;
  exchangeRate: string;
  cae: string;
  /** ISO date. */
  caeExpiry: string;
  /** When the authority gave the CAE: ISO instant. */
  processedAt: string;
  observations: AuthorityMessage[];
}

export type FindInvoiceOutcome = { kind: 'found'; invoice: FoundInvoice } | { kind: 'missing' } | WsfeRefusal;

const noResults = 602;

/** FECompConsultar: `missing` when that number was not authorized. */
export async function findInvoice(
  caller: WsfeCaller,
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
  const invoice = translate(nodeAt(outcome.result, 'ResultGet'));
  const isAskedFor =
    invoice?.number === number &&
    invoice.pointOfSale === pointOfSale &&
    invoice.documentType === documentType;
  return isAskedFor
    ? { kind: 'found', invoice }
    : unavailable('unreadable', `FECompConsultar without the voucher ${number}`);
}

function translate(voucher: XmlNode | undefined): FoundInvoice | undefined {
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

/** Its schema lets the authority leave the instant out. No voucher is dated more than ten days back (10016). */
const latestInstantFor = (date: string) => new Date(Date.parse(`${date}T23:59:59-03:00`) + 10 * 86_400_000);

/**
 * Whether the authority's voucher of that number is what `request` asked for, to the cent. A wrong yes would take
 * another invoice's CAE, a wrong no would issue the same sale twice: so all that identifies it is compared, and
 * nothing that the authority may write in its own way.
 */
export function isSameInvoice(found: FoundInvoice, request: InvoiceRequest): boolean {
  const sameKeys =
    found.pointOfSale === request.PtoVta &&
    found.documentType === request.CbteTipo &&
    found.concept === request.Concepto &&
    found.receiverDocumentType === request.DocTipo &&
    found.currency === request.MonId &&
    found.date === isoDate(request.CbteFch);
  const numbers: [string, string][] = [
    [found.receiverDocumentNumber, request.DocNro],
    [found.total, request.ImpTotal],
    [found.net, request.ImpNeto],
    [found.outsideScope, request.ImpTotConc],
    [found.exempt, request.ImpOpEx],
    [found.otherTaxes, request.ImpTrib],
    [found.vat, request.ImpIVA],
  ];
  // The authority may leave it out of its answer, and took its own where it was told none.
  if (found.exchangeRate && request.MonCotiz) numbers.push([found.exchangeRate, request.MonCotiz]);
  return sameKeys && numbers.every(([one, other]) => isSameNumber(one, other));
}

const decimal = /^\d+(\.\d+)?$/;

const isSameNumber = (one: string, other: string) =>
  decimal.test(one) && decimal.test(other) && new Big(one).eq(other);
