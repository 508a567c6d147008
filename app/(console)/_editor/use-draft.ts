'use client';

import { useEffect, useState } from 'react';

/** A text, and the version of the entry that it was made from: none before there is one. */
export interface DocumentDraft {
  text: string;
  base: string;
}

/**
 * What is typed, kept in the tab until it is saved or thrown away: a reload, Back or a session that ended loses
 * nothing. `path` tells the drafts of one tab apart.
 */
export function useDraft(path: string, stored: DocumentDraft) {
  const [draft, setDraft] = useState(stored);
  const [restored, setRestored] = useState(false);
  const [revision, setRevision] = useState(0);
  /** Puts another text in the place of what is typed. */
  const replace = (text: Partial<DocumentDraft>) => {
    setDraft((before) => ({ ...before, ...text }));
    setRevision((before) => before + 1);
  };
  const isDirty = draft.text !== stored.text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the tab kept is asked for once
  useEffect(() => {
    const kept = read(path);
    if (!kept || kept.text === stored.text) return;
    replace(kept);
    setRestored(true);
  }, [path]);
  useEffect(() => {
    keep(path, isDirty ? draft : undefined);
  }, [path, draft, isDirty]);
  return {
    draft,
    setDraft,
    replace,
    /** Counts the texts that did not come from the keyboard. */
    revision,
    isDirty,
    restored,
    /** Back to what is stored. */
    discard() {
      replace(stored);
      setRestored(false);
    },
    /** It is stored, or nobody wants it any more. */
    forget: () => keep(path, undefined),
  };
}

const keyOf = (path: string) => `alta-draft:${path}`;

function read(path: string): DocumentDraft | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(path)) ?? 'null');
    return typeof kept?.text === 'string' && typeof kept.base === 'string' ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** A browser may have no room or no storage for it: then it is as without. */
function keep(path: string, draft: DocumentDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(path), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(path));
  } catch {}
}
