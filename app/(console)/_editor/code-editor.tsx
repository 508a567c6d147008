'use client';

import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
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
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

interface CodeEditorProps {
  /** To begin with; from then on the text is the keyboard's. */
  begun: string;
  extensions: Extension;
  isLocked?: boolean;
  className?: string;
  onChange: (text: string) => void;
  onCreate: (view: EditorView) => void;
}

/** CodeMirror in React. Tab leaves it, as it leaves every other field. */
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
  const given = [extensions, EditorState.readOnly.of(isLocked)];
  const tell = useEffectEvent(onChange);
  const createIn = useEffectEvent((parent: HTMLDivElement) => {
    const told = EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) tell(state.sliceDoc());
    });
    const created = new EditorView({ parent, doc: begun, extensions: [basics, told, changing.of(given)] });
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
    view.current?.dispatch({ effects: changing.reconfigure(given) });
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
