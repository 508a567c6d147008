'use client';

import { useEffect, useRef, useState } from 'react';
import { type Draft, isSame, type SavedWorkflow } from './draft.ts';
import type { Problem } from './problems.ts';
import type { Unreadable } from './read-draft.ts';

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
