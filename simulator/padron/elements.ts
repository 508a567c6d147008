import { escapeXml } from '../soap/xml.ts';

export function group(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

export function element(name: string, value: string | number): string {
  return group(name, escapeXml(String(value)));
}

/** `PE&#209;A`, which any parser reads as the letter. */
export function nameElement(name: string, value: string): string {
  return group(name, withReferences(escapeXml(value)));
}

/** `PE&amp;#209;A`: to whom a parser has read it, it still is `PE&#209;A`, as users of the service report. */
export function streetElement(name: string, value: string): string {
  return group(name, escapeXml(withReferences(value)));
}

function withReferences(text: string): string {
  return text.replace(/[Ññ]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
