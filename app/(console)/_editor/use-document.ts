'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import type { Outline } from '#lib/documents/invoice/outline.ts';
import type { PaperGap } from '#lib/documents/invoice/paper.ts';
import type { ActionResult } from '../_action.ts';
import { useConsoleAction } from '../_ui/use-action.ts';
import { build } from './actions.ts';
import { type DocumentFaults, noFaults } from './faults.ts';
import { readText } from './json-path.ts';
import type { DocumentDraft, SaveResult } from './typed-document.ts';

export interface DocumentSource {
  workspace: string;
  folder: string;
  /** Tells this document's draft from others. */
  path: string;
  stored: DocumentDraft;
  save: (draft: DocumentDraft) => Promise<ActionResult<SaveResult>>;
  onSaved: (id: string) => void;
}

export type EditedDocument = ReturnType<typeof useDocument>;

const noGaps: PaperGap[] = [];

/** The text on its way: typed, built, saved, and beside somebody else's when both were at it. */
export function useDocument({ workspace, folder, path, stored, save, onSaved }: DocumentSource) {
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

/**
 * What is typed, kept in the tab until it is saved or thrown away: a reload, Back or a session that ended loses
 * nothing. `path` tells the drafts of one tab apart.
 */
function useDraft(path: string, stored: DocumentDraft) {
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

/** What the server says of an invoice that is being written. */
export interface InvoiceOutline {
  /** Undefined where not even a class can be told. */
  outline?: Outline | undefined;
  /** Of a credit note: what it corrects, and what is left to credit of that. */
  corrected?: CorrectedInvoice | undefined;
}

export interface CorrectedInvoice {
  title: string;
  /** As it is written. */
  left: string;
  isOver: boolean;
}

/** Somebody may be going on typing. */
const restMs = 250;

/** What the text comes to, as a building would reckon it; while it is asked, what it came to before. */
export function useOutline(address: string, text: string): InvoiceOutline {
  const [known, setKnown] = useState<InvoiceOutline>({});
  useEffect(() => {
    let isLast = true;
    // It is not called off: what came of it is passed over.
    const timer = setTimeout(async () => {
      const answer = await ask(address, text);
      if (answer && isLast) setKnown(answer);
    }, restMs);
    return () => {
      clearTimeout(timer);
      isLast = false;
    };
  }, [address, text]);
  return known;
}

/** Nobody is stopped from typing by sums that do not come: a building gives them all the same. */
async function ask(address: string, text: string): Promise<InvoiceOutline | undefined> {
  try {
    const response = await fetch(address, { method: 'POST', body: text, redirect: 'error' });
    return response.ok ? ((await response.json()) as InvoiceOutline) : undefined;
  } catch {
    return undefined;
  }
}
