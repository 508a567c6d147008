import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { type Example, examplesOf } from '#app/api/docs/_examples.ts';
import { servicePages } from '#app/api/docs/_services.ts';
import { contractOf } from '#lib/http/openapi.ts';
import { services } from '#tests/support/services.ts';

interface Media {
  schema: object;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  parameters?: { name: string; schema: object; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
interface Contract {
  servers: [{ url: string }];
  paths: Record<string, Record<string, Operation>>;
}

const address = 'http://alta.test/openapi.json';
const contracts: Contract[] = await Promise.all(
  services.map((each) =>
    contractOf(each, examplesOf(`${each.service}/${each.version}`))(new Request(address)).json(),
  ),
);
const operations = contracts.flatMap((contract) =>
  Object.values(contract.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => {
      const slug = contract.servers[0].url.replace('/api/', '');
      return { name: `${slug} ${operation.operationId}`, operation, contract };
    }),
  ),
);
const valuesIn = (contents: Record<string, Media>[]) =>
  contents.flatMap((content) =>
    Object.values(content).flatMap(({ schema, examples = {} }) =>
      Object.values(examples).map(({ value }) => ({ schema, value })),
    ),
  );

/** What the reference shows of each operation. */
const shown = new Map<string, Example[]>(
  servicePages.flatMap(({ slug, groups }) =>
    groups.flatMap((group) =>
      group.operations.map(({ id, examples }) => [`${slug} ${id}`, examples] as const),
    ),
  ),
);

describe('the examples in openapi.json', () => {
  test('exist for every operation of the reference', () => expect(operations.length).toBe(shown.size));

  test.each(operations)('of $name match the reference and the schemas', ({ name, operation, contract }) => {
    const examples = shown.get(name) ?? [];
    const { parameters = [], requestBody, responses } = operation;
    const bodies = valuesIn(requestBody ? [requestBody.content] : []);
    const answers = valuesIn(Object.values(responses).map(({ content = {} }) => content));
    const given = (member: 'body' | 'answer') =>
      examples.flatMap((each) => (each[member] === undefined ? [] : [each[member]]));
    expect(bodies.map(({ value }) => value)).toEqual(given('body'));
    expect(answers.map(({ value }) => value)).toEqual(given('answer'));

    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    ajv.addSchema(contract, 'contract');
    const located = (schema: object) =>
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"contract#/components'));
    const inParameters = parameters.flatMap(({ schema, example }) =>
      example === undefined ? [] : [{ schema, value: example }],
    );
    for (const { schema, value } of [...inParameters, ...bodies, ...answers]) {
      expect([value, ajv.validate(located(schema), value), ajv.errors]).toEqual([value, true, null]);
    }
    // What stands in a path or a query is one of the parameters.
    const [first] = examples;
    for (const [query, value] of new URL(first?.path ?? '', address).searchParams) {
      expect(`${parameters.find((each) => each.name === query)?.example}`).toBe(value);
    }
    for (const each of parameters.filter((each) => 'in' in each && each.in === 'path')) {
      expect(first?.path.split(/[/?]/)).toContain(each.example);
    }
  });
});
