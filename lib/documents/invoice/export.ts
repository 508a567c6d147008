import Big from 'big.js';
import { buenosAiresDay } from '#lib/time.ts';
import { addressText } from '../address.ts';
import { maxAmount } from './amount.ts';
import { type Broken, broken, exportRule, goblRule, tooLarge } from './broken-rule.ts';
import type { Classified } from './classification.ts';
import type { Invoice, Options } from './complete.ts';
import { companyCuitOf, countryCodeOf, isCountryCuit } from './countries.ts';
import { type Customer, identityOf } from './customer.ts';
import {
  documentTypeExtension,
  exportPermitKey,
  incotermsDetailExtension,
  incotermsExtension,
  isTaxCharge,
  languageExtension,
  sameCurrencyExtension,
} from './extensions.ts';
import type { InvoiceInput, Preceding } from './schema.ts';
import { daysAfter, monthOf } from './vat.ts';

/** The authority's code of what is exported: goods, services, or both («otros»), by concept. */
export const exportKinds = { '1': 1, '2': 2, '3': 4 } as const;

/** FEXGetPARAM_Incoterms as published in 2011, and the codes of Incoterms 2010 and 2020. */
export const incoterms = [
  'EXW',
  'FCA',
  'FAS',
  'FOB',
  'CFR',
  'CIF',
  'CPT',
  'CIP',
  'DAF',
  'DES',
  'DEQ',
  'DDU',
  'DDP',
  'DAP',
  'DAT',
  'DPU',
] as const;

/** Language of a document: Spanish unless stated. */
export const languages = { '1': 'es', '2': 'en', '3': 'pt' } as const;
type Language = (typeof languages)[keyof typeof languages];
export const languageCodeOf = ({ tax }: Pick<InvoiceInput, 'tax'>): string =>
  tax?.ext?.[languageExtension] ?? '1';
export const languageOf = (invoice: Pick<InvoiceInput, 'tax'>): Language =>
  languages[languageCodeOf(invoice) as keyof typeof languages] ?? 'es';

/** Country of destination (ISO 3166): of the customer's tax id, or else of its first address. */
export function destinationOf(customer: Customer | undefined): string | undefined {
  const country = customer?.tax_id?.country ?? customer?.addresses?.[0]?.country;
  return typeof country === 'string' ? country : undefined;
}

/** CUIT that stands for the customer's country: an identity of the customer, or else that of its companies. */
export function countryCuitOf(customer: Customer | undefined): string {
  const { number } = identityOf(customer);
  return isCountryCuit(number) ? number : companyCuitOf(destinationOf(customer) ?? '');
}

/** An export permit («permiso de embarque»), with the country (ISO 3166) to which its goods go. */
interface ExportPermit {
  code: string;
  country: string | undefined;
  path: (string | number)[];
}

export const exportPermitsOf = ({
  delivery,
  customer,
}: Pick<InvoiceInput, 'delivery' | 'customer'>): ExportPermit[] =>
  (delivery?.identities ?? []).flatMap(({ key, code = '', country = destinationOf(customer) }, index) =>
    key === exportPermitKey ? [{ code, country, path: ['delivery', 'identities', index] }] : [],
  );

type RuleOptions = Pick<Options, 'now' | 'isForSending'>;
type Rule = (classified: Classified, options: RuleOptions) => Broken[];

/** 1500: five days before or after the day of sending; services not in a later month. */
function dateRules(
  { invoice: { issue_date: date }, concept }: Classified,
  { now, isForSending }: RuleOptions,
) {
  if (!isForSending) return [];
  const today = buenosAiresDay(now);
  const days = daysAfter(today, date);
  if (Math.abs(days) > 5) {
    const message = `must be within 5 days of the day of sending; today is ${today}`;
    return [broken(exportRule(1500), ['issue_date'], message, { why: 'days', today })];
  }
  if (concept !== '2' || days <= 0 || monthOf(date) === monthOf(today)) return [];
  return [
    broken(exportRule(1500), ['issue_date'], 'must not be in a later month for services', { why: 'month' }),
  ];
}

function customerRules({ invoice: { customer }, documentType: { letter } }: Classified): Broken[] {
  if (!customer) return [broken(goblRule('09'), ['customer'], `is required in class ${letter}`, { letter })];
  const country = destinationOf(customer);
  const countryPath = customer.tax_id ? ['tax_id', 'country'] : ['addresses', 0, 'country'];
  return [
    ...(country !== undefined && countryCodeOf(country) !== undefined
      ? []
      : [
          broken(
            exportRule(1560),
            ['customer', ...countryPath],
            'must be a country abroad that the authority lists',
            country === undefined ? { why: 'missing' } : { country },
          ),
        ]),
    ...(customer.name.length > 200
      ? [broken(exportRule(1651), ['customer', 'name'], 'must have at most 200 characters')]
      : []),
    ...(addressText(customer) === ''
      ? [broken(exportRule(1660), ['customer', 'addresses'], 'is required: the address of the customer')]
      : []),
  ];
}

/** 1620: an invoice states how it is paid. 1672 to 1674: its date, which goods may have and notes may not. */
function paymentRules({ invoice: { type, payment, issue_date: issued }, concept }: Classified): Broken[] {
  const { detail, due_dates: dates = [] } = payment?.terms ?? {};
  const path = ['payment', 'terms', 'due_dates'];
  if (type !== 'standard') {
    return dates.length > 0 ? [broken(exportRule(1673), path, 'must be left out in a note')] : [];
  }
  const detailRules =
    detail === undefined
      ? [broken(exportRule(1620), ['payment', 'terms', 'detail'], 'is required: how the export is paid')]
      : [];
  if (concept === '1') return detailRules;
  if (dates.length === 0) {
    return [...detailRules, broken(exportRule(1672), path, 'is required for services: the date of payment')];
  }
  const early = dates.flatMap(({ date }, index) =>
    date < issued
      ? [broken(exportRule(1674), [...path, index, 'date'], 'must not be before the issue date')]
      : [],
  );
  return [...detailRules, ...early];
}

function incotermsRules({ invoice: { tax, type }, concept }: Classified): Broken[] {
  const { [incotermsExtension]: code, [incotermsDetailExtension]: detail } = tax?.ext ?? {};
  const path = ['tax', 'ext', incotermsExtension];
  const detailPath = ['tax', 'ext', incotermsDetailExtension];
  if (code === undefined) {
    if (type === 'standard' && concept === '1') {
      return [broken(exportRule(1640), path, 'is required for goods, such as FOB', { why: 'missing' })];
    }
    return detail === undefined
      ? []
      : [broken(exportRule(1641), detailPath, `must be left out without ${incotermsExtension}`)];
  }
  return [
    ...(incoterms.some((each) => each === code)
      ? []
      : [
          broken(exportRule(1640), path, `must be one of ${incoterms.join(', ')}`, { codes: [...incoterms] }),
        ]),
    ...((detail?.length ?? 0) > 20
      ? [broken(exportRule(1642), detailPath, 'must have at most 20 characters')]
      : []),
  ];
}

function languageRules({ invoice }: Classified): Broken[] {
  if (Object.hasOwn(languages, languageCodeOf(invoice))) return [];
  const message = 'must be 1 (Spanish), 2 (English) or 3 (Portuguese)';
  return [broken(exportRule(1630), ['tax', 'ext', languageExtension], message)];
}

/** `09052EC01006154G` */
const permitCode = /^\d{5}[A-Z]{2}[A-Z0-9]{2}\d{6}[A-Z]$/;

/** Export permits exist only for goods. */
function permitRules({ invoice, concept }: Classified): Broken[] {
  const seen = new Set<string>();
  return exportPermitsOf(invoice).flatMap(({ code, country, path }) => {
    if (concept !== '1') {
      return [broken(exportRule(1736), path, 'must be left out: only an export of goods has permits')];
    }
    if (!permitCode.test(code)) {
      const message = 'must be an export permit such as 09052EC01006154G';
      return [broken(exportRule(1740), [...path, 'code'], message, { why: 'form' })];
    }
    if (country === undefined || countryCodeOf(country) === undefined) {
      const message = 'must be a country abroad that the authority lists';
      return [broken(exportRule(1750), [...path, 'country'], message)];
    }
    if (seen.has(`${code}/${country}`)) {
      return [broken(exportRule(1740), path, 'is listed twice', { why: 'twice' })];
    }
    seen.add(`${code}/${country}`);
    return [];
  });
}

/** Types that a note of services may not correct, with the code of the rule. */
const uncorrectable: Record<'credit-note' | 'debit-note', Record<string, number>> = {
  'debit-note': { '20': 2041, '21': 2042 },
  'credit-note': { '21': 2045 },
};

/** A note corrects one document of class E: 1754, 1680, 1690, 1700, and 2041 to 2052 for services. */
function correctionRules({ invoice, documentType, concept }: Classified): Broken[] {
  const { type, preceding = [], issue_date: issued } = invoice;
  const [corrected, second] = preceding;
  if (type === 'standard') {
    return corrected
      ? [broken(exportRule(1755), ['preceding'], 'must be left out: only a note corrects another document')]
      : [];
  }
  if (!corrected) {
    return [broken(goblRule('21'), ['preceding'], 'is required: the document that this note corrects')];
  }
  if (corrected.code === undefined) {
    const message = 'is required: a note of an export corrects one document, and no period';
    return [broken(exportRule(1820), ['preceding', 0, 'code'], message)];
  }
  if (second) {
    return [broken(exportRule(1754), ['preceding', 1], 'must be left out: a note corrects one document')];
  }
  const isOfServices = concept === '2';
  const isLater = isOfServices && corrected.issue_date !== undefined && corrected.issue_date > issued;
  return [
    ...correctedTypeRules(corrected, documentType.corrects, isOfServices ? uncorrectable[type] : {}),
    ...correctedNumberRules(corrected),
    ...(isLater
      ? [broken(exportRule(2052), ['issue_date'], 'must not be before the date of the corrected document')]
      : []),
  ];
}

function correctedTypeRules(
  { ext }: Preceding,
  corrects: readonly string[],
  refused: Record<string, number>,
): Broken[] {
  const path = ['preceding', 0, 'ext', documentTypeExtension];
  const type = ext?.[documentTypeExtension];
  if (type === undefined)
    return [broken(goblRule('22'), path, 'is required: the type of the corrected document')];
  const types = corrects.filter((each) => !Object.hasOwn(refused, each));
  if (types.includes(type)) return [];
  return [broken(exportRule(refused[type] ?? 1680), path, `must be ${types.join(' or ')}`, { types })];
}

function correctedNumberRules({ series = '', code = '' }: Preceding): Broken[] {
  const isInRange = (text: string, most: number) =>
    /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;
  return [
    ...(isInRange(series, 99_998)
      ? []
      : [broken(exportRule(1690), ['preceding', 0, 'series'], 'must be a point of sale, from 1 to 99998')]),
    ...(isInRange(code, 99_999_999)
      ? []
      : [broken(exportRule(1700), ['preceding', 0, 'code'], 'must be the number of the document')]),
  ];
}

/** 1605: only an invoice states that it is paid in its currency. */
function sameCurrencyRules({ invoice: { tax, type } }: Classified): Broken[] {
  if (type === 'standard' || tax?.ext?.[sameCurrencyExtension] === undefined) return [];
  const path = ['tax', 'ext', sameCurrencyExtension];
  return [broken(exportRule(1605), path, 'must be left out in a note', { why: 'note' })];
}

/** Quantities and unit prices have 12 digits before the point. */
const maxFactor = new Big('1e12');

function lineRules({ invoice: { lines } }: Classified): Broken[] {
  return lines.flatMap(({ quantity, item }, index) => {
    const path = ['lines', index];
    return [
      ...(new Big(quantity).gt(0)
        ? []
        : [broken(exportRule(1780), [...path, 'quantity'], 'must be above 0')]),
      ...(new Big(quantity).lt(maxFactor)
        ? []
        : [broken(exportRule(1813), [...path, 'quantity'], 'must have at most 12 digits before the point')]),
      ...(item.price.startsWith('-')
        ? [broken(exportRule(1800), [...path, 'item', 'price'], 'must not be negative')]
        : []),
      ...(new Big(item.price).lt(maxFactor)
        ? []
        : [
            broken(
              exportRule(1814),
              [...path, 'item', 'price'],
              'must have at most 12 digits before the point',
            ),
          ]),
      ...((item.ref?.length ?? 0) > 50
        ? [broken(exportRule(1760), [...path, 'item', 'ref'], 'must have at most 50 characters')]
        : []),
    ];
  });
}

/** The total is the sum of the items: there is no place for other taxes. */
const chargeRules = ({ invoice: { charges = [] } }: Classified): Broken[] =>
  charges.flatMap((charge, index) =>
    isTaxCharge(charge)
      ? [
          broken(exportRule(1610), ['charges', index], 'must be left out: an export has no other taxes', {
            why: 'tax',
          }),
        ]
      : [],
  );

/** Rules of WSFEX for a document before its amounts are calculated. */
export const exportRules: readonly Rule[] = [
  dateRules,
  customerRules,
  paymentRules,
  incotermsRules,
  languageRules,
  permitRules,
  correctionRules,
  sameCurrencyRules,
  lineRules,
  chargeRules,
];

const maxItems = 9_999;

/** Rules of WSFEX for the calculated amounts. */
export function exportAmountRules({
  lines,
  discounts: ofDocument = [],
  charges = [],
  totals,
}: Pick<Invoice, 'lines' | 'discounts' | 'charges' | 'totals'>): Broken[] {
  const lineCharges = lines.reduce((count, line) => count + (line.charges?.length ?? 0), 0);
  if (lines.length + lineCharges + ofDocument.length + charges.length > maxItems) {
    const message = `must be at most ${maxItems}, with discounts and charges`;
    return [broken(exportRule(1666), ['lines'], message)];
  }
  const { sum, payable } = totals;
  const tooLargeSums = Object.entries({ sum, payable }).flatMap(([name, amount]) =>
    new Big(amount).abs().gt(maxAmount) ? [tooLarge(['totals', name])] : [],
  );
  const discounted = lines.flatMap(({ sum: ofLine, discounts = [] }, index) => {
    const discount = discounts.reduce((total, { amount }) => total.plus(amount ?? 0), new Big(0));
    const path = ['lines', index, 'discounts'];
    return discount.gt(ofLine)
      ? [
          broken(exportRule(1812), path, `exceed the amount of the line, which is ${ofLine}`, {
            amount: ofLine,
          }),
        ]
      : [];
  });
  const negative = payable.startsWith('-')
    ? [
        broken(exportRule(1610), ['totals', 'payable'], `must not be negative, but is ${payable}`, {
          why: 'negative',
          amount: payable,
        }),
      ]
    : [];
  return [...tooLargeSums, ...discounted, ...negative];
}
