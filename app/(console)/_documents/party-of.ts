import { isMembers, valueAt } from './json-path.ts';

/** What lists and headings show of a party. A document that came in another way may lack any of it. */
export function partyOf(doc: Record<string, unknown>): { name: string; country: string; code: string } {
  const taxId = isMembers(doc.tax_id) ? doc.tax_id : {};
  return {
    name: textOf(doc.name) || '-',
    country: textOf(valueAt(taxId, ['country'])),
    code: textOf(valueAt(taxId, ['code'])) || '-',
  };
}

/** For the title of a window or a sentence: without what would turn the words around it, and not too long. */
export function inWords(name: string, longest = 80): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '');
  const letters = [...plain];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : plain;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
