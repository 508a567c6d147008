import type { Example } from './_examples.ts';
import { jsonText } from './_json.ts';
import type { Operation } from './_services.ts';

/**
 * The call of an example for a shell that has the API key in `ALTA_KEY`. `base`: the service's address.
 * @returns it in two parts around its address, which is told apart from its parameters where it is shown.
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
