import type { Example } from './_examples.ts';
import type { Operation } from './_services.ts';

/**
 * The call of an example for a shell that has the API key in `ALTA_KEY`. `base`: the service's address.
 * @returns what stands before its address and what after; the address is printed with its parameters marked.
 */
export function commandOf(
  { method, answers }: Pick<Operation, 'method' | 'answers'>,
  { path, type = 'application/json', body, from }: Example,
  base: string,
): { before: string; address: string; after: string } {
  const quote = /[?&]/.test(path) ? "'" : '';
  const implied = body === undefined ? 'GET' : 'POST';
  const isFile = answers.some(({ schema }) => schema && Object.keys(schema).length === 0);
  const flags = [...(method === implied ? [] : [`-X ${method}`]), ...(isFile ? ['-OJ'] : [])];
  const sent = () => (from === undefined ? inQuotes(jsonText(body, '  ')) : '@-');
  const lines = [
    ...flags,
    '-H "Authorization: Bearer $ALTA_KEY"',
    ...(body === undefined ? [] : [`-H 'Content-Type: ${type}'`, `-d ${sent()}`]),
  ];
  return {
    before: `${from === undefined ? '' : `${from} |\n`}curl ${quote}`,
    address: `${base}${path}`,
    after: `${quote}${lines.map((line) => ` \\\n  ${line}`).join('')}`,
  };
}

const inQuotes = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** What fits beside the text of an operation. */
const width = 58;

/** As `JSON.stringify` with two spaces, but for what fits in a line, `before` and all. */
export function jsonText(value: unknown, indent = '', before = indent.length): string {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null || before + line.length < width) return line;
  const deeper = `${indent}  `;
  const below = Array.isArray(value)
    ? value.map((each) => deeper + jsonText(each, deeper))
    : Object.entries(value).map(([name, each]) => {
        const label = `${deeper}${JSON.stringify(name)}: `;
        return label + jsonText(each, deeper, label.length);
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${below.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${oneLine(each)}`);
  return members.length ? `{ ${members.join(', ')} }` : '{}';
}
