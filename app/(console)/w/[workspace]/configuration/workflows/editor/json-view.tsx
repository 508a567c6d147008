'use client';

import { Alert } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon } from '#console/_ui/icon.tsx';
import { textOf } from './draft.ts';
import { useEditor } from './editor-context.ts';
import { JsonText, type Mark } from './json-text.tsx';
import { type Problem, pathOf } from './problems.ts';
import { readDraft } from './read-draft.ts';

/** The same draft as a text. What can not be read stays as it was typed, and is told. */
export function JsonView() {
  const t = useTranslations('console.workflows');
  const { editing, problems, warnings, explain } = useEditor();
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
  const marks = [...problems.map(markOf('error')), ...warnings.map(markOf('warning'))];
  return (
    <div className="json-view">
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
    </div>
  );
}
