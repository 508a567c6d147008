import Big from 'big.js';
import { type InvoiceRequest, isCae } from './request-authorisation.ts';
import {
  type AuthorityMessage,
  callWsfe,
  instantOf,
  isoDate,
  messagesAt,
  type Series,
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
  return isSameSale(found, saleOf(request));
}

/** Whether a voucher of one of two requests could be taken for the other's. */
export const isSameRequest = (one: InvoiceRequest, other: InvoiceRequest): boolean =>
  isSameSale(saleOf(one), saleOf(other));

/** All that is compared of a voucher. */
type Sale = Omit<
  FoundInvoice,
  'number' | 'date' | 'exchangeRate' | 'cae' | 'caeExpiry' | 'processedAt' | 'observations'
> & {
  date: string | undefined;
  /** Left out by who lets the authority take its own, and sometimes by the authority. */
  exchangeRate?: string | undefined;
};

const saleOf = (request: InvoiceRequest): Sale => ({
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

const sameKeys = [
  'pointOfSale',
  'documentType',
  'concept',
  'receiverDocumentType',
  'date',
  'currency',
] as const;
const sameNumbers = [
  'receiverDocumentNumber',
  'total',
  'net',
  'outsideScope',
  'exempt',
  'otherTaxes',
  'vat',
] as const;

const isSameSale = (one: Sale, other: Sale): boolean =>
  sameKeys.every((key) => one[key] === other[key]) &&
  sameNumbers.every((key) => isSameNumber(one[key], other[key])) &&
  (!one.exchangeRate || !other.exchangeRate || isSameNumber(one.exchangeRate, other.exchangeRate));

const decimal = /^\d+(\.\d+)?$/;

const isSameNumber = (one: string, other: string) =>
  decimal.test(one) && decimal.test(other) && new Big(one).eq(other);
