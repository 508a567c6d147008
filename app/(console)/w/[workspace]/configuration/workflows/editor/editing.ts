'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { ActionFailure } from '#console/_action.ts';
import { faultKey } from '#console/_fault-key.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { TemplateName } from '#lib/workflows/templates.ts';
import { create, discardEdits, fetchNewest, type NewestVersion, publish, saveEdits } from '../actions.ts';
import { providerTitle, stepTitle, type WorkflowTexts } from '../texts.ts';
import {
  type Draft,
  type DraftStep,
  isSame,
  type KeptDraft,
  type Problem,
  type Providers,
  problemsOf,
  type SavedWorkflow,
  type Unreadable,
} from './draft.ts';

/** The edited definition, the version and the stored draft that it is based on, and its problems. */
export function useEditing(initialDraft: Draft, saved: SavedWorkflow | undefined) {
  const [base, setBase] = useState({ version: saved?.version ?? 0, draft: saved?.draft ?? initialDraft });
  const [kept, setKept] = useState(saved?.kept);
  const [draft, setDraft] = useState(kept?.draft ?? base.draft);
  const [problems, setProblems] = useState<Problem[]>([]);
  const [unreadable, setUnreadable] = useState<Unreadable>();
  // Incremented when a saved version is loaded. A new value remounts the fields that keep their own text.
  const [revision, setRevision] = useState(0);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  const isDirty = unreadable !== undefined || !isSame(draft, kept?.draft ?? base.draft);
  const isChanged = unreadable !== undefined || kept !== undefined || !isSame(draft, base.draft);

  const load = (next: Pick<SavedWorkflow, 'version' | 'draft' | 'kept'>) => {
    const edited = next.kept?.draft ?? next.draft;
    setBase({ version: next.version, draft: next.draft });
    setKept(next.kept);
    setDraft(edited);
    setProblems([]);
    setUnreadable(undefined);
    setRevision((before) => before + 1);
  };
  // Another user has published, and there are no local changes to lose.
  if (saved && saved.version > base.version && !isDirty) load(saved);

  return {
    base,
    kept,
    draft,
    isDirty,
    isChanged,
    problems,
    unreadable,
    revision,
    load,
    setProblems,
    setUnreadable,
    /** Clears the problems of the touched step, because the change may have fixed them. */
    change(next: Draft, touched?: string) {
      setDraft(next);
      setUnreadable(undefined);
      setProblems((before) => before.filter(({ step }) => step !== touched));
    },
    /** Replaces the draft with that of the JSON view. Clears all problems, because anything may have changed. */
    replace(next: Draft) {
      setDraft(next);
      setUnreadable(undefined);
      setProblems([]);
    },
    /** Called after `sent` was saved as `stored`. Edits made during the save are kept, and count as changes to it. */
    afterSave(sent: Draft, stored: Pick<SavedWorkflow, 'version' | 'draft' | 'kept'>) {
      if (latest.current === sent) return load(stored);
      setBase({ version: stored.version, draft: stored.draft });
      setKept(stored.kept);
    },
  };
}
type Editing = ReturnType<typeof useEditing>;

interface SavingProps {
  workspace: string;
  schema: string;
  template: TemplateName | undefined;
  initialDraft: Draft;
  saved: SavedWorkflow | undefined;
  editing: Editing;
}

/** Creates the workflow, keeps a draft or publishes the next version. If it fails, nothing that was typed is lost. */
export function useSaving({ workspace, schema, template, initialDraft, saved, editing }: SavingProps) {
  const t = useTranslations('console.workflows.editor');
  const router = useRouter();
  const [newest, setNewest] = useState<NewestVersion>();
  const [isLeaving, setLeaving] = useState(false);
  const [saveMessage, setSaveMessage] = useState('');
  const creating = useConsoleAction(create.bind(null, workspace));
  const keeping = useConsoleAction(saveEdits.bind(null, workspace));
  const publishing = useConsoleAction(publish.bind(null, workspace));
  const discarding = useConsoleAction(discardEdits.bind(null, workspace));
  const fetchingNewest = useConsoleAction(fetchNewest.bind(null, workspace));
  const { draft, base, kept } = editing;

  const createNew = () => {
    const { name, description, steps, rescue } = draft;
    // If the steps are unchanged, only the template's name is sent: the workflow gets the template's current content.
    const isTemplate = template && isSame({ ...initialDraft, name, description }, draft);
    const workflow = isTemplate
      ? { template, name, description }
      : { name, description, schema, steps, rescue };
    creating.run(
      { workflow },
      ({ id }) => {
        setLeaving(true);
        router.push(workspacePath(workspace, `/configuration/workflows/${id}`));
      },
      refuse,
    );
  };

  const orFetchNewest = (id: string) => (failure: ActionFailure) => {
    if (failure.code === 'changed-meanwhile') fetchingNewest.run({ id }, setNewest);
    else refuse(failure);
  };
  const reset = () => {
    setNewest(undefined);
    for (const each of [keeping, publishing, discarding]) each.reset();
  };

  /** `over`: the draft that is replaced. By default the edited one; after a conflict, the other user's. */
  const keep = (id: string, over: KeptDraft | undefined) =>
    keeping.run(
      { id, draft: { ...draft }, ...revisionOf(over) },
      (stored) => {
        reset();
        editing.afterSave(draft, { ...base, kept: stored });
        setSaveMessage(t('keptNow'));
      },
      orFetchNewest(id),
    );

  /** `over`: the version and the draft that are replaced. By default the edited ones; after a conflict, the others'. */
  const publishEdits = (
    id: string,
    onEnd: () => void,
    over: { version: number; kept?: KeptDraft | undefined },
  ) =>
    publishing.run(
      { id, draft: { ...draft }, version: over.version, ...revisionOf(over.kept) },
      (stored) => {
        reset();
        editing.afterSave(draft, stored);
        setSaveMessage(
          stored.version > over.version ? t('savedAs', { version: stored.version }) : t('saved'),
        );
        onEnd();
      },
      (failure) => {
        onEnd();
        orFetchNewest(id)(failure);
      },
    );

  const discard = (id: string) => {
    const published = () => {
      reset();
      editing.load({ version: base.version, draft: base.draft });
    };
    if (kept) discarding.run({ id, revision: kept.revision }, published, orFetchNewest(id));
    else published();
  };

  const refuse = ({ faults }: ActionFailure) => editing.setProblems(problemsOf(faults, draft));
  const failure = newest
    ? undefined
    : (publishing.failure ??
      keeping.failure ??
      discarding.failure ??
      creating.failure ??
      fetchingNewest.failure);
  return {
    /** The other user's version or draft, during a conflict. */
    newest,
    failure,
    /** Result of the last save. */
    saveMessage,
    id: saved?.id,
    isNew: saved === undefined,
    isPending:
      creating.pending ||
      keeping.pending ||
      publishing.pending ||
      discarding.pending ||
      fetchingNewest.pending,
    isLeaving,
    create: createNew,
    keep: () => saved && keep(saved.id, kept),
    publish: (onEnd: () => void) => saved && publishEdits(saved.id, onEnd, { version: base.version, kept }),
    discard: () => saved && discard(saved.id),
    /** Leaves the page for the job of a test run, which has stored the edits. */
    leaveFor(path: string) {
      setLeaving(true);
      router.push(workspacePath(workspace, path));
    },
    showConflict: (failure: ActionFailure) => saved && orFetchNewest(saved.id)(failure),
    overwrite() {
      if (!newest) return;
      const { id, version, kept: theirs } = newest.saved;
      if (version === base.version) keep(id, theirs);
      else publishEdits(id, () => {}, { version, kept: theirs });
    },
    takeTheirs() {
      if (newest) editing.load(newest.saved);
      reset();
    },
  };
}
export type Saving = ReturnType<typeof useSaving>;

const revisionOf = (kept: KeptDraft | undefined) => (kept ? { revision: kept.revision } : {});

interface EditorState {
  editing: Editing;
  providers: Providers;
  schema: string;
  /** Faults found by the server and in the browser. */
  allProblems: Problem[];
  warnings: Problem[];
  /** Id of the open step. At most one step shows its configuration. */
  opened: string | undefined;
  open: (id: string | undefined) => void;
}

const EditorContext = createContext<EditorState | undefined>(undefined);
export const EditorProvider = EditorContext.Provider;

/** State shared by the editor's parts. */
export function useEditor() {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('useEditor is used outside of the workflow editor.');
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
  // A fault of a field without a value is always reported as a missing value, whichever rule it came from.
  const [, field] = /^config\.([^.]+)$/.exec(path) ?? [];
  if (step && field && step.config?.[field] === undefined) return common('required' as never);
  if (t.has(`faults.${code}` as never)) {
    const needs = providers.get(step?.provider ?? '')?.needs;
    const values = { needs: needs ? providerTitle(t, needs, providers) : '' };
    return t(`faults.${code}` as 'faults.missing-step', values);
  }
  const key = faultKey(problem) as never;
  return common.has(key) ? common(key) : message;
}
