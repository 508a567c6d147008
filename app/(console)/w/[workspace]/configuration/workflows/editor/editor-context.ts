'use client';

import { useTranslations } from 'next-intl';
import { createContext, useContext } from 'react';
import { faultKey } from '#console/_fault-key.ts';
import { providerTitle, stepTitle, type WorkflowTexts } from '../step-title.ts';
import type { Draft, DraftStep, Problem, Providers } from './draft.ts';
import type { Editing } from './use-editing.ts';

interface EditorContext {
  editing: Editing;
  providers: Providers;
  schema: string;
  /** Faults of the verb and those found in the browser. */
  problems: Problem[];
  warnings: Problem[];
  /** Id of the only step whose configuration is shown. */
  opened: string | undefined;
  open: (id: string | undefined) => void;
}

const Editor = createContext<EditorContext | undefined>(undefined);
export const EditorProvider = Editor.Provider;

/** State shared by the editor's parts. */
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

/** Texts of common field errors, in `console.errors`. */
interface CommonTexts {
  (key: never): string;
  has(key: never): boolean;
}

function problemText(
  t: WorkflowTexts,
  common: CommonTexts,
  problem: Problem,
  draft: Draft,
  providers: Providers,
): string {
  const { code, message, path } = problem;
  const step = [...draft.steps, ...draft.rescue].find(({ id }) => id === problem.step);
  // An empty required field is only reported as missing, whatever rule it breaks.
  const [, field] = /^config\.([^.]+)$/.exec(path) ?? [];
  if (step && field && step.config?.[field] === undefined) return common('too_small' as never);
  if (t.has(`faults.${code}` as never)) {
    const needs = providers.get(step?.provider ?? '')?.needs;
    const values = { needs: needs ? providerTitle(t, needs, providers) : '' };
    return t(`faults.${code}` as 'faults.missing-step', values);
  }
  const key = faultKey(problem) as never;
  return common.has(key) ? common(key) : message;
}
