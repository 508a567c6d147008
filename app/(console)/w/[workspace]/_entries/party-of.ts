import { isMembers, valueAt } from '#console/_editor/json-path.ts';

interface PartyName {
  name: string;
  country: string;
  code: string;
}

/** What headings show of a party. A document that came in another way may lack any of it. */
export function partyOf(doc: Record<string, unknown>): PartyName {
  const taxId = isMembers(doc.tax_id) ? doc.tax_id : {};
  return {
    name: textOf(doc.name) || '-',
    country: textOf(valueAt(taxId, ['country'])),
    code: textOf(valueAt(taxId, ['code'])) || '-',
  };
}

/** The same of an entry's snippet, in which a tax code begins with the two letters of its country. */
export const partyInList = ({ name = '-', tax_code: taxCode = '' }: Record<string, string>): PartyName => ({
  name,
  country: taxCode.slice(0, 2),
  code: taxCode.slice(2) || '-',
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
