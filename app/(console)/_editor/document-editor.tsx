'use client';

import './documents.css';
import { Button, Group, Kbd, SegmentedControl, Skeleton } from '@mantine/core';
import { useHotkeys, useLocalStorage, useOs } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ActionResult } from '../_action.ts';
import { Failure } from '../_ui/failure.tsx';
import { LeaveGuard } from '../_ui/leave-guard.tsx';
import { readText } from './document-text.ts';
import { FaultList } from './fault-list.tsx';
import { remainingFaults } from './faults.ts';
import { FormView } from './form-view.tsx';
import type { Path } from './json-path.ts';
import { Notices } from './notices.tsx';
import { OtherVersion } from './other-version.tsx';
import { SameCuitNote } from './same-cuit.tsx';
import { cuitIn } from './taxpayer.ts';
import { TaxpayerNote } from './taxpayer-note.tsx';
import type { SaveResult } from './typed-document.ts';
import { useDocument } from './use-document.ts';
import type { DocumentDraft } from './use-draft.ts';
import { type RegisterAddresses, useTaxpayer } from './use-taxpayer.ts';

const CodeView = dynamic(() => import('./code-view.tsx'), {
  ssr: false,
  loading: () => <Skeleton height="22rem" radius={0} />,
});

/** The place to go to; a new object for each time. `isFirst`: where one begins, without being taken there. */
interface EditorTarget {
  parts: Path;
  isFirst?: boolean;
}

export interface DocumentEditorProps {
  workspace: string;
  folder: string;
  /** Tells this document's draft from others. */
  path: string;
  stored: DocumentDraft;
  save: (draft: DocumentDraft) => Promise<ActionResult<SaveResult>>;
  onSaved: (id: string) => void;
  /** The place to begin at. */
  begin?: Path;
  register: RegisterAddresses;
  /** Where an invoice's form asks what it does not know. */
  desk: string;
  /** The way out without saving. */
  cancel: ReactNode;
}

/** A document as JSON or as a form, built and saved. Whatever goes wrong, what was typed stays. */
export function DocumentEditor({ cancel, begin, register, desk, ...props }: DocumentEditorProps) {
  const t = useTranslations('console.suppliers.editor');
  const document = useDocument(props);
  const { text, found, pending, failure, other } = document;
  // Of each kind of document what was chosen last.
  const [view, setView] = useLocalStorage<'json' | 'form'>({
    key: props.folder === 'invoices' ? 'alta-invoice-view' : 'alta-editor-view',
    defaultValue: 'form',
  });
  const [target, setTarget] = useState<EditorTarget | undefined>(begin && { parts: begin, isFirst: true });
  const faults = useMemo(() => remainingFaults(found, text), [found, text]);
  const isBroken = !readText(text).ok;
  useHotkeys(
    [
      ['mod+S', document.save],
      ['mod+Enter', document.build],
    ],
    [],
    true,
  );
  // Once for each refusal.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is left of it is typed at
  useEffect(() => {
    const [first] = faults;
    if (first) setTarget({ parts: first.parts });
  }, [found]);
  const { folder, stored } = props;
  const typed = { folder, text, example: stored.base === '' ? stored.text : undefined };
  const cuit = useMemo(() => cuitIn(text, folder), [text, folder]);
  // What stands there from the beginning is known, or an example's.
  const isOther = useMemo(() => cuit !== cuitIn(stored.text, folder), [cuit, stored.text, folder]);
  const lookedUp = useTaxpayer(register, isOther ? cuit : undefined);
  const taxpayer = (
    <TaxpayerNote
      settings={register.settings}
      lookedUp={lookedUp}
      typed={typed}
      isLocked={document.isLocked}
      onFill={document.put}
    />
  );
  const common = { text, onChange: document.type, faults, target };
  const goTo = (parts: Path) => setTarget({ parts });
  return (
    <section className="sheet" aria-label={t('label')}>
      <div className="editor-bar">
        <SegmentedControl
          aria-label={t('view')}
          value={view}
          onChange={(chosen) => {
            setTarget(undefined);
            setView(chosen === 'form' ? 'form' : 'json');
          }}
          data={[
            { value: 'form', label: t('form') },
            { value: 'json', label: t('json') },
          ]}
        />
        <Group gap="xs" ml="auto">
          {cancel}
          <Button
            variant="default"
            onClick={document.build}
            loading={pending === 'build'}
            rightSection={<Keys letter="↵" />}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {t('build')}
          </Button>
          <Button
            onClick={document.save}
            loading={pending === 'save'}
            rightSection={<Keys letter="S" />}
            aria-keyshortcuts="Control+S Meta+S"
          >
            {t('save')}
          </Button>
        </Group>
      </div>
      {folder === 'suppliers' && <SameCuitNote question={register.twins} cuit={isOther ? cuit : undefined} />}
      <Notices document={document} isBroken={isBroken} faults={faults.length} onGo={goTo} />
      {view === 'json' && taxpayer}
      <Failure of={failure} />
      <div className="editor-panes" data-compared={other !== undefined}>
        <div className="editor-pane">
          {other && <h2 className="pane-heading">{t('mine')}</h2>}
          {view === 'json' ? (
            <CodeView
              label={t('json')}
              folder={props.folder}
              revision={document.revision}
              isLocked={document.isLocked}
              {...common}
            />
          ) : (
            <div className="form-pane" data-folder={props.folder}>
              <FormView
                {...common}
                folder={props.folder}
                desk={desk}
                onJson={() => setView('json')}
                taxpayer={taxpayer}
              />
            </div>
          )}
        </div>
        {other && <OtherVersion text={other.text} against={text} onTake={document.swap} />}
      </div>
      <FaultList faults={faults} onGo={goTo} view={view} />
      <LeaveGuard armed={document.isDirty} onLeave={document.forget} />
    </section>
  );
}

function Keys({ letter }: { letter: string }) {
  const modifier = useOs() === 'macos' ? '⌘' : 'Ctrl';
  return (
    <Kbd size="xs" aria-hidden="true" className="keys">
      {modifier} {letter}
    </Kbd>
  );
}
