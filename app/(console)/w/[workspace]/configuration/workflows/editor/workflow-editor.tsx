'use client';

import { Alert, Button, Group, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { useHotkeys, useMounted } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { Failure, Permitted } from '#console/_ui/failure.tsx';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
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
  withConfig,
  withMoved,
  withStep,
} from './draft.ts';
import { EditorProvider, type Saving, useEditing, useEditor, useSaving } from './editing.ts';
import { StepList } from './step-list.tsx';
import { TestDialog } from './test-dialog.tsx';

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

/** Edits a workflow as steps or as JSON; both views share one draft, which is stored, tested and published. */
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
        <DraftNote />
        <Warnings />
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
          <SaveBar saving={saving} workspace={workspace} />
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

/** Author and date of unpublished edits. */
function DraftNote() {
  const t = useTranslations('console.workflows.draft');
  const format = useFormatter();
  const { kept, base } = useEditor().editing;
  if (!kept) return null;
  return (
    <Notice tone="wait" title={t('title')}>
      {t('text', { name: kept.by, moment: format.dateTime(kept.at, 'moment'), version: base.version })}
      {kept.baseVersion < base.version &&
        ` ${t('behind', { base: kept.baseVersion, version: base.version })}`}
    </Notice>
  );
}

/** The warnings that the list of workflows counts, each with its step and a way to correct it. */
function Warnings() {
  const t = useTranslations('console.workflows.editor');
  const all = useTranslations('console.workflows');
  const { editing, warnings, titleOf, explain, open } = useEditor();
  const { draft } = editing;
  const lines = warnings.flatMap((warning) => {
    const list = lists.find((each) => draft[each].some(({ id }) => id === warning.step));
    const index = list ? draft[list].findIndex(({ id }) => id === warning.step) : -1;
    const step = list && draft[list][index];
    return list && step ? [{ warning, list, index, step }] : [];
  });
  if (lines.length === 0) return null;
  return (
    <Notice tone="wait" title={t('warnings', { count: lines.length })}>
      <ul className="editor-problems">
        {lines.map(({ warning, list, index, step }) => {
          const [, field] = /^config\.(.+)$/.exec(warning.path) ?? [];
          const target = targetOf(warning, draft.steps, index);
          const where = t(list === 'steps' ? 'inStep' : 'inRescue', {
            number: index + 1,
            step: titleOf(step),
          });
          return (
            <li key={`${warning.step} ${warning.path} ${warning.code}`}>
              <a href={`#step-${step.id}`} onClick={() => open(step.id)}>
                {where}
              </a>{' '}
              {field && <>{fieldLabel(all, step.provider, field)}: </>}
              {explain(warning)}{' '}
              {field && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() =>
                    editing.change(
                      withStep(draft, step.id, (each) => withConfig(each, field, undefined)),
                      step.id,
                    )
                  }
                >
                  {t('mend.remove')}
                </Button>
              )}
              {target !== undefined && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => editing.change(withMoved(draft, 'steps', index, target), step.id)}
                >
                  {t('mend.move', { number: target + 1 })}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

/** Place to which a step that sends the link has to be moved: before the wait, or after the step that creates it. */
function targetOf({ code }: Problem, steps: Draft['steps'], index: number): number | undefined {
  if (code === 'link-too-late') {
    const wait = steps.findIndex(({ provider }) => provider === 'gov-ar.wait.authorization');
    return wait >= 0 && wait < index ? wait : undefined;
  }
  if (code !== 'link-not-yet') return undefined;
  const creator = steps.findIndex(({ provider }) => provider === 'gov-ar.register');
  return creator > index ? creator : undefined;
}

function SaveBar({ saving, workspace }: { saving: Saving; workspace: string }) {
  const t = useTranslations('console.workflows.editor');
  const { editing } = useEditor();
  const [asked, ask] = useState<'publish' | 'test'>();
  const isBlocked = editing.unreadable !== undefined || saving.newest !== undefined;
  const save = () => {
    if (saving.isPending || isBlocked) return;
    if (saving.isNew) saving.create();
    else if (editing.isDirty) saving.keep();
  };
  useHotkeys([['mod+S', save]], [], true);
  if (saving.isNew) {
    return (
      <div className="save-bar">
        <p className="unsaved" role="status">
          {t('notYet')}
        </p>
        <Button onClick={save} loading={saving.isPending} disabled={isBlocked} aria-keyshortcuts="Control+S">
          {t('create')}
        </Button>
      </div>
    );
  }
  return (
    <div className="save-bar">
      <p className={editing.isDirty ? 'unsaved' : 'hint'} role="status">
        {editing.isDirty ? t('unsaved') : saving.saveMessage || t(editing.kept ? 'kept' : 'saved')}
      </p>
      {editing.isChanged && (
        <ConfirmButton
          label={t('discard')}
          title={t('discardTitle')}
          action={async () => ({ ok: true, value: saving.discard() })}
        >
          {t('discardText', { version: editing.base.version })}
        </ConfirmButton>
      )}
      {editing.isDirty && (
        <Button
          variant="default"
          onClick={save}
          loading={saving.isPending}
          disabled={isBlocked}
          aria-keyshortcuts="Control+S"
        >
          {t('keepDraft')}
        </Button>
      )}
      <Permitted to="jobs:write">
        <Button variant="default" onClick={() => ask('test')} disabled={isBlocked}>
          {t('test')}
        </Button>
      </Permitted>
      <Button onClick={() => ask('publish')} disabled={isBlocked || !editing.isChanged}>
        {t('save')}
      </Button>
      {asked === 'publish' && <PublishDialog saving={saving} onClose={() => ask(undefined)} />}
      {asked === 'test' && (
        <TestDialog saving={saving} workspace={workspace} onClose={() => ask(undefined)} />
      )}
    </div>
  );
}

/** Shows what the next version changes before it is made. */
function PublishDialog({ saving, onClose }: { saving: Saving; onClose: () => void }) {
  const t = useTranslations('console.workflows.publish');
  const all = useTranslations('console.workflows');
  const { editing, providers } = useEditor();
  const { base, draft } = editing;
  const changes = changesBetween(base.draft, draft);
  // Faults and conflicts are shown in the editor.
  const publish = () => saving.publish(onClose);
  return (
    <FormDialog
      opened
      onClose={onClose}
      size="lg"
      title={t('title', { version: base.version + 1 })}
      onSubmit={publish}
      submit={t('submit')}
      pending={saving.isPending}
      failure={undefined}
    >
      {changes.length > 0 ? (
        <ChangeList changes={changes} defaults={providers} />
      ) : (
        <p>{all('changes.hidden')}</p>
      )}
      <p className="hint">{t('text')}</p>
    </FormDialog>
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
  // Without a newer version, the conflict is with another draft, or with its removal.
  const isDraft = saved.version === editing.base.version;
  const theirs = isDraft ? (saved.kept?.draft ?? saved.draft) : saved.draft;
  const name = isDraft ? saved.kept?.by : by;
  const changes = changesBetween((isDraft && editing.kept?.draft) || editing.base.draft, theirs);
  const moment = format.dateTime((isDraft && saved.kept?.at) || at, 'moment');
  const text = isDraft
    ? t(saved.kept ? 'draftText' : 'draftGone', { moment })
    : t('text', { version: saved.version, moment });
  return (
    <Notice tone="wait" title={name ? t('title', { name }) : t('titleUnknown')}>
      <p>{text}</p>
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
          {isDraft ? t('keepMine') : t('overwrite', { version: saved.version + 1 })}
        </Button>
        <ConfirmButton
          label={t('load')}
          title={t('loadTitle')}
          action={async () => ({ ok: true, value: saving.takeTheirs() })}
        >
          {isDraft ? t('loadDraftText') : t('loadText', { version: saved.version })}
        </ConfirmButton>
        <a
          href={workspacePath(workspace, `/configuration/workflows/${saved.id}/versions`)}
          target="_blank"
          rel="noreferrer"
        >
          {t('look')}
        </a>
      </Group>
      {!isDraft && <p className="hint">{t('overwriteText')}</p>}
    </Notice>
  );
}
