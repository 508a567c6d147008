import { childrenOf, type DerElement } from './der.ts';

/** Attribute values of a name; an attribute may occur several times. */
export interface DistinguishedName {
  commonName: string[];
  organisation: string[];
  country: string[];
  serialNumber: string[];
}

const attributes: Record<string, keyof DistinguishedName> = {
  '550403': 'commonName',
  '55040a': 'organisation',
  '550406': 'country',
  '550405': 'serialNumber',
};

/** Reads the DER instead of Node's text of the name, in which a value can imitate the line of another attribute. */
export function readName(der: Buffer, name: DerElement): DistinguishedName {
  const result: DistinguishedName = { commonName: [], organisation: [], country: [], serialNumber: [] };
  for (const set of childrenOf(der, name)) {
    for (const pair of childrenOf(der, set)) {
      const [id, value] = childrenOf(der, pair);
      const attribute = id && attributes[der.toString('hex', id.content, id.end)];
      if (attribute && value) result[attribute].push(textOf(der, value));
    }
  }
  return result;
}

/** ub-common-name of RFC 5280 is 64 characters of up to four bytes. Anything longer is cut off. */
const maxValueLength = 256;

/** Decodes BMPString as UTF-16BE and everything else as UTF-8. Replaces control characters such as NUL. */
function textOf(der: Buffer, { tag, content, end }: DerElement): string {
  const bytes = Buffer.from(der.subarray(content, Math.min(end, content + maxValueLength)));
  const isUtf16 = tag === 0x1e && bytes.length % 2 === 0;
  const text = isUtf16 ? bytes.swap16().toString('utf16le') : bytes.toString('utf8');
  return text.replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd');
}
