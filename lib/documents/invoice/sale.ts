import Big from 'big.js';
import type { Document } from '../envelope.ts';
import { toCents } from './amount.ts';
import { authorityAmounts } from './authority-amounts.ts';
import { type Customer, vatStatusOf } from './customer.ts';
import { type DocumentType, documentClasses, documentType, isExport } from './document-types.ts';
import { countryCuitOf } from './export.ts';
import type { Invoice } from './invoice.ts';

/**
 * An authorized document as bookkeeping records it. Amounts are in the document's currency and not negative, also in
 * credit notes. `without VAT` + `not taxed` + `exempt` + net and VAT of each rate + other taxes = total.
 */
export interface Sale {
  type: DocumentType;
  pointOfSale: number;
  number: number;
  cae: string;
  /** ISO date. */
  issuedOn: string;
  customer: { identityType: string; identity: string; name: string; vatStatus: string };
  /** ISO 4217. */
  currency: string;
  /** The authority's code, such as `DOL`. */
  authorityCurrency: string;
  /** Pesos for one unit of the currency; undefined if the authority has not returned its rate. */
  rate: string | undefined;
  /** By the authority's code of the rate (docs/authority.md#tables). */
  vat: VatAmount[];
  /** Sale of a class without VAT (C, E). */
  withoutVat: Big;
  notTaxed: Big;
  exempt: Big;
  otherTaxes: { type: number; amount: Big }[];
  total: Big;
  /** ISO date; sent for services and credit invoices only. */
  dueOn: string | undefined;
}

interface VatAmount {
  code: number;
  net: Big;
  vat: Big;
}

/** @param doc an authorized invoice, which may lack its lines */
export function saleOf(doc: Document, cae: string): Sale {
  const invoice = doc as unknown as Invoice;
  const amounts = authorityAmounts(invoice);
  const type = documentType(String(amounts.CbteTipo));
  if (!type) throw new Error(`The document type ${amounts.CbteTipo} is unknown.`);
  const hasVat = documentClasses[type.letter].hasVat;
  return {
    type,
    pointOfSale: amounts.PtoVta,
    number: Number(invoice.code),
    cae,
    issuedOn: invoice.issue_date,
    customer: customerOf(invoice, type, amounts),
    currency: invoice.currency,
    authorityCurrency: amounts.MonId,
    rate: amounts.MonCotiz,
    vat: (amounts.Iva ?? []).map(({ Id, BaseImp, Importe }) => ({
      code: Id,
      net: new Big(BaseImp),
      vat: new Big(Importe),
    })),
    withoutVat: new Big(hasVat ? 0 : amounts.ImpNeto),
    notTaxed: new Big(amounts.ImpTotConc),
    exempt: new Big(amounts.ImpOpEx),
    otherTaxes: (amounts.Tributos ?? []).map(({ Id, Importe }) => ({ type: Id, amount: new Big(Importe) })),
    total: new Big(amounts.ImpTotal),
    dueOn: amounts.FchVtoPago?.replace(/^(\d{4})(\d\d)/, '$1-$2-'),
  };
}

/** A customer abroad is identified by the CUIT that stands for its country, as in the authority's books. */
function customerOf(
  { customer }: { customer?: Customer | undefined },
  type: DocumentType,
  { DocTipo, DocNro }: { DocTipo: number; DocNro: string },
): Sale['customer'] {
  return {
    identityType: isExport(type) ? '80' : String(DocTipo).padStart(2, '0'),
    identity: isExport(type) ? countryCuitOf(customer) : DocNro,
    name: customer?.name ?? '',
    vatStatus: vatStatusOf(customer),
  };
}

/** Sum of the net amounts, or of the VAT, of all rates. */
const sumOfRates = ({ vat }: Pick<Sale, 'vat'>, of: 'net' | 'vat'): Big =>
  vat.reduce((sum, each) => sum.plus(each[of]), new Big(0));

/**
 * The sale in pesos, with every part rounded to the cent and the total as the sum of the parts, so that columns add up.
 * Undefined without an exchange rate.
 */
export function inPesos(sale: Sale): Sale | undefined {
  if (sale.currency === 'ARS') return sale;
  const { rate } = sale;
  if (rate === undefined) return undefined;
  const convert = (amount: Big) => toCents(amount.times(rate));
  const converted = {
    ...sale,
    vat: sale.vat.map(({ code, net, vat }) => ({ code, net: convert(net), vat: convert(vat) })),
    withoutVat: convert(sale.withoutVat),
    notTaxed: convert(sale.notTaxed),
    exempt: convert(sale.exempt),
    otherTaxes: sale.otherTaxes.map(({ type, amount }) => ({ type, amount: convert(amount) })),
  };
  return { ...converted, total: totalOfParts(converted) };
}

export const otherTaxesOf = ({ otherTaxes }: Pick<Sale, 'otherTaxes'>): Big =>
  otherTaxes.reduce((sum, { amount }) => sum.plus(amount), new Big(0));

const totalOfParts = (sale: Omit<Sale, 'total'>): Big =>
  sumOfRates(sale, 'net')
    .plus(sumOfRates(sale, 'vat'))
    .plus(sale.withoutVat)
    .plus(sale.notTaxed)
    .plus(sale.exempt)
    .plus(otherTaxesOf(sale));

/** -1 for a credit note, else 1. */
export const signOf = ({ type }: Pick<Sale, 'type'>): 1 | -1 => (type.type === 'credit-note' ? -1 : 1);

/** Kinds of other taxes, as the VAT book tells them apart. */
export const taxKinds = [
  'national',
  'gross-income',
  'municipal',
  'internal',
  'uncategorised',
  'other',
] as const;
export type TaxKind = (typeof taxKinds)[number];

/** By the authority's type (docs/authority.md#vat-book). 1, 6 and 9 are national: taxes, VAT and other perceptions. */
const kindOfType: Readonly<Record<number, TaxKind>> = {
  1: 'national',
  3: 'municipal',
  4: 'internal',
  5: 'gross-income',
  6: 'national',
  7: 'gross-income',
  8: 'municipal',
  9: 'national',
  13: 'uncategorised',
};

export const taxesOfKind = (sale: Pick<Sale, 'otherTaxes'>, kind: TaxKind): Big =>
  otherTaxesOf({ otherTaxes: sale.otherTaxes.filter(({ type }) => (kindOfType[type] ?? 'other') === kind) });
