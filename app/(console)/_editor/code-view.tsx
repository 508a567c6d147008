'use client';

import { autocompletion } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { type Diagnostic, forceLinting, linter, lintGutter } from '@codemirror/lint';
import { EditorState, Prec, StateEffect } from '@codemirror/state';
import { Decoration, EditorView, keymap, type ViewUpdate } from '@codemirror/view';
import { useMantineStyleNonce } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { assumptionIn } from './assumption.ts';
import { CodeEditor } from './code-editor.tsx';
import { rangeOf, repeatedNames, syntaxFault } from './code-positions.ts';
import { codeTheme } from './code-theme.ts';
import { completeFields } from './document-completion.ts';
import { fieldsOfFolder } from './document-fields.ts';
import type { PlacedFault } from './faults.ts';
import type { Path } from './json-path.ts';

export interface CodeViewProps {
  label: string;
  folder: string;
  text: string;
  /** Another one: the text is put in the place of what is in the editor. */
  revision: number;
  /** Read, not written, while it is being saved. */
  isLocked: boolean;
  onChange: (text: string) => void;
  faults: readonly PlacedFault[];
  /** The place to go to; a new object for each time. */
  target: { parts: Path } | undefined;
}

/** The document as JSON. Only its own pages load it: most of what it weighs is CodeMirror. */
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
  const given = useRef(faults);
  const hasBegun = useRef(false);
  const extensions = useMemo(() => {
    const about = (name: string) => {
      const key = name.replace('$', '') as 'name';
      return t.has(`fields.${key}`) ? t(`fields.${key}`) : undefined;
    };
    const judge = ({ state }: EditorView) =>
      diagnosticsOf(state.sliceDoc(), given.current, { syntax: t('syntax'), repeated: t('repeated') });
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
      // Build and save are the page's; here they would break the line.
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => true }])),
    ];
  }, [t, nonce, label, folder]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is the keyboard's until another one is given
  useLayoutEffect(() => {
    const current = view.current?.state.sliceDoc();
    if (current === undefined || current === text) return;
    view.current?.dispatch({ changes: { from: 0, to: current.length, insert: text } });
  }, [revision]);
  useEffect(() => {
    given.current = faults;
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

/** A word beside the value that nobody wrote. It is no part of the text: who copies that does not get it. */
const assumptionMark = (word: string) =>
  EditorView.decorations.compute(['doc'], ({ doc }) => {
    const text = doc.toString();
    const assumption = assumptionIn(text);
    if (!assumption) return Decoration.none;
    const { from, to } = rangeOf(text, assumption.parts);
    const mark = Decoration.mark({ class: 'assumed-value', attributes: { 'data-word': word } });
    return Decoration.set(mark.range(from, to));
  });

/** Faults come from the page, not from a change of the text. */
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

/** Within the editor alone: the page begins at its top. */
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
  // Into an empty text one writes: its quotes stay.
  const isEmpty = text.slice(from, to) === '""';
  return isEmpty ? { anchor: from + 1 } : { anchor: from, head: to };
}
