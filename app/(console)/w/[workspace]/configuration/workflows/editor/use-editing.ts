'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import type { ActionFailure } from '#console/_action.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { TemplateName } from '#lib/workflows/templates.ts';
import { create, fetchNewest, type Newest, save } from '../actions.ts';
import {
  type Draft,
  isSame,
  type Problem,
  problemsOf,
  type SavedWorkflow,
  type Unreadable,
} from './draft.ts';

/** A draft, what it began from, and what is known to be wrong with it. */
export function useEditing(beginning: Draft, saved: SavedWorkflow | undefined) {
  const [base, setBase] = useState({ version: saved?.version ?? 0, draft: saved?.draft ?? beginning });
  const [draft, setDraft] = useState(base.draft);
  const [problems, setProblems] = useState<Problem[]>([]);
  const [unreadable, setUnreadable] = useState<Unreadable>();
  // Counts what replaces the draft as a whole: fields that keep a text of their own begin anew.
  const [revision, setRevision] = useState(0);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  const isDirty = unreadable !== undefined || !isSame(draft, base.draft);

  const begin = ({ version, draft: next }: Pick<SavedWorkflow, 'version' | 'draft'>) => {
    setBase({ version, draft: next });
    setDraft(next);
    setProblems([]);
    setUnreadable(undefined);
    setRevision((before) => before + 1);
  };
  // Somebody else has saved, and nothing is typed here that it could cost.
  if (saved && saved.version > base.version && !isDirty) begin(saved);

  return {
    base,
    draft,
    isDirty,
    problems,
    unreadable,
    revision,
    begin,
    setProblems,
    setUnreadable,
    /** What was wrong with a step may be right once the step is changed. */
    change(next: Draft, touched?: string) {
      setDraft(next);
      setUnreadable(undefined);
      setProblems((before) => before.filter(({ step }) => step !== touched));
    },
    /** From the JSON view, where any of it may have changed. */
    replace(next: Draft) {
      setDraft(next);
      setUnreadable(undefined);
      setProblems([]);
    },
    /** `sent` was saved as `stored`. What was typed since then stays, for the version that it is made of now. */
    settle(sent: Draft, stored: SavedWorkflow) {
      if (latest.current === sent) begin(stored);
      else setBase({ version: stored.version, draft: stored.draft });
    },
  };
}
export type Editing = ReturnType<typeof useEditing>;

interface SavingProps {
  workspace: string;
  schema: string;
  template: TemplateName | undefined;
  beginning: Draft;
  saved: SavedWorkflow | undefined;
  editing: Editing;
}

/** Makes the workflow, or its next version. Whatever the answer is, the draft stays. */
export function useSaving({ workspace, schema, template, beginning, saved, editing }: SavingProps) {
  const t = useTranslations('console.workflows.editor');
  const router = useRouter();
  const [newest, setNewest] = useState<Newest>();
  const [isLeaving, setLeaving] = useState(false);
  const [said, say] = useState('');
  const creating = useConsoleAction(create.bind(null, workspace));
  const changing = useConsoleAction(save.bind(null, workspace));
  const looking = useConsoleAction(fetchNewest.bind(null, workspace));
  const { draft, base } = editing;

  const make = () => {
    const { name, description, steps, rescue } = draft;
    // Untouched, it is the template's, whatever became of the template meanwhile.
    const isTemplate = template && isSame({ ...beginning, name, description }, draft);
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

  /** `over`: the version that is known to be the newest, when it is not the one that was edited. */
  const change = (id: string, over = base.version) =>
    changing.run(
      { id, change: { ...draft, version: over } },
      (stored) => {
        setNewest(undefined);
        editing.settle(draft, stored);
        say(stored.version > over ? t('savedAs', { version: stored.version }) : t('saved'));
      },
      (failure) => {
        if (failure.code === 'changed-meanwhile') looking.run({ id }, setNewest);
        else refuse(failure);
      },
    );

  const refuse = ({ faults }: ActionFailure) => editing.setProblems(problemsOf(faults, draft));
  const failure = newest ? undefined : (changing.failure ?? creating.failure ?? looking.failure);
  return {
    /** Somebody else's version, while it stands in the way of this one. */
    newest,
    failure,
    /** What became of the last time it was saved. */
    said,
    isNew: saved === undefined,
    isPending: creating.pending || changing.pending || looking.pending,
    isLeaving,
    save: saved ? () => change(saved.id) : make,
    overwrite: () => saved && newest && change(saved.id, newest.saved.version),
    takeTheirs() {
      if (newest) editing.begin(newest.saved);
      setNewest(undefined);
      changing.reset();
    },
  };
}
export type Saving = ReturnType<typeof useSaving>;
