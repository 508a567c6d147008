import type Big from 'big.js';
import { calculateLine, calculatePayment, type Line } from './amount.ts';
import { lineRules, spreadRules, totalsRules, uncategorisedRules } from './amount-rules.ts';
import type { Broken } from './broken-rule.ts';
import { type Classified, classify } from './classification.ts';
import { documentClasses, isExport } from './document-types.ts';
import { exportAmountRules } from './export.ts';
import { isTaxCharge } from './extensions.ts';
import { type AmountThreshold, identificationRules } from './identification.ts';
import { findBrokenRules } from './rules.ts';
import type { Adjustment, InvoiceInput } from './schema.ts';
import { calculateTotals, type Totals } from './totals.ts';
import { comboOf, treatmentOf, type VatTreatment } from './vat.ts';

export interface Options {
  now: Date;
  /** Whether the issue date must be one that the authority accepts at `now`. A draft may have any date. */
  isForSending: boolean;
  /** Amounts that the operator adds to `identificationLimits`. */
  operatorLimits: readonly AmountThreshold[];
}

/** A complete invoice. Building it again changes nothing. */
export type Invoice = Omit<Classified['invoice'], 'series' | 'lines' | 'totals'> & {
  series: string;
  lines: Line[];
  totals: Totals;
};

/** Derives missing members, calculates the amounts, and checks every rule. */
export function completeInvoice(
  input: InvoiceInput,
  options: Options,
): { invoice: Invoice } | { broken: Broken[] } {
  const classified = classify(input, options.now);
  if ('code' in classified) return { broken: [classified] };
  const broken = findBrokenRules(classified, options);
  const treated = treatments(classified);
  if (treated.broken.length > 0) return { broken: [...broken, ...treated.broken] };
  const calculated = calculate(classified, treated);
  const { invoice, net } = calculated;
  if (isExport(classified.documentType)) {
    broken.push(...calculated.broken);
    if (broken.length === 0) broken.push(...exportAmountRules(invoice));
    return broken.length > 0 ? { broken } : { invoice };
  }
  broken.push(...calculated.broken, ...lineRules(invoice, treated), ...spreadRules(invoice, treated));
  if (broken.length > 0) return { broken };
  broken.push(
    ...totalsRules(invoice, treated, net),
    ...identificationRules(classified, invoice.totals, options),
    ...uncategorisedRules(classified, invoice),
  );
  return broken.length > 0 ? { broken } : { invoice };
}

export interface Treated {
  lines: (VatTreatment | undefined)[];
  discounts: (VatTreatment | undefined)[];
  charges: (VatTreatment | undefined)[];
  broken: Broken[];
}

/**
 * VAT treatments of lines, discounts and charges; empty in a class without VAT. A discount or charge that
 * names no VAT has no treatment: its amount is spread over the VAT rates of the lines.
 */
export function treatments({ invoice, documentType }: Classified): Treated {
  if (!documentClasses[documentType.letter].hasVat)
    return { lines: [], discounts: [], charges: [], broken: [] };
  const { lines, discounts = [], charges = [] } = invoice;
  const found = {
    lines: lines.map(({ taxes }, index) => treatmentOf(taxes, ['lines', index])),
    discounts: discounts.map(({ taxes }, index) =>
      taxes?.length ? treatmentOf(taxes, ['discounts', index]) : {},
    ),
    charges: charges.map((charge, index) =>
      isTaxCharge(charge) || !charge.taxes?.length ? {} : treatmentOf(charge.taxes, ['charges', index]),
    ),
  };
  return {
    lines: found.lines.map(treatmentIn),
    discounts: found.discounts.map(treatmentIn),
    charges: found.charges.map(treatmentIn),
    broken: Object.values(found)
      .flat()
      .filter((one) => 'code' in one),
  };
}

const treatmentIn = (found: { treatment?: VatTreatment } | Broken) =>
  'treatment' in found ? found.treatment : undefined;

/** Calculates the amounts. A line without a treatment counts without VAT. */
export function calculate(
  { invoice, documentType }: Classified,
  treated: Treated,
): { invoice: Invoice; net: Big; broken: Broken[] } {
  const lines = invoice.lines.map((line, index) => calculateLine(line, index, treated.lines[index]));
  const { totals, net, discounts, charges } = calculateTotals({
    lines: lines.map(({ total }, index) => ({ amount: total, treatment: treated.lines[index] })),
    discounts: (invoice.discounts ?? []).map((sent, index) => ({
      sent,
      treatment: treated.discounts[index],
    })),
    charges: (invoice.charges ?? []).map((sent, index) => ({ sent, treatment: treated.charges[index] })),
    pricesInclude: invoice.tax?.prices_include === 'VAT' && documentClasses[documentType.letter].hasVat,
  });
  const payment = calculatePayment(invoice.payment, totals.payable);
  return {
    invoice: {
      ...invoice,
      series: invoice.series ?? '',
      lines: lines.map(({ line }) => line),
      ...(invoice.discounts ? { discounts: discounts.map(numbered(treated.discounts)) } : {}),
      ...(invoice.charges ? { charges: charges.map(numbered(treated.charges)) } : {}),
      ...(payment ? { payment } : {}),
      totals,
    },
    net,
    broken: lines.flatMap((line) => line.broken),
  };
}

const numbered =
  (treated: (VatTreatment | undefined)[]) =>
  ({ adjustment }: { adjustment: Adjustment }, index: number): Adjustment => {
    const treatment = treated[index];
    const taxes = treatment && adjustment.taxes?.map((combo) => comboOf(treatment, combo));
    return { ...adjustment, i: index + 1, ...(taxes ? { taxes } : {}) };
  };
