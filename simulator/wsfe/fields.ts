import { childNamed, textOf, type XmlElement } from '../soap/xml.ts';
import { UnreadableField } from './errors.ts';

/** A missing number is 0 to the .NET service; one that isn't a number is a SOAP fault. */
export function numberIn(element: XmlElement | undefined, name: string): number {
  const text = textOf(element, name);
  if (text === undefined) return 0;
  if (!/^-?\d{1,18}(\.\d{1,12})?$/.test(text)) {
    throw new UnreadableField('Input string was not in a correct format.');
  }
  return Number(text);
}

export function textIn(element: XmlElement | undefined, name: string): string {
  return textOf(element, name) ?? '';
}

export function itemsIn(element: XmlElement | undefined, list: string, item: string): XmlElement[] {
  return childNamed(element, list)?.children.filter(({ localName }) => localName === item) ?? [];
}
