import { jsonLanguage } from '@codemirror/lang-json';
import { readText } from './document-text.ts';
import type { Path } from './json-path.ts';

type Node = ReturnType<typeof jsonLanguage.parser.parse>['topNode'];

export interface Range {
  from: number;
  to: number;
}

/** Where the value at `path` stands in the text; where it is missing, the name or the bracket of what should hold it. */
export function rangeOf(text: string, path: Path): Range {
  const top = jsonLanguage.parser.parse(text).topNode.firstChild;
  if (!top) return { from: 0, to: text.length };
  let found: Node = top;
  let marked = opening(top);
  for (const part of path) {
    const child = typeof part === 'number' ? itemOf(found, part) : memberOf(found, part, text);
    if (!child) break;
    found = child.value;
    marked = child.marked;
  }
  // A node's own are not members that could be copied.
  return { from: marked.from, to: marked.to };
}

/** The first place where the text is no JSON; undefined where it is. */
export function syntaxFault(text: string): Range | undefined {
  if (readText(text).ok) return undefined;
  let fault: Range | undefined;
  jsonLanguage.parser.parse(text).iterate({
    enter({ type, from, to }) {
      if (type.isError && !fault) fault = visible(text, from, to);
      return !fault;
    },
  });
  // The editor's grammar is more patient with what stands inside of a string.
  return fault ?? { from: 0, to: text.length };
}

/** Names that are in an object already: JSON takes the last of them, and would lose the others without a word. */
export function repeatedNames(text: string): Range[] {
  const repeated: Range[] = [];
  jsonLanguage.parser.parse(text).iterate({
    enter({ node }) {
      if (node.name !== 'Object') return;
      const names = new Set<string>();
      for (const label of node
        .getChildren('Property')
        .flatMap((each) => each.getChild('PropertyName') ?? [])) {
        const name = text.slice(label.from, label.to);
        if (names.has(name)) repeated.push({ from: label.from, to: label.to });
        names.add(name);
      }
    },
  });
  return repeated;
}

/** An empty place is shown by the character before it, which is where the eye looks for what is missing. */
function visible(text: string, from: number, to: number): Range {
  if (to > from) return { from, to };
  const before = text.slice(0, from).trimEnd().length;
  return { from: Math.max(0, before - 1), to: Math.max(before, Math.min(1, text.length)) };
}

function memberOf(node: Node, name: string, text: string): { value: Node; marked: Range } | undefined {
  if (node.name !== 'Object') return undefined;
  // The last of a name is the one that JSON.parse takes.
  for (const property of node.getChildren('Property').reverse()) {
    const label = property.getChild('PropertyName');
    if (!label || nameIn(text.slice(label.from, label.to)) !== name) continue;
    const value = property.lastChild;
    if (!value || !isValue(value)) return { value: label, marked: label };
    return { value, marked: isContainer(value) ? label : value };
  }
  return undefined;
}

function itemOf(node: Node, index: number): { value: Node; marked: Range } | undefined {
  if (node.name !== 'Array') return undefined;
  const items: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (isValue(child)) items.push(child);
  }
  const value = items[index];
  return value && { value, marked: isContainer(value) ? opening(value) : value };
}

/** A whole object underlined would hide which of its lines is meant. */
const opening = (node: Node): Range => (isContainer(node) ? { from: node.from, to: node.from + 1 } : node);

/** Brackets, commas and colons are nodes too, and so is what is not understood. */
const isValue = ({ name }: Node) => /^(Object|Array|String|Number|True|False|Null)$/.test(name);
const isContainer = ({ name }: Node) => name === 'Object' || name === 'Array';

function nameIn(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}
