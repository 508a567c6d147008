import Big from 'big.js';
import { type Broken, broken } from './broken-rule.ts';
import type { Combo } from './schema.ts';

export const vatRateExtension = 'ar-arca-vat-rate';

export interface VatTreatment {
  key: 'standard' | 'zero' | 'exempt' | 'outside-scope';
  rate?: 'reduced' | 'general' | 'increased';
  percent?: string;
  /** The authority's code of the rate; none if exempt or outside VAT. */
  code?: string;
}

/** The authority's rates (docs/authority.md#tables); 5 % and 2.5 % have no name in GOBL's regime. */
export const treatments: readonly VatTreatment[] = [
  { key: 'zero', percent: '0%', code: '3' },
  { key: 'standard', rate: 'reduced', percent: '10.5%', code: '4' },
  { key: 'standard', rate: 'general', percent: '21.0%', code: '5' },
  { key: 'standard', rate: 'increased', percent: '27.0%', code: '6' },
  { key: 'standard', percent: '5.0%', code: '8' },
  { key: 'standard', percent: '2.5%', code: '9' },
  { key: 'exempt' },
  { key: 'outside-scope' },
];

/** Codes and percents of the rates, the lowest first. */
export const vatRates = treatments
  .flatMap(({ code, percent }) =>
    code && percent ? [{ code: Number(code), percent: Number.parseFloat(percent) }] : [],
  )
  .toSorted((a, b) => a.percent - b.percent);

/** Values that older versions of GOBL wrote in `rate`. */
const formerRates: Readonly<Record<string, Pick<VatTreatment, 'key' | 'rate'>>> = {
  standard: { key: 'standard', rate: 'general' },
  zero: { key: 'zero' },
  exempt: { key: 'exempt' },
};

/** Finds the VAT treatment of a line, discount or charge, which must have exactly one in classes A and B. */
export function treatmentOf(
  taxes: readonly Combo[] | undefined,
  path: (string | number)[],
): { treatment: VatTreatment } | Broken {
  const at = [...path, 'taxes'];
  const [combo, second] = taxes ?? [];
  if (!combo)
    return broken('vat-required', at, 'is required: the VAT rate, or the key exempt or outside-scope', {
      why: 'missing',
    });
  if (second)
    return broken(
      'vat-required',
      [...at, 1],
      'must be left out: a line has one VAT; other taxes are charges',
      { why: 'second' },
    );
  if (combo.cat !== 'VAT' || (combo.country ?? 'AR') !== 'AR') {
    return broken(
      'vat-required',
      [...at, 0],
      'must be Argentine VAT; other taxes are charges with the key tax',
      { why: 'foreign' },
    );
  }
  if (combo.key === 'export') {
    return broken(
      'export-not-supported',
      [...at, 0, 'key'],
      'is export: add the tag export, which makes the document an export of class E',
    );
  }
  const conditions = conditionsOf(combo);
  const matchingTreatments = treatments.filter((treatment) => meetsConditions(treatment, conditions));
  const [treatment] = matchingTreatments;
  if (treatment && matchingTreatments.length === 1) return { treatment };
  return broken(
    'GOBL-AR-ARCA-TAX-COMBO-01',
    [...at, 0],
    'is not an Argentine VAT: use 0, 2.5, 5, 10.5, 21 or 27 %, or the key exempt or outside-scope',
  );
}

type Condition = (treatment: VatTreatment) => boolean;

/**
 * Conditions that a combo sets. A code in `ext` comes from an earlier build. Members that contradict it were
 * changed since then, so only these members count.
 */
function conditionsOf({ key, rate, percent, ext }: Combo): Condition[] {
  const code = ext?.[vatRateExtension];
  const hasCode: Condition = (treatment) => treatment.code === code;
  const conditions = [
    ...(key === undefined ? [] : [(treatment: VatTreatment) => treatment.key === key]),
    ...(rate === undefined ? [] : [hasRate(rate)]),
    ...(percent === undefined ? [] : [hasPercent(percent)]),
  ];
  if (code === undefined) return conditions;
  const built = treatments.find(hasCode);
  const changed = built ? conditions.filter((is) => !is(built)) : [];
  return changed.length > 0 ? changed : [...conditions, hasCode];
}

function hasRate(rate: string): Condition {
  const currentRate = Object.hasOwn(formerRates, rate) ? formerRates[rate] : undefined;
  return currentRate
    ? (treatment) => treatment.key === currentRate.key && treatment.rate === currentRate.rate
    : (treatment) => treatment.rate === rate;
}

const hasPercent =
  (wanted: string): Condition =>
  ({ percent }) =>
    percent !== undefined && new Big(percent.slice(0, -1)).eq(wanted.slice(0, -1));

/** Whether the treatment meets all conditions; false without conditions. */
const meetsConditions = (treatment: VatTreatment, conditions: Condition[]): boolean =>
  conditions.length > 0 && conditions.every((is) => is(treatment));

/** The combo with all members that GOBL has for this VAT treatment. */
export function comboOf({ key, rate, percent, code }: VatTreatment, { country, ...sent }: Combo): Combo {
  const { [vatRateExtension]: _, ...others } = sent.ext ?? {};
  const ext = { ...others, ...(code ? { [vatRateExtension]: code } : {}) };
  return {
    cat: 'VAT',
    ...(country ? { country } : {}),
    key,
    ...(rate ? { rate } : {}),
    ...(percent ? { percent } : {}),
    ...(Object.keys(ext).length > 0 ? { ext } : {}),
  };
}

/** Days from `from` to `date`; negative if before. */
export const daysAfter = (from: string, date: string): number =>
  (Date.parse(`${date}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;

export const monthOf = (date: string): string => date.slice(0, 7);
