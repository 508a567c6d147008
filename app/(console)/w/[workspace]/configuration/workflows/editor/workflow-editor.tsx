'use client';

import './editor.css';
import { Button, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { useHotkeys, useMounted } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { Permitted } from '#console/_ui/failure.tsx';
import { LeaveGuard } from '#console/_ui/leave-guard.tsx';
import type { DescribedProvider } from '#lib/workflows/providers.ts';
import type { TemplateName } from '#lib/workflows/templates.ts';
import { byId, type Draft, placeId, placementOf, problemsNow, type SavedWorkflow } from './draft.ts';
import { EditorProvider, useEditor } from './editor-context.ts';
import { SaveFaults } from './save-faults.tsx';
import { StepList } from './step-list.tsx';
import { type Saving, useEditing, useSaving } from './use-editing.ts';

// Loads CodeMirror only with the JSON view.
const JsonView = dynamic(() => import('./json-view.tsx').then((module) => module.JsonView), { ssr: false });

interface WorkflowEditorProps {
  workspace: string;
  /** Document type that the workflow is for. */
  schema: string;
  providers: DescribedProvider[];
  beginning: Draft;
  /** Absent for a new workflow. */
  saved?: SavedWorkflow;
  template?: TemplateName;
}

/** Edits a workflow as steps or as JSON; both views share one draft. */
export function WorkflowEditor({
  workspace,
  schema,
  providers,
  beginning,
  saved,
  template,
}: WorkflowEditorProps) {
  const t = useTranslations('console.workflows.editor');
  const [view, setView] = useState<'steps' | 'json'>('steps');
  const [opened, open] = useState<string>();
  const isReady = useMounted();
  const known = useMemo(() => byId(providers), [providers]);
  const editing = useEditing(beginning, saved);
  const saving = useSaving({ workspace, schema, template, beginning, saved, editing });
  const placement = placementOf(editing.draft, schema, known);
  const problems = problemsNow(editing.problems, placement);
  return (
    <EditorProvider
      value={{ editing, providers: known, schema, problems, warnings: placement.warnings, opened, open }}
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
  const { editing, problems, explain } = useEditor();
  const { draft } = editing;
  const errorOf = (path: string) => {
    const problem = problems.find((each) => !each.step && each.path === path);
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
        {saving.isNew ? t('notYet') : editing.isDirty ? t('unsaved') : saving.said || t('saved')}
      </p>
      {mayDiscard && (
        <ConfirmButton
          label={t('discard')}
          title={t('discardTitle')}
          action={async () => ({ ok: true, value: editing.begin(editing.base) })}
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
