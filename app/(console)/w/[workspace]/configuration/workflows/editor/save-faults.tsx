'use client';

import { Alert, Button, Group } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { Failure } from '#console/_ui/failure.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import type { Newest } from '../actions.ts';
import { ChangeList } from '../change-list.tsx';
import { changesBetween } from '../changes.ts';
import { fieldLabel } from '../step-title.ts';
import { lists, type Problem, placeId } from './draft.ts';
import { useEditor } from './editor-context.ts';
import type { Saving } from './use-editing.ts';

/** Reason why saving failed: a conflict, faults to correct, or an error. */
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

interface ConflictNoticeProps {
  newest: Newest;
  saving: Saving;
  workspace: string;
}

/** A conflict with another user's save: author, date and changes, and what to do with the draft. */
function ConflictNotice({ newest: { saved, by, at }, saving, workspace }: ConflictNoticeProps) {
  const t = useTranslations('console.workflows.conflict');
  const format = useFormatter();
  const { editing, providers } = useEditor();
  const changes = changesBetween(editing.base.draft, saved.draft);
  const values = { version: saved.version, moment: format.dateTime(at, 'moment') };
  return (
    <Notice tone="wait" title={by ? t('title', { name: by }) : t('titleUnknown')}>
      <p>{t('text', values)}</p>
      {changes.length > 0 && (
        <>
          <p>
            <strong>{t('changes')}</strong>
          </p>
          <ChangeList changes={changes} defaults={providers} />
        </>
      )}
      <Group gap="xs" mt="sm">
        <Button onClick={saving.overwrite} loading={saving.isPending}>
          {t('overwrite', { version: saved.version + 1 })}
        </Button>
        <ConfirmButton
          label={t('load')}
          title={t('loadTitle')}
          action={async () => ({ ok: true, value: saving.takeTheirs() })}
        >
          {t('loadText', { version: saved.version })}
        </ConfirmButton>
        <a
          href={workspacePath(workspace, `/configuration/workflows/${saved.id}/versions`)}
          target="_blank"
          rel="noreferrer"
        >
          {t('look')}
        </a>
      </Group>
      <p className="hint">{t('overwriteText')}</p>
    </Notice>
  );
}
