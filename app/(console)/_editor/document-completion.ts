import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
} from '@codemirror/autocomplete';
import { jsonLanguage } from '@codemirror/lang-json';
import type { FieldsAt } from './document-fields.ts';
import type { Path } from './json-path.ts';
import type { Field } from './party-fields.ts';

type Node = ReturnType<typeof jsonLanguage.parser.parse>['topNode'];

/** Proposes the fields of a document that are not there yet, and the usual values of some; `about` says what one is. */
export const completeFields =
  (fieldsAt: FieldsAt, about: (name: string) => string | undefined) =>
  (context: CompletionContext): CompletionResult | null => {
    const text = context.state.sliceDoc();
    const word = context.matchBefore(/"?[\w$.:/-]*$/);
    const from = word?.from ?? context.pos;
    if (!context.explicit && from === context.pos) return null;
    // The closing quote that the editor put in goes with what is chosen.
    const to = text[context.pos] === '"' ? context.pos + 1 : context.pos;
    const before = text.slice(0, from).trimEnd().at(-1);
    const node = jsonLanguage.parser.parse(text).resolveInner(from, -1);
    if (before === '{' || before === ',') return names(fieldsAt, objectAt(node), from, to, text, about);
    if (before === ':') return values(fieldsAt, node, from, to, text);
    return null;
  };

function names(
  fieldsAt: FieldsAt,
  object: Node | undefined,
  from: number,
  to: number,
  text: string,
  about: (name: string) => string | undefined,
): CompletionResult | null {
  if (!object) return null;
  const there = new Set(propertiesOf(object).map((each) => nameOf(each, text)));
  const hasValue = /^\s*:/.test(text.slice(to));
  const comma = /^\s*"/.test(text.slice(to)) ? ',' : '';
  const options = fieldsAt(pathOf(object, text))
    .filter(({ name }) => !there.has(name))
    .map((field, index): Completion => {
      const info = about(field.name);
      return {
        label: `"${field.name}"`,
        displayLabel: field.name,
        type: 'property',
        // As they stand in a document, not by the alphabet.
        boost: -index,
        apply: hasValue ? `"${field.name}"` : snippet(written(field) + comma),
        ...(info ? { detail: info } : {}),
      };
    });
  return { from, to, options, filter: true };
}

/** `$` would begin a field of the snippet only before a brace; the one of `$schema` does not. */
function written({ name, shape, values = [] }: Field): string {
  const value = {
    text: `"#{${values[0] ?? ''}}"`,
    object: '{\n\t#{}\n}',
    list: '[\n\t{\n\t\t#{}\n\t}\n]',
    words: `["#{${values[0] ?? ''}}"]`,
  };
  return `"${name}": ${value[shape]}`;
}

function values(
  fieldsAt: FieldsAt,
  node: Node,
  from: number,
  to: number,
  text: string,
): CompletionResult | null {
  const property = upTo(node, 'Property');
  const object = property?.parent;
  if (!property || !object) return null;
  const field = fieldsAt(pathOf(object, text)).find(({ name }) => name === nameOf(property, text));
  if (!field?.values?.length) return null;
  return { from, to, options: field.values.map((value) => ({ label: `"${value}"`, displayLabel: value })) };
}

const objectAt = (node: Node): Node | undefined => upTo(node, 'Object');

function upTo(node: Node, name: string): Node | undefined {
  for (let each: Node | null = node; each; each = each.parent) if (each.name === name) return each;
  return undefined;
}

function pathOf(object: Node, text: string): Path {
  const path: (string | number)[] = [];
  for (let node: Node = object; node.parent; node = node.parent) {
    if (node.parent.name === 'Property') path.unshift(nameOf(node.parent, text));
    // Which one it is makes no difference to what may stand in it.
    if (node.parent.name === 'Array') path.unshift(0);
  }
  return path;
}

const propertiesOf = (object: Node) => object.getChildren('Property');

function nameOf(property: Node, text: string): string {
  const label = property.getChild('PropertyName');
  return label ? text.slice(label.from + 1, label.to - 1) : '';
}
