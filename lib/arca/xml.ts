import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An element: its text, or its children by local name; a repeated child is a list. */
export type XmlNode = string | XmlTree | XmlNode[];
export interface XmlTree {
  [name: string]: XmlNode | undefined;
}

/** Attributes are kept under this prefix. */
export const attributePrefix = '@';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: attributePrefix,
  removeNSPrefix: true,
  // A CUIT or a voucher number is text: 00012 is not 12.
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Numeric references such as `inv&#xE1;lida` are HTML entities to this parser. A DTD never gets here.
  htmlEntities: true,
  processEntities: { enabled: true, maxTotalExpansions: 100_000, maxExpandedLength: 5_000_000 },
});

/** A lot of 250 vouchers with remarks has some 20,000, a list of 5,000 points of sale 50,000. */
const mostParts = 60_000;

/**
 * Well-formed XML without a DTD, else undefined. Entities of a DTD are how a small text becomes a large one; and what
 * has far more tags and attributes than any answer would take far longer to be read than any.
 */
export function parseXml(text: string): XmlTree | undefined {
  if (text.split(/[<=]/, mostParts + 2).length > mostParts + 1) return undefined;
  if (/<!DOCTYPE/i.test(text) || XMLValidator.validate(text) !== true) return undefined;
  try {
    return parser.parse(text) as XmlTree;
  } catch {
    return undefined;
  }
}

/** The first node under that path of names. */
export function nodeAt(node: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  let current = first(node);
  for (const name of path) {
    if (typeof current !== 'object' || Array.isArray(current)) return undefined;
    current = first(Object.hasOwn(current, name) ? current[name] : undefined);
  }
  return current;
}

/** Its text, trimmed; empty for an absent element. One with attributes keeps its text apart. */
export function textAt(node: XmlNode | undefined, ...path: string[]): string {
  const found = nodeAt(node, ...path);
  if (typeof found === 'string') return found.trim();
  const text = nodeAt(found, '#text');
  return typeof text === 'string' ? text.trim() : '';
}

/** All elements of that name under `node`. */
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

function first(node: XmlNode | undefined): XmlNode | undefined {
  return Array.isArray(node) ? node[0] : node;
}
