import type { useTranslations } from 'next-intl';
import { creditInvoiceTag } from '#lib/documents/invoice/credit-invoice.ts';
import { customerStatusIn, vatStatusExtension } from '#lib/documents/invoice/customer.ts';
import {
  documentClasses,
  documentType,
  isExport,
  letterOfTags,
} from '#lib/documents/invoice/document-types.ts';
import { documentTypeExtension, statedAmountExtension } from '#lib/documents/invoice/extensions.ts';
import { treatmentOf, treatments } from '#lib/documents/invoice/vat.ts';
import { isObject, type Members } from '#lib/documents/json.ts';
import { withExportMembers, withoutExportMembers } from './export-values.ts';
import {
  itemsAt,
  membersAt,
  type Path,
  placeOfDocument,
  readText,
  valueAt,
  withoutValue,
  withValue,
} from './json-path.ts';

/** Names of the authority's VAT treatments: the code, or the key if there is no code. */
const vatNames = treatments.map(({ code, key }) => code ?? key);

/** VAT treatments to choose from, the usual ones first. */
export const vatChoices = ['5', '4', '6', '3', '8', '9', 'exempt', 'outside-scope'] as const;

/** Name of the VAT treatment at `path`; empty if there is none or an unknown one. */
export function vatAt(document: unknown, path: Path): string {
  const combos = itemsAt(document, [...path, 'taxes']).filter(isObject);
  const found = treatmentOf(combos as unknown as Parameters<typeof treatmentOf>[0], []);
  return 'treatment' in found ? (vatNames[treatments.indexOf(found.treatment)] ?? '') : '';
}

/** The VAT member of `taxes` in short form. The build completes it. */
export function taxesOf(name: string): Members[] | undefined {
  const treatment = treatments[vatNames.indexOf(name)];
  if (!treatment) return undefined;
  const { key, rate, percent } = treatment;
  return [{ cat: 'VAT', ...(rate ? { rate } : key === 'standard' ? { percent } : { key }) }];
}

/** Choices of the form that decide the class: the issuer's VAT status, or an export. */
export const regimes = ['registered', 'monotax', 'export'] as const;
export type Regime = (typeof regimes)[number];

const tagOfRegime: Readonly<Record<Regime, string | undefined>> = {
  registered: undefined,
  monotax: documentClasses.C.tag,
  export: documentClasses.E.tag,
};

/** The regime, according to the class that the document's tags or its type code request. */
export function regimeOf(document: unknown): Regime {
  const code = valueAt(document, ['tax', 'ext', documentTypeExtension]);
  const letter =
    letterOfTags(itemsAt(document, ['$tags'])) ??
    (typeof code === 'string' ? documentType(code)?.letter : undefined);
  if (letter === undefined || documentClasses[letter].hasVat) return 'registered';
  return isExport({ letter }) ? 'export' : 'monotax';
}

/** Whether the lines carry VAT. */
export const hasVat = (document: unknown): boolean => regimeOf(document) === 'registered';

export const isOfExport = (document: unknown): boolean => regimeOf(document) === 'export';

/**
 * Switches the regime. `registered` gives the lines the usual rate and removes the rates of discounts and charges,
 * which are then spread over the lines' rates. The others remove all VAT.
 */
export function withRegime(document: unknown, regime: Regime): unknown {
  const regimeTags = Object.values(tagOfRegime);
  const tags = itemsAt(document, ['$tags']).filter((tag) => !regimeTags.includes(tag as string));
  const tag = tagOfRegime[regime];
  const all = tag ? [...tags, tag] : tags;
  const tagged = withoutType(withValue(document, ['$tags'], all.length > 0 ? all : undefined));
  const taxed = ['lines', 'discounts', 'charges'].reduce<unknown>(
    (whole, list) =>
      itemsAt(whole, [list]).reduce<unknown>((before, _, index) => {
        const taxes = regime === 'registered' && list === 'lines' ? taxesOf('5') : undefined;
        return withValue(before, [list, index, 'taxes'], taxes);
      }, whole),
    tagged,
  );
  if (regime === 'export') return withExportMembers(taxed);
  return isOfExport(document) ? withoutExportMembers(taxed) : taxed;
}

/** Whether the document is a credit invoice (FCE), or a note of one. */
export function isCreditInvoice(document: unknown): boolean {
  const [corrected] = itemsAt(document, ['preceding']);
  const codes = [document, corrected].map((each, index) =>
    valueAt(each, [...(index === 0 ? ['tax'] : []), 'ext', documentTypeExtension]),
  );
  return (
    itemsAt(document, ['$tags']).includes(creditInvoiceTag) ||
    codes.some((code) => typeof code === 'string' && documentType(code)?.isCreditInvoice === true)
  );
}

/** Removes the type code, which follows from class and kind. */
export function withoutType(document: unknown): unknown {
  const { [documentTypeExtension]: _, ...ext } = membersAt(document, ['tax', 'ext']);
  if (!isObject(valueAt(document, ['tax', 'ext']))) return document;
  return withValue(document, ['tax', 'ext'], Object.keys(ext).length > 0 ? ext : undefined);
}

/** Marks the amount of the tax at `path` as stated, starting from its calculated amount. */
export const withStatedAmount = (document: unknown, path: Path, calculated: string): unknown => {
  const marked = withValue(document, [...path, 'ext', statedAmountExtension], 'S');
  return withValue(marked, [...path, 'amount'], calculated);
};

/** Removes the mark. The amount of a tax with a percent is calculated again; a fixed amount has no base. */
export function withoutStatedAmount(document: unknown, path: Path): unknown {
  const unmarked = withoutValue(document, [...path, 'ext', statedAmountExtension]);
  const { percent } = membersAt(unmarked, path);
  return withValue(unmarked, [...path, percent === undefined ? 'base' : 'amount'], undefined);
}

/** Lines not marked as goods are services. */
export const hasServices = (document: unknown): boolean =>
  itemsAt(document, ['lines']).some((line) => valueAt(line, ['item', 'key']) !== 'goods');

/** The customer's assumed VAT status, and its place in the text. */
export function assumptionIn(text: string): { status: string; parts: Path } | undefined {
  const whole = readText(text);
  if (!whole.ok) return undefined;
  const at = placeOfDocument(whole.value);
  const status = customerStatusIn(valueAt(whole.value, at));
  if (!status?.isAssumed) return undefined;
  return { status: status.code, parts: [...at, 'customer', 'ext', vatStatusExtension] };
}

/** Text of a VAT status; an unknown code is shown as it is. */
export const vatStatusText = (
  t: ReturnType<typeof useTranslations<'console.suppliers.vatStatuses'>>,
  code: string,
): string => (t.has(code as '1') ? t(code as '1') : code);

/** Decimal and thousands separators in the reader's language. */
const signsOf = (locale: string): { point: string; group: string } =>
  locale === 'en' ? { point: '.', group: ',' } : { point: ',', group: '.' };

/**
 * Converts a typed number to the document's notation: `1.250,50` and `1250,50` become `1250.50`. An ambiguous
 * number is read in the reader's language: `1.500` is fifteen hundred in Spanish, and one and a half in
 * English. Text that is not a number stays unchanged.
 */
export function decimalOf(typed: string, locale: string): string {
  const text = typed.trim();
  const { point, group } = signsOf(locale);
  const [dots, commas] = [text.split('.').length - 1, text.split(',').length - 1];
  if (dots > 0 && commas > 0) {
    const last = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
    return text.replaceAll(last === '.' ? ',' : '.', '').replace(last, '.');
  }
  if (text.includes(group) && isGrouped(text, group)) return text.replaceAll(group, '');
  if (text.includes(point) && point === ',') return text.replaceAll(',', '.');
  return text.includes(group) && group === ',' ? text.replaceAll(',', '.') : text;
}

const isGrouped = (text: string, group: string): boolean => {
  const [first = '', ...others] = text.split(group);
  return /^-?[1-9]\d{0,2}$/.test(first) && others.every((part) => /^\d{3}$/.test(part));
};

/** The reverse of `decimalOf`; text that is not a number stays unchanged. */
export const writtenDecimal = (text: string, locale: string): string =>
  /^-?\d+\.\d+$/.test(text) ? text.replace('.', signsOf(locale).point) : text;

/** `10,5 %` for `10.5%`, and `21 %` for `21.0%`. */
export const writtenPercent = (percent: string, locale: string): string =>
  `${writtenDecimal(percent.replace(/(\.0+)?\s?%$/, ''), locale)}${locale === 'en' ? '' : '\u00a0'}%`;
