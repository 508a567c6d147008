'use client';

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
} from '@codemirror/autocomplete';
import { json, jsonLanguage } from '@codemirror/lang-json';
import { type Diagnostic, forceLinting, linter, lintGutter } from '@codemirror/lint';
import { EditorState, Prec, StateEffect } from '@codemirror/state';
import { Decoration, EditorView, keymap, type ViewUpdate } from '@codemirror/view';
import { useMantineStyleNonce } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { CodeEditor, codeTheme, rangeOf, repeatedNames, syntaxFault } from './code-editor.tsx';
import { type Field, type FieldsAt, fieldsOfFolder } from './document-fields.ts';
import type { PlacedFault } from './faults.ts';
import { assumptionIn } from './invoice-values.ts';
import type { Path } from './json-path.ts';

export interface CodeViewProps {
  label: string;
  folder: string;
  text: string;
  /** A new revision replaces the editor's text with `text`. */
  revision: number;
  /** Read-only while the document is being saved. */
  isLocked: boolean;
  onChange: (text: string) => void;
  faults: readonly PlacedFault[];
  /** Place to move the cursor to; a new object for each move. */
  target: { parts: Path } | undefined;
}

/** The document as JSON. Loaded only by its own pages, because of the size of CodeMirror. */
export default function CodeView({
  label,
  folder,
  text,
  revision,
  isLocked,
  onChange,
  faults,
  target,
}: CodeViewProps) {
  const t = useTranslations('console.suppliers.editor');
  const nonce = useMantineStyleNonce()?.() ?? '';
  const view = useRef<EditorView>(undefined);
  const latestFaults = useRef(faults);
  const hasBegun = useRef(false);
  const extensions = useMemo(() => {
    const about = (name: string) => {
      const key = name.replace('$', '') as 'name';
      return t.has(`fields.${key}`) ? t(`fields.${key}`) : undefined;
    };
    const judge = ({ state }: EditorView) =>
      diagnosticsOf(state.sliceDoc(), latestFaults.current, { syntax: t('syntax'), repeated: t('repeated') });
    return [
      json(),
      codeTheme,
      heightTheme,
      lintGutter(),
      linter(judge, { delay: 300, needsRefresh: areFaultsNew }),
      autocompletion({ override: [completeFields(fieldsOfFolder(folder), about)], icons: false }),
      assumptionMark(t('assumed')),
      EditorView.lineWrapping,
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
      EditorState.phrases.of({
        Completions: t('completions'),
        Diagnostics: t('faults'),
        'No diagnostics': t('noFaults'),
        'Control character': t('controlCharacter'),
        close: t('close'),
      }),
      // The page uses this shortcut for build and save; the default would insert a line.
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => true }])),
    ];
  }, [t, nonce, label, folder]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor holds the text until a new revision
  useLayoutEffect(() => {
    const current = view.current?.state.sliceDoc();
    if (current === undefined || current === text) return;
    view.current?.dispatch({ changes: { from: 0, to: current.length, insert: text } });
  }, [revision]);
  useEffect(() => {
    latestFaults.current = faults;
    if (view.current) judgeAnew(view.current);
  }, [faults]);
  useEffect(() => {
    const goTo = hasBegun.current ? reveal : beginAt;
    if (target && view.current) goTo(view.current, target.parts);
  }, [target]);
  useEffect(() => {
    hasBegun.current = true;
  }, []);

  return (
    <CodeEditor
      begun={text}
      onChange={onChange}
      onCreate={(created) => {
        view.current = created;
      }}
      extensions={extensions}
      isLocked={isLocked}
    />
  );
}

const heightTheme = EditorView.theme({
  '&': { minHeight: '22rem', maxHeight: '70vh' },
  '.cm-scroller': { overflow: 'auto' },
});

/** Marks an assumed value. The mark is not part of the text, so it is not copied. */
const assumptionMark = (word: string) =>
  EditorView.decorations.compute(['doc'], ({ doc }) => {
    const text = doc.toString();
    const assumption = assumptionIn(text);
    if (!assumption) return Decoration.none;
    const { from, to } = rangeOf(text, assumption.parts);
    const mark = Decoration.mark({ class: 'assumed-value', attributes: { 'data-word': word } });
    return Decoration.set(mark.range(from, to));
  });

/** Signals new faults, which come from the page and not from a change of the text. */
const faultsChanged = StateEffect.define<null>();
const areFaultsNew = ({ transactions }: ViewUpdate) =>
  transactions.some(({ effects }) => effects.some((effect) => effect.is(faultsChanged)));

function judgeAnew(view: EditorView): void {
  view.dispatch({ effects: faultsChanged.of(null) });
  forceLinting(view);
}

function diagnosticsOf(
  text: string,
  faults: readonly PlacedFault[],
  texts: { syntax: string; repeated: string },
): Diagnostic[] {
  const broken = syntaxFault(text);
  return [
    ...(broken ? [{ ...broken, severity: 'error' as const, message: texts.syntax }] : []),
    ...repeatedNames(text).map((range) => ({
      ...range,
      severity: 'warning' as const,
      message: texts.repeated,
    })),
    ...faults
      .filter(({ parts }) => !broken || parts.length > 0)
      .map(({ parts, message }) => ({ ...rangeOf(text, parts), severity: 'error' as const, message })),
  ];
}

/** Moves the cursor to `parts`. Scrolls only inside the editor; the page stays at its top. */
function beginAt(view: EditorView, parts: Path): void {
  const selection = placeOf(view, parts);
  view.dispatch({ selection });
  view.focus();
  const line = view.lineBlockAt(selection.anchor);
  view.scrollDOM.scrollTop = line.top - view.scrollDOM.clientHeight / 2;
}

function reveal(view: EditorView, parts: Path): void {
  const selection = placeOf(view, parts);
  view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) });
  view.focus();
}

function placeOf(view: EditorView, parts: Path): { anchor: number; head?: number } {
  const text = view.state.sliceDoc();
  const { from, to } = (parts.length === 0 ? syntaxFault(text) : undefined) ?? rangeOf(text, parts);
  // In an empty string the cursor goes between the quotes.
  const isEmpty = text.slice(from, to) === '""';
  return isEmpty ? { anchor: from + 1 } : { anchor: from, head: to };
}

type Node = ReturnType<typeof jsonLanguage.parser.parse>['topNode'];

/** Completes missing fields of a document, and the usual values of some; `about` describes a field. */
const completeFields =
  (fieldsAt: FieldsAt, about: (name: string) => string | undefined) =>
  (context: CompletionContext): CompletionResult | null => {
    const text = context.state.sliceDoc();
    const word = context.matchBefore(/"?[\w$.:/-]*$/);
    const from = word?.from ?? context.pos;
    if (!context.explicit && from === context.pos) return null;
    // Also replaces the closing quote that the editor inserted.
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
  const existingNames = new Set(propertiesOf(object).map((each) => nameOf(each, text)));
  const hasValue = /^\s*:/.test(text.slice(to));
  const comma = /^\s*"/.test(text.slice(to)) ? ',' : '';
  const options = fieldsAt(pathOf(object, text))
    .filter(({ name }) => !existingNames.has(name))
    .map((field, index): Completion => {
      const info = about(field.name);
      return {
        label: `"${field.name}"`,
        displayLabel: field.name,
        type: 'property',
        // Document order instead of alphabetical order.
        boost: -index,
        apply: hasValue ? `"${field.name}"` : snippet(written(field) + comma),
        ...(info ? { detail: info } : {}),
      };
    });
  return { from, to, options, filter: true };
}

/** `$` starts a snippet field only before a brace, so `$schema` is safe. */
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
    // All items of a list allow the same fields.
    if (node.parent.name === 'Array') path.unshift(0);
  }
  return path;
}

const propertiesOf = (object: Node) => object.getChildren('Property');

function nameOf(property: Node, text: string): string {
  const label = property.getChild('PropertyName');
  return label ? text.slice(label.from + 1, label.to - 1) : '';
}
