'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { ActionFailure } from '#console/_action.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { TemplateName } from '#lib/workflows/templates.ts';
import { create, fetchNewest, type Newest, save } from '../actions.ts';
import { type Draft, isSame, type SavedWorkflow } from './draft.ts';
import { problemsOf } from './problems.ts';
import type { Editing } from './use-editing.ts';

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
