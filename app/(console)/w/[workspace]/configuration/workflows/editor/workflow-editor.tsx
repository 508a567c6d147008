'use client';

import { SegmentedControl, Stack } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { DescribedProvider } from '#lib/workflows/providers.ts';
import type { TemplateName } from '#lib/workflows/templates.ts';
import type { Draft, SavedWorkflow } from './draft.ts';
import { byId } from './fields.ts';
import './editor.css';
import { LeaveGuard } from '#console/_ui/leave-guard.tsx';
import { Permitted } from '#console/_ui/permitted.tsx';
import { EditorProvider } from './editor-context.ts';
import { NameFields } from './name-fields.tsx';
import { placementOf, problemsNow } from './problems.ts';
import { SaveBar } from './save-bar.tsx';
import { SaveFaults } from './save-faults.tsx';
import { StepList } from './step-list.tsx';
import { useEditing } from './use-editing.ts';
import { useSaving } from './use-saving.ts';

// CodeMirror comes with the view that needs it.
const JsonView = dynamic(() => import('./json-view.tsx').then((module) => module.JsonView), { ssr: false });

interface WorkflowEditorProps {
  workspace: string;
  /** The kind of document that the workflow is for. */
  schema: string;
  providers: DescribedProvider[];
  beginning: Draft;
  /** Absent while the workflow is not made yet. */
  saved?: SavedWorkflow;
  template?: TemplateName;
}

/** A workflow as steps or as JSON, the same draft in both. */
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
      {/* What is typed into a field before its script has come, React takes for a fault of the server and puts back. */}
      <Stack gap="lg" className="editor" inert={!isReady}>
        <SaveFaults saving={saving} workspace={workspace} />
        <SegmentedControl
          className="editor-view"
          size="md"
          aria-label={t('view')}
          value={view}
          // What can not be read has no steps to show.
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
