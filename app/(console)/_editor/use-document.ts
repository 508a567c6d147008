'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import type { PaperGap } from '#lib/documents/invoice/paper.ts';
import { useConsoleAction } from '../_ui/use-action.ts';
import { build } from './actions.ts';
import type { DocumentEditorProps } from './document-editor.tsx';
import { readText } from './document-text.ts';
import { type DocumentFaults, noFaults } from './faults.ts';
import { type DocumentDraft, useDraft } from './use-draft.ts';

export type EditedDocument = ReturnType<typeof useDocument>;

const noGaps: PaperGap[] = [];

/** The text on its way: typed, built, saved, and beside somebody else's when both were at it. */
export function useDocument({
  workspace,
  folder,
  path,
  stored,
  save,
  onSaved,
}: Omit<DocumentEditorProps, 'cancel' | 'register' | 'desk'>) {
  const t = useTranslations('console.suppliers.editor');
  const { draft, setDraft, replace, revision, isDirty, restored, discard, forget } = useDraft(path, stored);
  const [found, setFound] = useState<DocumentFaults>(noFaults);
  const [built, setBuilt] = useState<{ text: string; gaps: PaperGap[] }>();
  /** The text that is not in the editor: theirs, or mine once theirs was taken. */
  const [other, setOther] = useState<{ text: string }>();
  const [isDone, setDone] = useState(false);
  const building = useConsoleAction(build.bind(null, workspace));
  const saving = useConsoleAction(save);
  // An answer comes when more was typed already, which must stay.
  const latest = useRef(draft.text);
  latest.current = draft.text;

  const isLocked = saving.pending || isDone;
  const type = (text: string) => {
    // What is saved is what stands there: a letter more would be nowhere.
    if (isLocked) return;
    latest.current = text;
    setDraft((before) => ({ ...before, text }));
  };
  const isJson = () => {
    const ok = readText(latest.current).ok;
    if (!ok) setFound({ text: latest.current, faults: [{ path: '$', message: t('syntax') }] });
    return ok;
  };
  const pending = building.pending ? 'build' : saving.pending ? 'save' : undefined;
  return {
    text: draft.text,
    revision,
    type,
    found,
    isBuilt: built?.text === draft.text,
    /** What the paper will lack, of the text as it was last built. */
    gaps: built?.text === draft.text ? built.gaps : noGaps,
    other,
    restored,
    isDirty: isDirty && !isDone,
    pending,
    isLocked,
    failure: saving.failure ?? building.failure,
    /** May be asked while the one before is on its way: answers come in the order of what was asked. */
    build() {
      if (isLocked || !isJson()) return;
      saving.reset();
      const sent = latest.current;
      building.run({ folder, text: sent }, (result) => {
        if (result.kind === 'invalid') return setFound({ text: sent, faults: result.faults });
        setFound(noFaults);
        if (latest.current !== sent) return;
        setBuilt(result);
        replace({ text: result.text });
      });
    },
    save() {
      if (isLocked || !isJson()) return;
      building.reset();
      const sent = { ...draft, text: latest.current };
      saving.run(sent, (result) => {
        if (result.kind === 'invalid') return setFound({ text: sent.text, faults: result.faults });
        setFound(noFaults);
        if (result.kind === 'changed-meanwhile') return meet(result.theirs);
        setDone(true);
        forget();
        onSaved(result.id);
      });
    },
    /** Puts in its place what was made of the text, as by the keyboard. */
    put(text: string) {
      if (!isLocked) replace({ text });
    },
    /** Takes the other text into the editor; what was there stays beside it. */
    swap() {
      if (!other) return;
      setOther({ text: draft.text });
      replace({ text: other.text });
    },
    discard() {
      setFound(noFaults);
      discard();
    },
    forget() {
      setDone(true);
      forget();
    },
  };

  /** From now on a save is one over what they wrote, which is there to be read. */
  function meet(theirs: DocumentDraft) {
    setOther({ text: theirs.text });
    setDraft((before) => ({ ...before, base: theirs.base }));
  }
}
