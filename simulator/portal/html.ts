import { escapeXml } from '../soap/xml.ts';

/** Markup that is safe to put in a page as it is. */
export type Html = { markup: string };

type Part = Html | Html[] | string | number | undefined;

/** Tagged template: every value is escaped unless it is Html itself; undefined is nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const markup = strings.map((text, index) => text + render(parts[index])).join('');
  return { markup };
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (Array.isArray(part)) return part.map(({ markup }) => markup).join('\n');
  return typeof part === 'object' ? part.markup : escapeXml(String(part));
}
