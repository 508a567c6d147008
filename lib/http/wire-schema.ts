import { z } from 'zod';

/** Schemas that have a name, as JSON Schema. */
export type Components = Map<string, unknown>;

/** Node of a JSON Schema. */
type Node = Record<string, unknown>;

/**
 * The JSON Schema of what is sent (`request`) or given (`answer`). What has a name (`meta({id})`) goes into
 * `components`. An answer may grow: its objects are open. A request may not have what is not named.
 */
export function schemaOf(schema: z.ZodType, side: 'request' | 'answer', components: Components): Node {
  const {
    $schema: _,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema, {
    io: side === 'request' ? 'input' : 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema as Node, side),
  });
  for (const [name, { id: _id, ...definition }] of Object.entries($defs)) {
    components.set(name, referring(definition));
  }
  const { id, ...node } = referring(root) as Node;
  if (id === undefined) return node;
  components.set(String(id), node);
  return { $ref: `#/components/schemas/${id}` };
}

const formats = ['uuid', 'date-time', 'email', 'uri'];

function tidy(node: Node, side: 'request' | 'answer'): void {
  // The format says it; the pattern that zod adds is for validators that know no formats.
  if (formats.includes(String(node.format))) delete node.pattern;
  if (side === 'answer' && node.additionalProperties === false) delete node.additionalProperties;
  // What may never be there (z.never(), z.undefined()) need not be named: nothing that is not named may.
  for (const [name, property] of Object.entries((node.properties ?? {}) as Record<string, Node>)) {
    if (JSON.stringify(property) === '{"not":{}}' && side === 'request') {
      delete (node.properties as Node)[name];
    }
  }
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
}

function referring(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(referring);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) =>
      name === '$ref' && typeof value === 'string'
        ? [name, value.replace('#/$defs/', '#/components/schemas/')]
        : [name, referring(value)],
    ),
  );
}
