import { documentTypeExtension } from '#lib/documents/invoice/extensions.ts';
import { treatmentOf, treatments } from '#lib/documents/invoice/vat.ts';
import { isMembers, itemsAt, type Members, membersAt, type Path, valueAt, withValue } from './json-path.ts';

/** A VAT of the authority's table by one word: its code, or what it is where it has none. */
const vatNames = treatments.map(({ code, key }) => code ?? key);

/** As an operator looks for them: the usual ones first. */
export const vatChoices = ['5', '4', '6', '3', '8', '9', 'exempt', 'outside-scope'] as const;

/** The VAT that stands at `path`; empty where none does, or another. */
export function vatAt(document: unknown, path: Path): string {
  const combos = itemsAt(document, [...path, 'taxes']).filter(isMembers);
  const found = treatmentOf(combos as unknown as Parameters<typeof treatmentOf>[0], []);
  return 'treatment' in found ? (vatNames[treatments.indexOf(found.treatment)] ?? '') : '';
}

/** As people write it: what follows from it the building adds. */
export function taxesOf(name: string): Members[] | undefined {
  const treatment = treatments[vatNames.indexOf(name)];
  if (!treatment) return undefined;
  const { key, rate, percent } = treatment;
  return [{ cat: 'VAT', ...(rate ? { rate } : key === 'standard' ? { percent } : { key }) }];
}

/** Class C is the issuer's: who is in the simplified regime, or exempt, has no VAT to charge. */
export const isClassC = (document: unknown): boolean => itemsAt(document, ['$tags']).includes('monotax');

/**
 * The VAT goes where there is none to charge, and the usual one comes back to the lines; what is of the whole is spread
 * over theirs.
 */
export function withRegime(document: unknown, regime: 'registered' | 'monotax'): unknown {
  const isMonotax = regime === 'monotax';
  const tags = itemsAt(document, ['$tags']).filter((tag) => tag !== 'monotax');
  const all = isMonotax ? [...tags, 'monotax'] : tags;
  const tagged = withoutType(withValue(document, ['$tags'], all.length > 0 ? all : undefined));
  return ['lines', 'discounts', 'charges'].reduce<unknown>(
    (whole, list) =>
      itemsAt(whole, [list]).reduce<unknown>((before, _, index) => {
        const hasVat = !isMonotax && list === 'lines';
        return withValue(before, [list, index, 'taxes'], hasVat ? taxesOf('5') : undefined);
      }, whole),
    tagged,
  );
}

/** Its code follows from the class and what it is. */
export function withoutType(document: unknown): unknown {
  const { [documentTypeExtension]: _, ...ext } = membersAt(document, ['tax', 'ext']);
  if (!isMembers(valueAt(document, ['tax', 'ext']))) return document;
  return withValue(document, ['tax', 'ext'], Object.keys(ext).length > 0 ? ext : undefined);
}

/** What is not marked as goods is a service. */
export const hasServices = (document: unknown): boolean =>
  itemsAt(document, ['lines']).some((line) => valueAt(line, ['item', 'key']) !== 'goods');
