'use client';

import { json } from '@codemirror/lang-json';
import { type Diagnostic, forceLinting, linter } from '@codemirror/lint';
import { StateEffect } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import { Alert, Stack, useMantineStyleNonce } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { CodeEditor, codeTheme, rangeOf, repeatedNames, syntaxFault } from '#console/_editor/code-editor.tsx';
import { partsOf } from '#console/_editor/json-path.ts';
import { Icon } from '#console/_ui/icon.tsx';
import { type Problem, pathOf, readDraft, textOf } from './draft.ts';
import { useEditor } from './editing.ts';

/** The draft as JSON. Unreadable text stays as typed, with an error. */
export function JsonView() {
  const t = useTranslations('console.workflows');
  const { editing, allProblems, warnings, explain } = useEditor();
  const [text, setText] = useState(() => textOf(editing.draft));
  const read = (typed: string) => {
    setText(typed);
    const result = readDraft(typed);
    if ('draft' in result) editing.replace(result.draft);
    else editing.setUnreadable(result.unreadable);
  };
  const { unreadable } = editing;
  const markOf = (severity: Mark['severity']) => (problem: Problem) => ({
    path: pathOf(problem, editing.draft),
    severity,
    message: explain(problem),
  });
  const marks = [...allProblems.map(markOf('error')), ...warnings.map(markOf('warning'))];
  return (
    <Stack>
      <JsonText label={t('editor.json')} value={text} marks={unreadable ? [] : marks} onChange={read} />
      <div role="status">
        {unreadable && (
          <Alert color="red" variant="light" icon={<Icon name="note" />} title={t('editor.unreadable')}>
            {unreadable.path && <code>{unreadable.path}</code>}{' '}
            {t(`faults.${unreadable.code}`, { detail: unreadable.detail ?? '' })}
            <p>{t('editor.unreadableText')}</p>
          </Alert>
        )}
      </div>
      {!unreadable && marks.length > 0 && (
        <ul className="editor-problems">
          {marks.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

/** An error or warning at a path such as `steps[1].config.url`. */
interface Mark {
  path: string;
  severity: 'error' | 'warning';
  message: string;
}

interface JsonTextProps {
  label: string;
  /** Initial text; afterwards the editor holds the text. */
  value: string;
  marks: readonly Mark[];
  onChange: (text: string) => void;
}

/** JSON with syntax colours and underlined errors. */
function JsonText({ label, value, marks, onChange }: JsonTextProps) {
  const t = useTranslations('console.workflows.editor');
  const nonce = useMantineStyleNonce()?.() ?? '';
  const view = useRef<EditorView>(undefined);
  const shownMarks = useRef(marks);
  const extensions = useMemo(
    () => [
      json(),
      codeTheme,
      linter(({ state }) => diagnosticsOf(state.sliceDoc(), shownMarks.current, t('syntax'), t('repeated')), {
        delay: 300,
        needsRefresh: areMarksNew,
      }),
      EditorView.lineWrapping,
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    ],
    [nonce, label, t],
  );
  const marksJson = JSON.stringify(marks);
  useEffect(() => {
    shownMarks.current = JSON.parse(marksJson);
    if (!view.current) return;
    view.current.dispatch({ effects: marksChanged.of(null) });
    forceLinting(view.current);
  }, [marksJson]);
  return (
    <CodeEditor
      className="json-text"
      begun={value}
      extensions={extensions}
      onCreate={(created) => {
        view.current = created;
      }}
      onChange={onChange}
    />
  );
}

/** Signals new marks, which come from the page and not from a change of the text. */
const marksChanged = StateEffect.define<null>();
const areMarksNew = ({ transactions }: ViewUpdate) =>
  transactions.some(({ effects }) => effects.some((effect) => effect.is(marksChanged)));

function diagnosticsOf(text: string, marks: readonly Mark[], syntax: string, repeated: string): Diagnostic[] {
  const broken = syntaxFault(text);
  if (broken) return [{ ...broken, severity: 'error', message: syntax }];
  const value: unknown = JSON.parse(text);
  return [
    ...repeatedNames(text).map((range) => ({ ...range, severity: 'warning' as const, message: repeated })),
    ...marks.map(({ path, severity, message }) => ({
      ...rangeOf(text, partsOf(`$.${path}`, value)),
      severity,
      message,
    })),
  ];
}
