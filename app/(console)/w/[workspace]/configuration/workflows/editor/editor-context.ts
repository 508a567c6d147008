'use client';

import { useTranslations } from 'next-intl';
import { createContext, useContext } from 'react';
import { stepTitle } from '../step-title.ts';
import type { DraftStep } from './draft.ts';
import type { Providers } from './fields.ts';
import { problemText } from './problem-text.ts';
import type { Problem } from './problems.ts';
import type { Editing } from './use-editing.ts';

interface EditorContext {
  editing: Editing;
  providers: Providers;
  schema: string;
  /** Those of the verb, and those that are seen from here. */
  problems: Problem[];
  warnings: Problem[];
  /** The id of the step whose configuration is shown; one at a time. */
  opened: string | undefined;
  open: (id: string | undefined) => void;
}

const Editor = createContext<EditorContext | undefined>(undefined);
export const EditorProvider = Editor.Provider;

/** What the parts of the editor share. */
export function useEditor() {
  const editor = useContext(Editor);
  if (!editor) throw new Error('A part of the editor stands outside of it.');
  const t = useTranslations('console.workflows');
  const common = useTranslations('console.errors');
  const { editing, providers } = editor;
  return {
    ...editor,
    titleOf: (step: DraftStep) => stepTitle(t, step, providers),
    explain: (problem: Problem) => problemText(t, common, problem, editing.draft, providers),
  };
}
