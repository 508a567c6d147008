'use client';

import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { jsonLanguage } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Path, readText } from './json-path.ts';

interface CodeEditorProps {
  /** Initial text; afterwards the editor holds the text. */
  begun: string;
  extensions: Extension;
  isLocked?: boolean;
  className?: string;
  onChange: (text: string) => void;
  onCreate: (view: EditorView) => void;
}

/** CodeMirror in React. Tab leaves it, like any other field. */
export function CodeEditor({
  begun,
  extensions,
  isLocked = false,
  className,
  onChange,
  onCreate,
}: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [changing] = useState(() => new Compartment());
  const configuration = [extensions, EditorState.readOnly.of(isLocked)];
  const notifyChange = useEffectEvent(onChange);
  const createIn = useEffectEvent((parent: HTMLDivElement) => {
    const changeListener = EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) notifyChange(state.sliceDoc());
    });
    const created = new EditorView({
      parent,
      doc: begun,
      extensions: [basics, changeListener, changing.of(configuration)],
    });
    onCreate(created);
    return created;
  });

  useLayoutEffect(() => {
    if (!place.current) return;
    const created = createIn(place.current);
    view.current = created;
    return () => created.destroy();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `given` is made of these
  useEffect(() => {
    view.current?.dispatch({ effects: changing.reconfigure(configuration) });
  }, [extensions, isLocked]);

  return <div ref={place} className={className} />;
}

const basics: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  dropCursor(),
  EditorState.allowMultipleSelections.of(true),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap]),
];

type Node = ReturnType<typeof jsonLanguage.parser.parse>['topNode'];

export interface Range {
  from: number;
  to: number;
}

/** Range of the value at `path`; if it is missing, the name or bracket of its nearest existing parent. */
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
  // A syntax node's `from` and `to` are getters, which a spread would not copy.
  return { from: marked.from, to: marked.to };
}

/** First syntax error; undefined if the text is valid JSON. */
export function syntaxFault(text: string): Range | undefined {
  if (readText(text).ok) return undefined;
  let fault: Range | undefined;
  jsonLanguage.parser.parse(text).iterate({
    enter({ type, from, to }) {
      if (type.isError && !fault) fault = visible(text, from, to);
      return !fault;
    },
  });
  // The editor's grammar accepts some strings that JSON.parse rejects.
  return fault ?? { from: 0, to: text.length };
}

/** Repeated names within an object. JSON.parse keeps only the last one and drops the others silently. */
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

/** Widens an empty range to the character before it, where a reader looks for the missing part. */
function visible(text: string, from: number, to: number): Range {
  if (to > from) return { from, to };
  const before = text.slice(0, from).trimEnd().length;
  return { from: Math.max(0, before - 1), to: Math.max(before, Math.min(1, text.length)) };
}

function memberOf(node: Node, name: string, text: string): { value: Node; marked: Range } | undefined {
  if (node.name !== 'Object') return undefined;
  // The last duplicate is the one that JSON.parse keeps.
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

/** Only the opening bracket: underlining a whole object would not show which line is meant. */
const opening = (node: Node): Range => (isContainer(node) ? { from: node.from, to: node.from + 1 } : node);

/** Brackets, commas, colons and error nodes are not values. */
const isValue = ({ name }: Node) => /^(Object|Array|String|Number|True|False|Null)$/.test(name);
const isContainer = ({ name }: Node) => name === 'Object' || name === 'Array';

function nameIn(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}

const line = 'var(--alta-line)';

/** Uses the Console's colours, which follow the colour scheme. */
export const codeTheme = [
  EditorView.theme({
    '&': { backgroundColor: 'var(--mantine-color-body)', color: 'var(--mantine-color-text)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': {
      fontFamily: 'var(--mantine-font-family-monospace)',
      fontSize: '0.875rem',
      lineHeight: '1.65',
    },
    '.cm-content': { caretColor: 'var(--mantine-color-text)', padding: '0.75rem 0' },
    '.cm-line': { padding: '0 1rem 0 0.5rem' },
    '.cm-gutters': {
      backgroundColor: 'var(--mantine-color-body)',
      color: 'var(--mantine-color-dimmed)',
      border: 'none',
    },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--alta-active-line)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: 'var(--alta-selection)',
    },
    '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
    '.cm-matchingBracket': { backgroundColor: 'var(--alta-selection)', outline: 'none' },
    '.cm-lintRange-error': {
      backgroundImage: 'none',
      textDecoration: 'underline wavy var(--mantine-color-error) 1.5px',
      textUnderlineOffset: '3px',
      textDecorationSkipInk: 'none',
    },
    '.cm-lintRange-warning': {
      backgroundImage: 'none',
      textDecoration: 'underline wavy var(--alta-warning) 1.5px',
      textUnderlineOffset: '3px',
      textDecorationSkipInk: 'none',
    },
    '.cm-tooltip': {
      backgroundColor: 'var(--mantine-color-body)',
      color: 'var(--mantine-color-text)',
      border: `1px solid ${line}`,
      borderRadius: 'var(--mantine-radius-md)',
      boxShadow: 'var(--mantine-shadow-md)',
      overflow: 'hidden',
      maxWidth: 'min(30rem, 90vw)',
    },
    '.cm-diagnostic': { padding: '0.5rem 0.75rem', fontFamily: 'var(--mantine-font-family)' },
    '.cm-diagnostic-error': { borderLeft: '4px solid var(--mantine-color-error)' },
    '.cm-tooltip-autocomplete > ul > li': { padding: '0.25rem 0.75rem !important' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': {
      backgroundColor: 'var(--alta-tint)',
      color: 'var(--mantine-color-text)',
    },
    '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--mantine-color-dimmed)', marginLeft: '1rem' },
    '.cm-panels': {
      backgroundColor: 'var(--alta-paper)',
      color: 'var(--mantine-color-text)',
      borderColor: line,
    },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: 'var(--mantine-color-anchor)' },
      { tag: tags.string, color: 'var(--alta-code-text)' },
      { tag: [tags.number, tags.bool, tags.null], color: 'var(--alta-code-value)' },
      { tag: [tags.separator, tags.brace, tags.squareBracket], color: 'var(--mantine-color-dimmed)' },
    ]),
  ),
];
