import { type FieldsAt, fieldsOfSchema } from './document-fields.ts';
import { isMembers, type Path, valueAt } from './json-path.ts';

/** The text is what counts: the form and the list of faults read it, the form writes it anew. */
export type ReadText = { ok: true; value: unknown } | { ok: false };

export function readText(text: string): ReadText {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

export const writeText = (value: unknown): string => JSON.stringify(value, null, 2);

/** Where the document stands in what was typed: in the envelope that an entry comes in from the API, or bare. */
export function placeOfDocument(value: unknown): Path {
  const schema = valueAt(value, ['$schema']);
  const isEnvelope = typeof schema === 'string' && schema.endsWith('/envelope');
  return isEnvelope && isMembers(valueAt(value, ['doc'])) ? ['doc'] : [];
}

/**
 * A stored document as people write it: the database keeps members in an order of its own. Two versions of one
 * document then differ in the lines that were changed, and in no others.
 */
export const textOfDocument = (doc: unknown): string =>
  writeText(inOrder(doc, [], fieldsOfSchema(valueAt(doc, ['$schema']))));

function inOrder(value: unknown, path: Path, fieldsAt: FieldsAt): unknown {
  if (Array.isArray(value)) return value.map((item, index) => inOrder(item, [...path, index], fieldsAt));
  if (!isMembers(value)) return value;
  const known = fieldsAt(path).map(({ name }) => name);
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => place(a) - place(b))
      .map(([name, member]) => [name, inOrder(member, [...path, name], fieldsAt)]),
  );
}
