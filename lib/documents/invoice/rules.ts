import Big from 'big.js';
import { buenosAiresDay } from '#lib/time.ts';
import { dottedPath } from '../validation.ts';
import { isAssumed } from './assumed-codes.ts';
import { arcaRule, type Broken, broken, exportRule, goblRule } from './broken-rule.ts';
import type { Classified } from './classification.ts';
import type { Options } from './complete.ts';
import { creditInvoiceRules, creditInvoiceTag } from './credit-invoice.ts';
import { authorityCurrency, knownCurrencies, pesosForOne } from './currencies.ts';
import {
  finalConsumer,
  firstIdentity,
  identityFaultText,
  identityOf,
  identityTypeExtension,
  isKnownIdentityType,
  registerStatusOf,
  vatStatusExtension,
} from './customer.ts';
import {
  type DocumentClass,
  documentClasses,
  letterOfTags,
  lettersOf,
  mayIssue,
  vatStatuses,
} from './document-types.ts';
import { exportRules } from './export.ts';
import {
  documentTypeExtension,
  isTaxCharge,
  sameCurrencyExtension,
  taxTypeExtension,
  taxTypes,
} from './extensions.ts';
import { issuerStatusIn } from './issuer-status.ts';
import { correctionRules } from './note.ts';
import type { Adjustment } from './schema.ts';
import { daysAfter, monthOf } from './vat.ts';

const typeNames = { standard: 'an invoice', 'debit-note': 'a debit note', 'credit-note': 'a credit note' };

function pointOfSaleRules({ invoice: { series } }: Classified): Broken[] {
  if (!series) return [broken(goblRule('01'), ['series'], 'is required: the number of the point of sale')];
  const isPointOfSale = /^\d{1,5}$/.test(series) && Number(series) >= 1 && Number(series) <= 99_998;
  if (isPointOfSale) return [];
  return [broken(goblRule('02'), ['series'], 'must be the number of a point of sale, from 1 to 99998')];
}

function numberRules({ invoice }: Classified): Broken[] {
  if (invoice.code === undefined) return [];
  return [
    broken(
      'code-is-assigned',
      ['code'],
      'must be left out: the authority’s next number is assigned on sending',
    ),
  ];
}

function supplierRules({ invoice: { supplier } }: Classified): Broken[] {
  if (supplier.tax_id.country === 'AR') return [];
  const path = ['supplier', 'tax_id', 'country'];
  return [
    broken('supplier-not-argentine', path, 'must be AR: only a CUIT can issue an invoice in Argentina'),
  ];
}

/** The `type` must agree with the document type. GOBL has a separate rule for each kind of disagreement. */
function documentTypeRules({ invoice, documentType }: Classified): Broken[] {
  const path = ['tax', 'ext', documentTypeExtension];
  const { type, letter, code } = documentType;
  const contradiction = (rule: Broken['code']) => [
    broken(
      rule,
      path,
      `is ${code}, ${typeNames[type]}, but the type of the invoice is ${typeNames[invoice.type]}`,
      {
        code,
      },
    ),
  ];
  if (invoice.type !== type) {
    if (invoice.type === 'credit-note') return contradiction(goblRule('05'));
    if (invoice.type === 'debit-note') return contradiction(goblRule('06'));
    return contradiction(goblRule(type === 'credit-note' ? '07' : '08'));
  }
  if (invoice.$tags?.includes(creditInvoiceTag) && !documentType.isCreditInvoice) {
    const message = `is ${code}, but the tag ${creditInvoiceTag} requests a credit invoice`;
    return [broken('document-type-mismatch', path, message, { why: 'fce', code })];
  }
  const tagLetter = letterOfTags(invoice.$tags);
  if (tagLetter !== undefined && letter !== tagLetter) {
    return [
      broken(
        'document-type-mismatch',
        path,
        `is ${code}, of class ${letter}, but the tag ${documentClasses[tagLetter].tag} requests class ${tagLetter}`,
        { code, letter, why: documentClasses[tagLetter].tag ?? 'other' },
      ),
    ];
  }
  return [];
}

/**
 * 10000: the supplier's status must allow the class. Does not apply to notes, which have the class of the
 * corrected document.
 */
function issuerStatusRules({ invoice: { supplier }, documentType }: Classified): Broken[] {
  const status = issuerStatusIn(supplier);
  const { letter, type } = documentType;
  if (!status || type !== 'standard' || mayIssue(status, letter)) return [];
  const code = supplier.ext?.[vatStatusExtension] ?? '';
  const classes = lettersOf(status).join(' and ');
  return [
    broken(
      'issuer-status-contradicted',
      ['supplier', 'ext', vatStatusExtension],
      `is ${code}, which issues class ${classes}, but the document is of class ${letter}`,
      { why: 'document', status, letter, code },
    ),
  ];
}

/**
 * 10016 and 10152 of the manual: the date must be within five days of sending, or ten if services are
 * included. For goods it may not be in a later month. The authority also requires dates in the order of the
 * numbers, which can only be checked on sending.
 */
function dateRules(
  { invoice, concept, documentType }: Classified,
  { now, isForSending }: RuleOptions,
): Broken[] {
  if (!isForSending) return [];
  if (documentType.isCreditInvoice) return creditInvoiceDateRules(invoice, now);
  const { issue_date: date } = invoice;
  const today = buenosAiresDay(now);
  const days = daysAfter(today, date);
  const maxDays = concept === '1' ? 5 : 10;
  if (Math.abs(days) > maxDays) {
    const soldKind = concept === '1' ? 'for goods' : 'for services';
    return [
      broken(
        arcaRule(10016),
        ['issue_date'],
        `must be within ${maxDays} days of the day of sending ${soldKind}; today is ${today}`,
        { why: 'days', days: maxDays, today },
      ),
    ];
  }
  if (concept === '1' && days > 0 && monthOf(date) !== monthOf(today)) {
    return [broken(arcaRule(10152), ['issue_date'], 'must not be in a future month for goods')];
  }
  return [];
}

/** A credit invoice may be dated five days back and one ahead, within the month; its notes five days back. */
function creditInvoiceDateRules({ issue_date: date, type }: Classified['invoice'], now: Date): Broken[] {
  const today = buenosAiresDay(now);
  const days = daysAfter(today, date);
  if (days < -5 || days > (type === 'standard' ? 1 : 0)) {
    const message = `must be at most 5 days before the day of sending, and not after it; today is ${today}`;
    return [broken(arcaRule(10016), ['issue_date'], message, { why: 'credit-invoice', today })];
  }
  if (days <= 0 || monthOf(date) === monthOf(today)) return [];
  return [broken(arcaRule(10152), ['issue_date'], 'must not be in a future month')];
}

/**
 * GOBL's rules 09 and 10 hold only in class A: in B and C, a customer who is absent or only named is a final
 * consumer, whom the authority accepts below a certain amount (identification.ts).
 */
function customerRules({
  invoice: { customer, supplier },
  documentType: { letter },
  vatStatus,
}: Classified): Broken[] {
  const { isOptional } = documentClasses[letter].receiver;
  if (!customer) {
    return isOptional
      ? []
      : [broken(goblRule('09'), ['customer'], `is required in class ${letter}`, { letter })];
  }
  const isNamedConsumer = isOptional && vatStatus === finalConsumer;
  if (!customer.tax_id && firstIdentity(customer).index < 0 && !isNamedConsumer) {
    const message = `needs a tax_id, or an identity with ${identityTypeExtension} such as 96 for a DNI`;
    return [broken(goblRule('10'), ['customer'], message)];
  }
  const { number, path } = identityOf(customer);
  return number === supplier.tax_id.code
    ? [broken(arcaRule(10069), path, 'must not be the supplier’s own')]
    : [];
}

/** Checks the identity of a customer without a CUIT, and whether the class requires a CUIT (10013). */
function identityRules({ invoice: { customer }, documentType }: Classified): Broken[] {
  const { index, type } = firstIdentity(customer);
  const identity = identityOf(customer);
  if (customer?.tax_id?.country !== 'AR' && type !== undefined) {
    const path = ['customer', 'identities', index];
    if (!isKnownIdentityType(type)) {
      return [
        broken(
          arcaRule(10015),
          [...path, 'ext', identityTypeExtension],
          'is not an identity type of the authority',
          { why: 'type' },
        ),
      ];
    }
    const problem = identityFaultText(identity);
    if (problem) return [broken(arcaRule(10015), identity.path, problem)];
  }
  const { letter } = documentType;
  if (!customer || documentClasses[letter].receiver.identifiedBy !== 'cuit' || identity.type === '80')
    return [];
  return [broken(arcaRule(10013), ['customer', 'tax_id'], `must be a CUIT in class ${letter}`)];
}

function vatStatusRules({
  invoice: { customer },
  documentType: { letter },
  vatStatus,
}: Classified): Broken[] {
  if (!customer) return [];
  const path = ['customer', 'ext', vatStatusExtension];
  if (!vatStatuses.includes(vatStatus)) {
    const message = `is not a VAT status: use ${listItems([...vatStatuses].sort((one, other) => Number(one) - Number(other)))}`;
    return [broken(arcaRule(10242), path, message, { why: 'status' })];
  }
  const { statuses, statusRule } = documentClasses[letter].receiver;
  if (statusRule === undefined || statuses.includes(vatStatus)) return [];
  const registerStatus = registerStatusOf(customer);
  const reason = registerStatus ? 'register' : isAssumed(customer, vatStatusExtension) ? 'assumed' : 'given';
  const message =
    reason === 'assumed'
      ? `is ${vatStatus}, as derived from the tax id, but class ${letter} is for ${listItems(statuses)}`
      : `must be ${listItems(statuses)} in class ${letter}`;
  const statusParams = registerStatus
    ? { status: vatStatus, date: buenosAiresDay(new Date(registerStatus.readAt)) }
    : {};
  return [broken(goblRule(statusRule), path, message, { why: reason, ...statusParams })];
}

/** `1, 6 or 13` */
const listItems = (items: readonly string[]): string => `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;

/**
 * Services require a period and a due date (10049); goods may not have a due date. Credit invoices have their own
 * rules for the due date.
 */
function serviceRules(classified: Classified): Broken[] {
  if (classified.documentType.isCreditInvoice) {
    return classified.concept === '1' ? [] : periodRules(classified);
  }
  if (classified.concept !== '1') return [...periodRules(classified), ...dueDateRules(classified)];
  if (!classified.invoice.payment?.terms?.due_dates?.length) return [];
  const path = ['payment', 'terms', 'due_dates'];
  return [
    broken(
      goblRule('20'),
      path,
      'must be left out for goods: the authority accepts a due date only for services',
    ),
  ];
}

/** Adds the lines that count as services only because they have no key. */
function missingForServices({ lines }: Classified['invoice'], rule: Broken): Broken {
  const others = lines.flatMap(({ item }, index) =>
    item.key === undefined ? [['lines', index, 'item', 'key']] : [],
  );
  const [first] = others;
  if (!first) return rule;
  const assumption = `a line without item.key counts as a service; set ${dottedPath(first)} to "goods" if goods are sold`;
  return { ...rule, message: `${rule.message} (${assumption})`, others: others.slice(0, maxOthers) };
}

const maxOthers = 20;

function periodRules({ invoice }: Classified): Broken[] {
  const { ordering } = invoice;
  const missing = (rule: '15' | '16', path: string[], message: string) =>
    missingForServices(invoice, broken(goblRule(rule), path, message));
  if (!ordering) return [missing('15', ['ordering'], 'is required for services, with their period')];
  if (!ordering.period) {
    return [missing('16', ['ordering', 'period'], 'is required for services: its start and end')];
  }
  if (ordering.period.start <= ordering.period.end) return [];
  return [broken(arcaRule(10032), ['ordering', 'period', 'end'], 'must not be before the start')];
}

function dueDateRules({ invoice }: Classified): Broken[] {
  const { payment, issue_date: issued } = invoice;
  const missing = (rule: '17' | '18' | '19', path: string[], message: string) =>
    missingForServices(invoice, broken(goblRule(rule), path, message));
  if (!payment) return [missing('17', ['payment'], 'is required for services, with a due date in its terms')];
  const path = ['payment', 'terms'];
  if (!payment.terms) return [missing('18', path, 'is required for services, with a due date')];
  const dates = payment.terms.due_dates ?? [];
  if (dates.length === 0) {
    return [missing('19', [...path, 'due_dates'], 'is required for services: the due date')];
  }
  return dates.flatMap(({ date }, index) =>
    date < issued
      ? [broken(arcaRule(10036), [...path, 'due_dates', index, 'date'], 'must not be before the issue date')]
      : [],
  );
}

/**
 * The comparison with the official rate (10119, 10038) is only possible on sending. An invoice paid in its
 * foreign currency needs no rate, because the authority applies its own (docs/authority.md#foreign-currency).
 */
function currencyRules({ invoice, documentType: { letter } }: Classified): Broken[] {
  const { currency } = invoice;
  const codes = currencyCodes[documentClasses[letter].service];
  if (!authorityCurrency(currency)) {
    return [
      broken('currency-not-supported', ['currency'], `must be one of ${knownCurrencies.join(', ')}`, {
        currencies: [...knownCurrencies],
      }),
    ];
  }
  return [...rateRules(invoice, codes), ...sameCurrencyRules(invoice, codes)];
}

/** Codes of each service for the same rules. */
const currencyCodes = {
  wsfe: { rate: arcaRule(10038), sameCurrency: arcaRule(10239), inPesos: arcaRule(10241) },
  wsfex: { rate: exportRule(1600), sameCurrency: exportRule(1603), inPesos: exportRule(1605) },
} as const;
type CurrencyCodes = (typeof currencyCodes)[keyof typeof currencyCodes];

function rateRules(invoice: Classified['invoice'], codes: CurrencyCodes): Broken[] {
  const rate = pesosForOne(invoice);
  const path = ['exchange_rates'];
  if (rate === undefined) {
    if (invoice.tax?.ext?.[sameCurrencyExtension] === 'S') return [];
    const message = `is required: the rate from ${invoice.currency} to ARS`;
    return [broken(goblRule('24'), path, message, { currency: invoice.currency })];
  }
  if (!new Big(rate).gt(0)) return [broken(codes.rate, path, 'must be above 0', { why: 'zero' })];
  if (new Big(rate).gte(10_000)) {
    const message = 'must be below 10000: the authority accepts 4 digits before the point';
    return [broken('amount-too-large', path, message, { why: 'rate' })];
  }
  return otherRateRules(invoice, rate);
}

/** Refuses different rates for the same currencies, because only one of them is used. */
const otherRateRules = (
  { currency, exchange_rates: rates = [] }: Classified['invoice'],
  rate: string,
): Broken[] =>
  rates.flatMap(({ from, to, amount }, index) =>
    from !== currency || to !== 'ARS' || new Big(amount).eq(rate)
      ? []
      : [
          broken(
            'amount-lost',
            ['exchange_rates', index, 'amount'],
            `differs from the rate ${rate} that the document already has`,
            {
              why: 'rate',
              amount: rate,
            },
          ),
        ],
  );

function sameCurrencyRules({ currency, tax }: Classified['invoice'], codes: CurrencyCodes): Broken[] {
  const sameCurrency = tax?.ext?.[sameCurrencyExtension];
  const path = ['tax', 'ext', sameCurrencyExtension];
  if (sameCurrency === undefined || sameCurrency === 'N') return [];
  if (sameCurrency !== 'S') return [broken(codes.sameCurrency, path, 'must be S or N')];
  return currency === 'ARS' ? [broken(codes.inPesos, path, 'must be N or left out in pesos')] : [];
}

const otherTaxType = '99';

/** 10071: documents of a class without VAT, such as a monotributo's, have no VAT on any line. */
function vatFreeClassRules({ invoice, documentType: { letter } }: Classified): Broken[] {
  const { hasVat, vatKey } = documentClasses[letter];
  if (hasVat) return [];
  const { lines, discounts = [], charges = [], supplier } = invoice;
  const assumedStatus = isAssumed(supplier, vatStatusExtension) ? issuerStatusIn(supplier) : undefined;
  const params = vatKey ? { why: vatKey } : assumedStatus && { why: 'issuer', status: assumedStatus };
  return Object.entries({ lines, discounts, charges }).flatMap(([name, items]) =>
    items.flatMap(({ taxes }, index) =>
      taxes?.some(({ key }) => vatKey === undefined || key !== vatKey)
        ? [
            broken(
              goblRule('23'),
              [name, index, 'taxes'],
              `must be left out: class ${letter} has no VAT`,
              params,
            ),
          ]
        : [],
    ),
  );
}

const chargeRules = ({ invoice: { charges = [] } }: Classified): Broken[] =>
  charges.flatMap((charge, index) => (isTaxCharge(charge) ? taxChargeRules(charge, ['charges', index]) : []));

/**
 * Other taxes: GOBL's BILL-CHARGE-01 and 03, and 10042 of the manual. GOBL's 02, which requires a percent, is
 * not checked, because the authority accepts fixed amounts.
 */
function taxChargeRules({ ext, reason, taxes }: Adjustment, path: (string | number)[]): Broken[] {
  const type = ext?.[taxTypeExtension];
  if (!taxTypes.some((known) => known === type)) {
    const types = [...taxTypes];
    const message = `must be a type of tax: ${types.join(', ')}`;
    return [broken('GOBL-AR-ARCA-BILL-CHARGE-01', [...path, 'ext', taxTypeExtension], message, { types })];
  }
  if (type === otherTaxType && reason === undefined) {
    return [broken('GOBL-AR-ARCA-BILL-CHARGE-03', [...path, 'reason'], 'is required: the type of tax')];
  }
  return taxes?.length
    ? [broken('vat-required', [...path, 'taxes'], 'must be left out: a tax has no VAT', { why: 'tax' })]
    : [];
}

type RuleOptions = Pick<Options, 'now' | 'isForSending'>;
type Rule = (classified: Classified, options: RuleOptions) => Broken[];

/**
 * Rules of GOBL's addon and of the authority that can be checked before calculation. Rules 03, 04 and 11 of
 * the addon can not be broken, because their values are derived; 12 is about a type that Alta does not issue.
 */
const sharedRules: readonly Rule[] = [
  pointOfSaleRules,
  numberRules,
  supplierRules,
  documentTypeRules,
  issuerStatusRules,
];
const rules: Readonly<Record<DocumentClass['service'], readonly Rule[]>> = {
  wsfe: [
    ...sharedRules,
    dateRules,
    customerRules,
    identityRules,
    vatStatusRules,
    serviceRules,
    correctionRules,
    creditInvoiceRules,
    currencyRules,
    vatFreeClassRules,
    chargeRules,
  ],
  wsfex: [...sharedRules, ...exportRules, currencyRules, vatFreeClassRules],
};

export const findBrokenRules: Rule = (classified, options) =>
  rules[documentClasses[classified.documentType.letter].service].flatMap((rule) => rule(classified, options));
