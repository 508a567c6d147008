/** Node of a JSON document. */
export type Node = Record<string, unknown>;

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escaped = (text: unknown) => String(text).replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);

/** What a value may be, in a few words of HTML. `place` is where the page has the schemas that have a name. */
export function typeOf(schema: Node, place: string): string {
  if (typeof schema.$ref === 'string') {
    const name = escaped(schema.$ref.split('/').at(-1));
    return `<a href="#${place}-${name}">${name}</a>`;
  }
  const branches = (schema.anyOf ?? schema.oneOf) as Node[] | undefined;
  if (branches) return branches.map((each) => typeOf(each, place)).join(' or ');
  if ('const' in schema) return `<code>${escaped(schema.const)}</code>`;
  if (schema.enum)
    return (schema.enum as unknown[]).map((each) => `<code>${escaped(each) || '""'}</code>`).join(' ');
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as Node, place)}`;
  const type = schema.type ? escaped([schema.type].flat().join(' or ')) : 'anything';
  const limits = ['format', 'minimum', 'maximum', 'minLength', 'maxLength', 'default']
    .filter((name) => schema[name] !== undefined)
    .map((name) =>
      name === 'format' ? escaped(schema.format) : `${name} ${escaped(JSON.stringify(schema[name]))}`,
    );
  return limits.length ? `${type} (${limits.join(', ')})` : type;
}

/** A row for each member, the members of members below their own: `digest.alg`. */
export function memberRows(schema: Node, place: string, above = ''): string[][] {
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Record<string, Node>).flatMap(([name, node]) => {
    const path = `${above}${name}`;
    const row = [
      `<code>${escaped(path)}</code>`,
      typeOf(node, place),
      required.includes(name) ? 'always' : '',
      escaped(node.description ?? ''),
    ];
    const inner = node.type === 'array' ? (node.items as Node) : node;
    const below = inner?.properties ? memberRows(inner, place, `${path}${inner === node ? '.' : '[].'}`) : [];
    return [row, ...below];
  });
}

export function table(label: string, heads: string[], rows: string[][]): string {
  if (rows.length === 0) return '';
  const cells = (row: string[], tag: 'th' | 'td') => row.map((cell) => `<${tag}>${cell}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
  return `<div class="table" tabindex="0" role="group" aria-label="${escaped(label)}"><table><thead><tr>${cells(heads, 'th')}</tr></thead><tbody>\n${body}\n</tbody></table></div>\n`;
}
