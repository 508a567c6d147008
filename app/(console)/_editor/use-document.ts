'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import type { PaperGap } from '#lib/documents/invoice/paper-gaps.ts';
import type { Outline } from '#lib/documents/invoice/preview.ts';
import type { ActionResult } from '../_action.ts';
import { useConsoleAction } from '../_ui/use-action.ts';
import { build } from './actions.ts';
import { type DocumentFault, type DocumentFaults, noFaults } from './faults.ts';
import { readText, type TextEdit } from './json-path.ts';
import type { BuiltDocument, DocumentDraft, SaveResult } from './typed-document.ts';

export interface DocumentSource {
  workspace: string;
  folder: string;
  /** Identifies the draft of this document. */
  draftKey: string;
  stored: DocumentDraft;
  /** Why the stored document failed. */
  faults?: DocumentFault[] | undefined;
  save: (draft: DocumentDraft) => Promise<ActionResult<SaveResult>>;
  onSaved: (id: string) => void;
}

export type EditedDocument = ReturnType<typeof useDocument>;

const noGaps: PaperGap[] = [];

/**
 * State of the document editor: typed text, faults, build and save, and the other version after a conflict.
 */
export function useDocument({
  workspace,
  folder,
  draftKey,
  stored,
  faults = [],
  save,
  onSaved,
}: DocumentSource) {
  const t = useTranslations('console.suppliers.editor');
  const { draft, setDraft, replace, revision, isDirty, restored, discard, forget } = useDraft(
    draftKey,
    stored,
  );
  const [found, setFound] = useState<DocumentFaults>({ text: stored.text, faults });
  const [built, setBuilt] = useState<{ text: string; gaps: PaperGap[] }>();
  /** The version that is not in the editor after a conflict: the other user's or, after `swap`, this user's. */
  const [other, setOther] = useState<{ text: string }>();
  const [isDone, setDone] = useState(false);
  const building = useConsoleAction(build.bind(null, workspace));
  const saving = useConsoleAction(save);
  // The response may arrive after further typing, which must not be lost.
  const latest = useRef(draft.text);
  latest.current = draft.text;

  const isLocked = saving.pending || isDone;
  // The edit is applied to the current draft, because a fill may have come since the last rendering.
  const edit = (changed: TextEdit) => {
    // Typing during a save would be lost.
    if (isLocked) return;
    latest.current = changed(latest.current);
    setDraft((before) => ({ ...before, text: changed(before.text) }));
  };
  const isJson = () => {
    const ok = readText(latest.current).ok;
    if (!ok) setFound({ text: latest.current, faults: [{ path: '$', message: t('syntax') }] });
    return ok;
  };
  const pending = building.pending ? 'build' : saving.pending ? 'save' : undefined;
  return {
    text: draft.text,
    ids: draft.ids,
    revision,
    type: (text: string) => edit(() => text),
    edit,
    found,
    isBuilt: built?.text === draft.text,
    /** Data that the PDF lacks; empty if the text changed after the last build. */
    gaps: built?.text === draft.text ? built.gaps : noGaps,
    other,
    restored,
    isDirty: isDirty && !isDone,
    pending,
    isLocked,
    failure: saving.failure ?? building.failure,
    /**
     * May be called while another build is pending: results arrive in order.
     * @param onBuilt called with a valid document, unless the text has changed meanwhile
     */
    build(onBuilt: (built: BuiltDocument) => void = () => {}) {
      if (isLocked || !isJson()) return;
      saving.reset();
      const sent = latest.current;
      building.run({ folder, text: sent }, (result) => {
        if (result.kind === 'invalid') return setFound({ text: sent, faults: result.faults });
        setFound(noFaults);
        if (latest.current !== sent) return;
        latest.current = result.text;
        setBuilt(result);
        replace({ text: result.text });
        onBuilt(result);
      });
    },
    /**
     * @param onStored called with the id of the entry instead of `onSaved`
     * @param onRefused called if the document has faults, or another user saved first
     */
    save(onStored: (id: string) => void = onSaved, onRefused: () => void = () => {}) {
      if (isLocked || !isJson()) return;
      building.reset();
      const sent = { ...draft, text: latest.current };
      saving.run(sent, (result) => {
        if (result.kind !== 'saved') onRefused();
        if (result.kind === 'invalid') return setFound({ text: sent.text, faults: result.faults });
        setFound(noFaults);
        if (result.kind === 'changed-meanwhile') return showConflict(result.theirs);
        setDone(true);
        forget();
        onStored(result.id);
      });
    },
    hasText: (text: string) => latest.current === text,
    /** Edits the text, and shows the result also where it is being typed. */
    put(changed: TextEdit) {
      if (isLocked) return;
      edit(changed);
      replace({});
    },
    /** Exchanges the editor's text with the other version. */
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

  /** After a conflict: offers the other user's version, and bases the next save on it. */
  function showConflict(theirs: DocumentDraft) {
    setOther({ text: theirs.text });
    setDraft((before) => ({ ...before, base: theirs.base }));
  }
}

/**
 * The draft. It stays in session storage until it is saved or discarded, so that a reload, Back or an expired
 * session loses nothing. `draftKey` identifies it within the tab.
 */
function useDraft(draftKey: string, stored: DocumentDraft) {
  const [draft, setDraft] = useState(stored);
  const [restored, setRestored] = useState(false);
  const [revision, setRevision] = useState(0);
  const replace = (text: Partial<DocumentDraft>) => {
    setDraft((before) => ({ ...before, ...text }));
    setRevision((before) => before + 1);
  };
  const isDirty = draft.text !== stored.text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stored draft is read once
  useEffect(() => {
    const storedDraft = read(draftKey);
    if (!storedDraft || storedDraft.text === stored.text) return;
    replace({ ids: stored.ids, ...storedDraft });
    setRestored(true);
  }, [draftKey]);
  useEffect(() => {
    storeDraft(draftKey, isDirty ? draft : undefined);
  }, [draftKey, draft, isDirty]);
  return {
    draft,
    setDraft,
    replace,
    /** Number of replacements of the text that do not come from typing. */
    revision,
    isDirty,
    restored,
    discard() {
      replace(stored);
      setRestored(false);
    },
    forget: () => storeDraft(draftKey, undefined),
  };
}

const keyOf = (path: string) => `alta-draft:${path}`;

function read(path: string): DocumentDraft | undefined {
  try {
    const storedDraft = JSON.parse(sessionStorage.getItem(keyOf(path)) ?? 'null');
    return typeof storedDraft?.text === 'string' && typeof storedDraft.base === 'string'
      ? storedDraft
      : undefined;
  } catch {
    return undefined;
  }
}

/** Stores or removes the draft. If storage is full or disabled, nothing is stored. */
function storeDraft(path: string, draft: DocumentDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(path), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(path));
  } catch {}
}

/** The server's data about an invoice being edited. */
export interface InvoiceOutline {
  /** Undefined if not even the class can be determined. */
  outline?: Outline | undefined;
  /** For a credit note: the corrected invoice and the amount left to credit. */
  corrected?: CorrectedInvoice | undefined;
}

export interface CorrectedInvoice {
  title: string;
  left: string;
  isOver: boolean;
}

/** Pause in typing before the totals are requested. */
const restMs = 250;

/** Totals of the text as a build would compute them; the previous ones until the response arrives. */
export function useOutline(address: string, text: string): InvoiceOutline {
  const [known, setKnown] = useState<InvoiceOutline>({});
  useEffect(() => {
    let isLast = true;
    // A pending request is not aborted; its result is ignored.
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

/** Errors are ignored, because a build computes the totals anyway. */
async function ask(address: string, text: string): Promise<InvoiceOutline | undefined> {
  try {
    const response = await fetch(address, { method: 'POST', body: text, redirect: 'error' });
    return response.ok ? ((await response.json()) as InvoiceOutline) : undefined;
  } catch {
    return undefined;
  }
}
