import Big from 'big.js';
import { money, sumOf } from '#lib/documents/invoice/amount.ts';
import { pesosForOne } from '#lib/documents/invoice/currencies.ts';
import { isTaxCharge, taxTypeExtension } from '#lib/documents/invoice/extensions.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import type { IssuedInvoice } from './issued.ts';
import { type Fact, isForSimplifiedRegime } from './parties.ts';
import { fill, named, oneLine, texts, writtenMoney, writtenNumber, writtenPercent } from './texts.ts';

const { totals: labels } = texts;

/** From the subtotal down to the total. Class A tells net and VAT apart by rate; class C has none of it. */
export function sumsOf({ invoice, type }: Pick<IssuedInvoice, 'invoice' | 'type'>): {
  parts: Fact[];
  total: Fact;
} {
  const { totals, currency } = invoice;
  const taxes = otherTaxesOf(invoice);
  const sold = new Big(totals.total).minus(sumOf(taxes.map(({ amount }) => amount)));
  const fact = (label: string, amount: string): Fact => ({ label, value: writtenMoney(amount, currency) });
  return {
    parts: [
      ...soldFacts({ invoice, type }, sold, fact),
      ...taxes.map(({ label, amount }) => fact(label, money(amount))),
    ],
    total: fact(labels.total, totals.payable),
  };
}

type MakeFact = (label: string, amount: string) => Fact;

function soldFacts(
  { invoice, type }: Pick<IssuedInvoice, 'invoice' | 'type'>,
  sold: Big,
  fact: MakeFact,
): Fact[] {
  const { totals, tax } = invoice;
  if (type.letter === 'A') return byRate(invoice, fact);
  if (type.letter === 'C') return [fact(labels.subtotal, money(sold))];
  if (tax?.prices_include) return [fact(labels.subtotal, money(sold.plus(totals.tax)))];
  return [fact(labels.subtotalWithoutVat, money(sold)), fact(labels.allVat, totals.tax)];
}

function byRate({ totals }: Invoice, fact: MakeFact): Fact[] {
  const rates = totals.taxes?.categories[0].rates ?? [];
  const taxed = rates.flatMap(({ base, percent }) =>
    percent ? [fact(fill('totals.net', { percent: writtenPercent(percent) }), base)] : [],
  );
  const vat = rates.flatMap(({ amount, percent }) =>
    percent ? [fact(fill('totals.vat', { percent: writtenPercent(percent) }), amount)] : [],
  );
  const untaxed = rates.flatMap(({ key, base }) =>
    key === 'exempt' || key === 'outside-scope' ? [fact(labels[key], base)] : [],
  );
  return [...taxed, ...untaxed, ...vat];
}

interface OtherTax {
  code: string;
  label: string;
  amount: Big;
}

/** By the authority's kind; one that is alone in its kind by its own name. */
function otherTaxesOf({ charges = [] }: Invoice): OtherTax[] {
  const byCode = Map.groupBy(charges.filter(isTaxCharge), ({ ext }) => ext?.[taxTypeExtension] ?? '99');
  return [...byCode].map(([code, all]) => {
    const [only, second] = all;
    const reason = second ? undefined : only?.reason;
    const percent = second || !only?.percent ? '' : ` ${writtenPercent(only.percent)}`;
    return {
      code,
      label: `${reason ? oneLine(reason) : named(texts.otherTaxes, code)}${percent}`,
      amount: sumOf(all.map(({ amount }) => new Big(amount ?? 0))),
    };
  });
}

/** National taxes and internal taxes; perceptions are no part of a price. */
const nationalTaxes = ['1', '4'];

/** What of the price is tax, which a final consumer is to see (Ley 27.743, RG 5614/2024). */
export function transparencyOf({ invoice, type }: IssuedInvoice): Fact[] {
  if (type.letter !== 'B') return [];
  const { transparency } = texts;
  const national = otherTaxesOf(invoice).filter(({ code }) => nationalTaxes.includes(code));
  return [
    { label: transparency.vat, value: writtenMoney(invoice.totals.tax, invoice.currency) },
    {
      label: transparency.otherNational,
      value: writtenMoney(money(sumOf(national.map(({ amount }) => amount))), invoice.currency),
    },
  ];
}

const withLegend = ['51', '52', '53', '54'];

/** Sentences that the law wants on the paper. */
export function legendsOf(issued: IssuedInvoice): string[] {
  return [
    ...(withLegend.includes(issued.type.code) ? [texts.legends.withholding] : []),
    ...(isForSimplifiedRegime(issued) ? [texts.legends.simplifiedRegime] : []),
    ...exchangeOf(issued.invoice),
  ];
}

function exchangeOf(invoice: Invoice): string[] {
  const rate = pesosForOne(invoice);
  if (invoice.currency === 'ARS' || !rate) return [];
  const inPesos = money(new Big(invoice.totals.payable).times(rate).round(2, Big.roundHalfEven));
  return [
    fill('totals.rate', { currency: invoice.currency, rate: writtenNumber(rate) }),
    fill('totals.inPesos', { amount: writtenNumber(inPesos) }),
  ];
}
