import { escaped, memberRows, type Node, table, typeOf } from './_schema-text.ts';

/** The contract of a service, OpenAPI, as a part of a page that needs no script. */
export function referenceOf(contract: Node): string {
  const [{ url }] = contract.servers as [{ url: string }];
  const { title, description } = contract.info as { title: string; description: string };
  const place = url.replace('/api/', '').replaceAll('/', '-');
  const { schemas, responses } = contract.components as Record<string, Record<string, Node>>;
  const operations = Object.entries(contract.paths as Record<string, Record<string, Node>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) =>
        operationOf(operation, {
          address: `${method.toUpperCase()} ${url}${path}`,
          place,
          responses: responses ?? {},
        }),
      ),
  );
  const named = Object.entries(schemas ?? {}).map(
    ([name, schema]) => `<h3 id="${place}-${name}">${name}</h3>
<p>${escaped(schema.description ?? '')}</p>
${table(name, ['Member', 'Is', 'There', ''], memberRows(schema, place))}`,
  );
  return `<section aria-labelledby="${place}">
<h2 id="${place}">${escaped(title)}</h2>
<p>${escaped(description)} <a href="${url}/openapi.json">${url}/openapi.json</a></p>
${operations.join('\n')}
<details><summary>Schemas</summary>
${named.join('\n')}
</details>
</section>`;
}

interface Place {
  address: string;
  place: string;
  responses: Record<string, Node>;
}

function operationOf(operation: Node, { address, place, responses }: Place): string {
  const parameters = ((operation.parameters ?? []) as Node[]).map((each) => [
    `<code>${escaped(each.name)}</code>`,
    escaped(each.in),
    typeOf(each.schema as Node, place),
    each.required ? 'always' : '',
    escaped(each.description ?? ''),
  ]);
  const answers = Object.entries(operation.responses as Record<string, Node>).map(([status, answer]) => {
    const { description, content } = typeof answer.$ref === 'string' ? whole(answer.$ref, responses) : answer;
    return [`<code>${status}</code>`, escaped(description), contentOf(content as Node | undefined, place)];
  });
  const body = (operation.requestBody as { content: Record<string, { schema: Node }> } | undefined)?.content;
  return `<details id="${place}-${escaped(operation.operationId)}">
<summary><code>${escaped(address)}</code> ${escaped(operation.summary)}</summary>
<p>${escaped(operation.description ?? '')}</p>
${table('Parameters', ['Parameter', 'In', 'Is', 'There', ''], parameters)}
${body ? bodyOf(body, place) : ''}
${table('Answers', ['Status', 'Means', 'Holds'], answers)}
</details>`;
}

const whole = (ref: string, responses: Record<string, Node>): Node =>
  responses[ref.split('/').at(-1) ?? ''] ?? {};

function bodyOf(content: Record<string, { schema: Node }>, place: string): string {
  const [first] = Object.values(content);
  const types = Object.keys(content).map((type) => `<code>${escaped(type)}</code>`);
  const alternatives = ((first?.schema.anyOf ?? first?.schema.oneOf) as Node[] | undefined) ?? [
    first?.schema ?? {},
  ];
  const tables = alternatives.map((each) =>
    table('Body', ['Member', 'Is', 'There', ''], memberRows(each, place)),
  );
  return `<p>Body: ${types.join(', ')}</p>\n${tables.join('<p>or</p>\n')}`;
}

function contentOf(content: Node | undefined, place: string): string {
  const [found] = Object.entries((content ?? {}) as Record<string, { schema: Node }>);
  if (!found) return 'nothing';
  const [type, { schema }] = found;
  if (type === '*/*') return 'the file';
  return schema.properties
    ? table('Members', ['Member', 'Is', 'There', ''], memberRows(schema, place))
    : typeOf(schema, place);
}
