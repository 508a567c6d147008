import { valueAt } from '#console/_editor/json-path.ts';
import { isObject } from '#lib/documents/json.ts';

interface PartyName {
  name: string;
  country: string;
  code: string;
}

/** A party's name and tax code for headings. A document from elsewhere may lack them. */
export function partyOf(doc: Record<string, unknown>): PartyName {
  const taxId = isObject(doc.tax_id) ? doc.tax_id : {};
  return {
    name: textOf(doc.name) || '-',
    country: textOf(valueAt(taxId, ['country'])),
    code: textOf(valueAt(taxId, ['code'])) || '-',
  };
}

/** A party's name and tax code from an entry's snippet, where the tax code starts with the country's two letters. */
export const partyInList = ({ name = '-', tax_code: taxCode = '' }: Record<string, string>): PartyName => ({
  name,
  country: taxCode.slice(0, 2),
  code: taxCode.slice(2) || '-',
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
