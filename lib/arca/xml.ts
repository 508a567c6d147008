import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An element: its text, or its children by local name; repeated children form a list. */
export type XmlNode = string | XmlTree | XmlNode[];
export interface XmlTree {
  [name: string]: XmlNode | undefined;
}

/** Prefix of attribute names in a tree. */
export const attributePrefix = '@';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: attributePrefix,
  removeNSPrefix: true,
  // Keeps CUITs and voucher numbers as text: 00012 is not 12.
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Needed for numeric references such as `inv&#xE1;lida`. `parseXml` rejects entities of a DTD.
  htmlEntities: true,
  processEntities: { enabled: true, maxTotalExpansions: 100_000, maxExpandedLength: 5_000_000 },
});

/** Tags and attributes. A lot of 250 vouchers with remarks has about 20,000, a list of 5,000 points of sale 50,000. */
const maxElements = 60_000;

/**
 * Parses XML. Returns undefined if it is not well-formed, has a DTD, whose entities can expand a small text into a
 * huge one, or has more than `maxElements` tags and attributes, which would take too long.
 */
export function parseXml(text: string): XmlTree | undefined {
  if (text.split(/[<=]/, maxElements + 2).length > maxElements + 1) return undefined;
  if (/<!DOCTYPE/i.test(text) || XMLValidator.validate(text) !== true) return undefined;
  try {
    return parser.parse(text) as XmlTree;
  } catch {
    return undefined;
  }
}

/** First node under a path of names. */
export function nodeAt(node: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  let current = first(node);
  for (const name of path) {
    if (typeof current !== 'object' || Array.isArray(current)) return undefined;
    current = first(Object.hasOwn(current, name) ? current[name] : undefined);
  }
  return current;
}

/** Trimmed text of an element; empty if absent. The parser stores the text of an element with attributes in `#text`. */
export function textAt(node: XmlNode | undefined, ...path: string[]): string {
  const found = nodeAt(node, ...path);
  if (typeof found === 'string') return found.trim();
  const text = nodeAt(found, '#text');
  return typeof text === 'string' ? text.trim() : '';
}

export function listAt(node: XmlNode | undefined, name: string): XmlNode[] {
  if (typeof node !== 'object' || Array.isArray(node)) return [];
  const found = Object.hasOwn(node, name) ? node[name] : undefined;
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

type Fields<Name extends string> = Partial<Record<Name, string | number>>;

/** Elements with their values, in the given order; members without a value are left out. */
export function elements<Name extends string>(values: Fields<Name>, order: readonly Name[]): string {
  return order
    .filter((name) => values[name] !== undefined)
    .map((name) => `<${name}>${escapeXml(String(values[name]))}</${name}>`)
    .join('');
}

/** An element with one child per entry; nothing without entries. */
export function elementList<Name extends string>(
  name: string,
  item: string,
  entries: Fields<Name>[] | undefined,
  order: readonly Name[],
): string {
  if (!entries?.length) return '';
  return `<${name}>${entries.map((entry) => `<${item}>${elements(entry, order)}</${item}>`).join('')}</${name}>`;
}

function first(node: XmlNode | undefined): XmlNode | undefined {
  return Array.isArray(node) ? node[0] : node;
}
