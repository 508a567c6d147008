'use client';

import { Alert, Button, Group, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { useHotkeys, useMounted } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { Failure, Permitted } from '#console/_ui/failure.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { LeaveGuard } from '#console/_ui/leave-guard.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import type { DescribedProvider } from '#lib/workflows/providers.ts';
import type { TemplateName } from '#lib/workflows/templates.ts';
import type { NewestVersion } from '../actions.ts';
import { ChangeList, changesBetween } from '../changes.tsx';
import { fieldLabel } from '../texts.ts';
import {
  byId,
  type Draft,
  lists,
  type Problem,
  placeId,
  placementOf,
  problemsNow,
  type SavedWorkflow,
} from './draft.ts';
import { EditorProvider, type Saving, useEditing, useEditor, useSaving } from './editing.ts';
import { StepList } from './step-list.tsx';

// Loads CodeMirror only with the JSON view.
const JsonView = dynamic(() => import('./json-view.tsx').then((module) => module.JsonView), { ssr: false });

interface WorkflowEditorProps {
  workspace: string;
  /** Document type that the workflow is for. */
  schema: string;
  providers: DescribedProvider[];
  initialDraft: Draft;
  /** Absent for a new workflow. */
  saved?: SavedWorkflow;
  template?: TemplateName;
}

/** Edits a workflow as steps or as JSON; both views share one draft. */
export function WorkflowEditor({
  workspace,
  schema,
  providers,
  initialDraft,
  saved,
  template,
}: WorkflowEditorProps) {
  const t = useTranslations('console.workflows.editor');
  const [view, setView] = useState<'steps' | 'json'>('steps');
  const [opened, open] = useState<string>();
  const isReady = useMounted();
  const known = useMemo(() => byId(providers), [providers]);
  const editing = useEditing(initialDraft, saved);
  const saving = useSaving({ workspace, schema, template, initialDraft, saved, editing });
  const placement = placementOf(editing.draft, schema, known);
  const allProblems = problemsNow(editing.problems, placement);
  return (
    <EditorProvider
      value={{ editing, providers: known, schema, allProblems, warnings: placement.warnings, opened, open }}
    >
      {/* Inert until hydrated: React would take earlier input for a server mismatch and reset it. */}
      <Stack gap="lg" className="editor" inert={!isReady}>
        <SaveFaults saving={saving} workspace={workspace} />
        <SegmentedControl
          className="editor-view"
          size="md"
          aria-label={t('view')}
          value={view}
          // Unreadable JSON has no steps to show.
          disabled={editing.unreadable !== undefined}
          onChange={(chosen) => setView(chosen === 'json' ? 'json' : 'steps')}
          data={[
            { value: 'steps', label: t('asSteps') },
            { value: 'json', label: t('asJson') },
          ]}
        />
        {view === 'json' ? (
          <JsonView key={editing.revision} />
        ) : (
          <>
            <NameFields />
            <StepList key={`steps ${editing.revision}`} list="steps" />
            <StepList key={`rescue ${editing.revision}`} list="rescue" />
          </>
        )}
        <Permitted to="workflows:write">
          <SaveBar saving={saving} />
        </Permitted>
      </Stack>
      <LeaveGuard armed={editing.isDirty && !saving.isLeaving} />
    </EditorProvider>
  );
}

function NameFields() {
  const t = useTranslations('console.workflows.editor');
  const { editing, allProblems, explain } = useEditor();
  const { draft } = editing;
  const errorOf = (path: string) => {
    const problem = allProblems.find((each) => !each.step && each.path === path);
    return problem && explain(problem);
  };
  return (
    <div className="sheet sheet-text flow-names">
      <TextInput
        id={placeId('name')}
        label={t('name')}
        description={t('nameHint')}
        required
        maxLength={200}
        value={draft.name}
        error={errorOf('name')}
        onChange={(event) => editing.change({ ...draft, name: event.currentTarget.value })}
      />
      <Textarea
        id={placeId('description')}
        label={t('description')}
        autosize
        maxRows={6}
        maxLength={2_000}
        value={draft.description}
        error={errorOf('description')}
        onChange={(event) => editing.change({ ...draft, description: event.currentTarget.value })}
      />
    </div>
  );
}

function SaveBar({ saving }: { saving: Saving }) {
  const t = useTranslations('console.workflows.editor');
  const { editing } = useEditor();
  const mayDiscard = editing.isDirty && !saving.isNew;
  const isBlocked = editing.unreadable !== undefined || saving.newest !== undefined;
  const save = () => {
    if (!saving.isPending && !isBlocked) saving.save();
  };
  useHotkeys([['mod+S', save]], [], true);
  return (
    <div className="save-bar">
      <p className={editing.isDirty || saving.isNew ? 'unsaved' : 'hint'} role="status">
        {saving.isNew ? t('notYet') : editing.isDirty ? t('unsaved') : saving.saveMessage || t('saved')}
      </p>
      {mayDiscard && (
        <ConfirmButton
          label={t('discard')}
          title={t('discardTitle')}
          action={async () => ({ ok: true, value: editing.loadVersion(editing.base) })}
        >
          {t('discardText')}
        </ConfirmButton>
      )}
      <Button onClick={save} loading={saving.isPending} disabled={isBlocked} aria-keyshortcuts="Control+S">
        {saving.isNew ? t('create') : t('save')}
      </Button>
    </div>
  );
}

/** Reason why saving failed: a conflict, faults to correct, or an error. */
function SaveFaults({ saving, workspace }: { saving: Saving; workspace: string }) {
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
  newest: NewestVersion;
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
