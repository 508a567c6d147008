'use client';

import { Alert } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Failure } from '#console/_ui/failure.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { fieldLabel } from '../field-label.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { lists } from './draft.ts';
import { useEditor } from './editor-context.ts';
import { type Problem, placeId } from './problems.ts';
import type { Saving } from './use-saving.ts';

/** Why it was not saved: somebody else's version, things to correct, or something that failed. */
export function SaveFaults({ saving, workspace }: { saving: Saving; workspace: string }) {
  const { editing } = useEditor();
  const { newest, failure } = saving;
  const box = useRef<HTMLDivElement>(null);
  const cause = newest ?? failure;
  useEffect(() => {
    if (cause) box.current?.focus();
  }, [cause]);
  const toCorrect = failure?.code === 'validation';
  return (
    <div ref={box} tabIndex={-1} className="save-faults">
      {newest && <ConflictNotice newest={newest} saving={saving} workspace={workspace} />}
      {failure && !toCorrect && <Failure of={failure} />}
      {toCorrect && editing.problems.length > 0 && <ProblemSummary />}
    </div>
  );
}

/** All of it on top, each line leading to its step. */
function ProblemSummary() {
  const all = useTranslations('console.workflows');
  const t = useTranslations('console.workflows.editor');
  const { editing, titleOf, explain, open } = useEditor();
  const { draft, problems } = editing;
  const place = (problem: Problem) => {
    for (const list of lists) {
      const index = draft[list].findIndex(({ id }) => id === problem.step);
      const step = draft[list][index];
      const key = list === 'steps' ? 'inStep' : 'inRescue';
      if (step) return { href: `#step-${step.id}`, text: t(key, { number: index + 1, step: titleOf(step) }) };
    }
    const part = (['name', 'description', 'steps', 'rescue'] as const).find((each) => each === problem.path);
    return part && { href: `#${placeId(part)}`, text: `${t(part)}:` };
  };
  const fieldOf = ({ step: id, path }: Problem) => {
    const step = [...draft.steps, ...draft.rescue].find((each) => each.id === id);
    if (!step) return '';
    if (path === 'name' || path === 'notes') return `${t(path === 'name' ? 'stepName' : 'notes')}:`;
    const [, field] = /^config\.([^.]+)/.exec(path) ?? [];
    return field ? `${fieldLabel(all, step.provider, field)}:` : '';
  };
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<Icon name="note" />}
      title={t('problems', { count: problems.length })}
    >
      <p>{t('problemsText')}</p>
      <ul className="editor-problems">
        {problems.map((problem) => {
          const where = place(problem);
          return (
            <li key={`${problem.step} ${problem.path} ${problem.code}`}>
              {where && (
                <a href={where.href} onClick={() => problem.step && open(problem.step)}>
                  {where.text}
                </a>
              )}{' '}
              {fieldOf(problem)} {explain(problem)}
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}
