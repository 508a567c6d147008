import { isMembers, valueAt } from './json-path.ts';

interface PartyInWords {
  name: string;
  country: string;
  code: string;
}

/** What headings show of a party. A document that came in another way may lack any of it. */
export function partyOf(doc: Record<string, unknown>): PartyInWords {
  const taxId = isMembers(doc.tax_id) ? doc.tax_id : {};
  return {
    name: textOf(doc.name) || '-',
    country: textOf(valueAt(taxId, ['country'])),
    code: textOf(valueAt(taxId, ['code'])) || '-',
  };
}

/** The same of an entry's snippet, in which a tax code begins with the two letters of its country. */
export const partyInList = ({
  name = '-',
  tax_code: taxCode = '',
}: Record<string, string>): PartyInWords => ({
  name,
  country: taxCode.slice(0, 2),
  code: taxCode.slice(2) || '-',
});

/** For the title of a window or a sentence: without what would turn the words around it, and not too long. */
export function inWords(name: string, longest = 80): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '');
  const letters = [...plain];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : plain;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
