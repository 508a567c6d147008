'use client';

import './editor.css';
import {
  Alert,
  Button,
  CopyButton,
  Group,
  Kbd,
  SegmentedControl,
  Skeleton,
  UnstyledButton,
} from '@mantine/core';
import { useHotkeys, useLocalStorage, useOs } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { formatCuit } from '#lib/documents/cuit.ts';
import { isClassAStatus } from '#lib/documents/invoice/document-types.ts';
import type { PaperGap } from '#lib/documents/invoice/paper-gaps.ts';
import { CodeBlock } from '../_ui/fact-list.tsx';
import { Failure } from '../_ui/failure.tsx';
import { Icon } from '../_ui/icon.tsx';
import { LeaveGuard } from '../_ui/leave-guard.tsx';
import { fieldNamesOf, type PlacedFault, remainingFaults } from './faults.ts';
import { FormView } from './form-view.tsx';
import { assumptionIn, vatStatusText } from './invoice-values.ts';
import { type Path, readText } from './json-path.ts';
import { CustomerPair, SameCuitNote, TaxpayerNote } from './party-notes.tsx';
import { cuitIn, customerIn, isOtherName } from './taxpayer.ts';
import { type DocumentSource, type EditedDocument, useDocument } from './use-document.ts';
import { type LookedUp, type RegisterAddresses, useTaxpayer } from './use-taxpayer.ts';

const CodeView = dynamic(() => import('./code-view.tsx'), {
  ssr: false,
  loading: () => <Skeleton height="22rem" radius={0} />,
});

/** Place to focus; a new object for each move. `isFirst`: the initial place, focused without scrolling. */
interface EditorTarget {
  parts: Path;
  isFirst?: boolean;
}

export interface DocumentEditorProps extends DocumentSource {
  begin?: Path;
  registerAddresses: RegisterAddresses;
  /** Base address of the invoice form's queries. */
  formQueriesPath: string;
  /** Button that leaves without saving. */
  cancel: ReactNode;
  /** Button that does more than save, such as authorizing an invoice. It is then the primary one. */
  further?: ((document: EditedDocument) => ReactNode) | undefined;
  /** Note below the buttons, such as why there is no such button. */
  note?: ReactNode;
}

/** Edits a document as JSON or as a form, builds and saves it. Errors never lose the typed text. */
export function DocumentEditor({
  cancel,
  begin,
  registerAddresses,
  formQueriesPath,
  further,
  note,
  ...props
}: DocumentEditorProps) {
  const t = useTranslations('console.suppliers.editor');
  const document = useDocument(props);
  const { text, found, pending, failure, other } = document;
  const [view, setView] = useLocalStorage<'json' | 'form'>({
    key: props.folder === 'invoices' ? 'alta-invoice-view' : 'alta-editor-view',
    defaultValue: 'form',
  });
  const [target, setTarget] = useState<EditorTarget | undefined>(begin && { parts: begin, isFirst: true });
  const faults = useMemo(() => remainingFaults(found, text), [found, text]);
  const isBroken = !readText(text).ok;
  useHotkeys(
    [
      ['mod+S', () => patient.save()],
      ['mod+Enter', () => document.build()],
    ],
    [],
    true,
  );
  // Runs once per failed build or save.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the remaining faults change with every keystroke
  useEffect(() => {
    const [first] = faults;
    if (first) setTarget({ parts: first.parts });
  }, [found]);
  const { folder, stored } = props;
  const typed = { folder, text, example: stored.base === '' ? stored.text : undefined };
  const cuit = useMemo(() => cuitIn(text, folder), [text, folder]);
  // The initial CUIT is not looked up: it is known already, or belongs to an example.
  const isOther = useMemo(() => cuit !== cuitIn(stored.text, folder), [cuit, stored.text, folder]);
  const lookedUp = useTaxpayer(registerAddresses, isOther ? cuit : undefined);
  const patient = useAnswerFirst(document, lookedUp, folder);
  const taxpayer = (
    <>
      {folder === 'invoices' && view === 'form' && (
        <CustomerPair lookedUp={lookedUp} typed={typed} onFill={document.put} />
      )}
      <TaxpayerNote
        settings={registerAddresses.settings}
        lookedUp={lookedUp}
        typed={typed}
        isLocked={document.isLocked}
        onFill={document.put}
      />
    </>
  );
  const common = { text, faults, target };
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
        <Group gap="xs" ml="auto" className="editor-acts">
          {cancel}
          <Button
            variant={further ? 'subtle' : 'default'}
            onClick={() => document.build()}
            loading={pending === 'build'}
            rightSection={<Keys letter="↵" />}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {t('build')}
          </Button>
          <Button
            variant={further ? 'default' : 'filled'}
            onClick={() => patient.save()}
            loading={patient.pending === 'save'}
            rightSection={<Keys letter="S" />}
            aria-keyshortcuts="Control+S Meta+S"
          >
            {t('save')}
          </Button>
          {further?.(patient)}
        </Group>
      </div>
      {note}
      {folder === 'suppliers' && (
        <SameCuitNote question={registerAddresses.twins} cuit={isOther ? cuit : undefined} />
      )}
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
              onChange={document.type}
              {...common}
            />
          ) : (
            <div className="form-pane" data-folder={props.folder}>
              <FormView
                {...common}
                onEdit={document.edit}
                folder={props.folder}
                formQueriesPath={formQueriesPath}
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

/**
 * The document, whose save and whose build before an authorization wait for the register's answer about the typed
 * CUIT. If the answer has an entirely different name, the first attempt sends nothing and tells the user.
 */
function useAnswerFirst(document: EditedDocument, lookedUp: LookedUp | undefined, folder: string) {
  const t = useTranslations('console.suppliers.editor.otherName');
  const [waiting, setWaiting] = useState<{ cuit: string; act: 'build' | 'save'; go: () => void }>();
  const warned = useRef<string>(undefined);
  const isAsking = folder === 'invoices' && lookedUp !== undefined && !lookedUp.answer;
  const goUnlessOther = (act: 'build' | 'save', go: () => void) => {
    const taxpayer = lookedUp?.answer?.kind === 'found' ? lookedUp.answer.taxpayer : undefined;
    const { cuit = '', name } = customerIn(document.text);
    const pair = `${cuit} ${name}`;
    const registered = folder === 'invoices' && cuit === lookedUp?.cuit ? (taxpayer?.name ?? '') : '';
    if (!isOtherName(registered, name) || warned.current === pair) return go();
    warned.current = pair;
    const values = { cuit: formatCuit(cuit), registered, name };
    notifications.show({ title: t(act), message: t('text', values), color: 'yellow', autoClose: false });
  };
  // Compares with the name before the answer was filled in, and sends the document after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per wait
  useEffect(() => {
    if (!waiting || (isAsking && lookedUp.cuit === waiting.cuit)) return;
    setWaiting(undefined);
    // Another CUIT has been typed meanwhile.
    if (lookedUp?.cuit === waiting.cuit) goUnlessOther(waiting.act, waiting.go);
  }, [waiting, lookedUp]);
  const whenAnswered = (act: 'build' | 'save', go: () => void) =>
    isAsking ? setWaiting({ cuit: lookedUp.cuit, act, go }) : goUnlessOther(act, go);
  return {
    ...document,
    pending: waiting?.act ?? document.pending,
    build: (...given: Parameters<EditedDocument['build']>) =>
      whenAnswered('build', () => document.build(...given)),
    save: (...given: Parameters<EditedDocument['save']>) =>
      whenAnswered('save', () => document.save(...given)),
  };
}

function Keys({ letter }: { letter: string }) {
  const modifier = useOs() === 'macos' ? '⌘' : 'Ctrl';
  return (
    <Kbd size="xs" aria-hidden="true" className="keys">
      {modifier} {letter}
    </Kbd>
  );
}

interface FaultListProps {
  faults: readonly PlacedFault[];
  onGo: (parts: Path) => void;
  /** How the list names a place: `form` by the labels of its fields, `json` by its path. */
  view: 'form' | 'json';
}

function FaultList({ faults, onGo, view }: FaultListProps) {
  const t = useTranslations('console.suppliers.editor');
  if (faults.length === 0) return null;
  return (
    <section className="faults" aria-labelledby="faults">
      <h2 id="faults" className="pane-heading">
        {t('faultsTitle', { count: faults.length })}
      </h2>
      <ul>
        {faults.map(({ path, parts, message }) => (
          <li key={`${path} ${message}`}>
            <UnstyledButton className="fault" onClick={() => onGo(parts)}>
              <Icon name="note" size={18} />
              <span>
                {view === 'json' ? (
                  <code>{placeOf(path) || t('document')}</code>
                ) : (
                  <strong title={placeOf(path)}>{fieldNamesOf(parts, t) ?? placeOf(path)}:</strong>
                )}{' '}
                {message}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Turns `$.lines[0].quantity` into `lines[0].quantity`. */
const placeOf = (path: string): string => path.replace(/^\$\.?/, '');

interface NoticesProps {
  document: EditedDocument;
  isBroken: boolean;
  faults: number;
  onGo: (parts: Path) => void;
}

/** Status of the document, also for readers who cannot see the underlining. */
function Notices({ document, isBroken, faults, onGo }: NoticesProps) {
  const t = useTranslations('console.suppliers.editor');
  const status = () => {
    if (document.pending === 'save') return t('saving');
    if (faults > 0) return t('faultsTitle', { count: faults });
    if (document.isBuilt && !isBroken) return t('built');
    return document.isDirty ? t('unsaved') : t('unchanged');
  };
  return (
    <>
      {document.restored && document.isDirty && (
        <Alert color="petrol" radius={0} icon={<Icon name="note" />}>
          <Group justify="space-between" gap="sm">
            {t('restored')}
            <Button variant="default" size="sm" onClick={document.discard}>
              {t('discard')}
            </Button>
          </Group>
        </Alert>
      )}
      {document.other && (
        <Alert
          role="alert"
          color="yellow"
          radius={0}
          icon={<Icon name="people" />}
          title={t('conflictTitle')}
        >
          {t('conflictText')}
        </Alert>
      )}
      <p className="editor-status" role="status" data-built={document.isBuilt && faults === 0}>
        {status()}
      </p>
      <AssumptionNote text={document.text} onGo={onGo} />
      <PaperNote gaps={document.gaps} onGo={onGo} />
    </>
  );
}

interface AssumptionNoteProps {
  text: string;
  onGo: (parts: Path) => void;
}

/**
 * Warns if a class A invoice depends on an assumed VAT status. For other assumed statuses the mark at the
 * value is enough.
 */
function AssumptionNote({ text, onGo }: AssumptionNoteProps) {
  const t = useTranslations('console.suppliers.assumed');
  const statuses = useTranslations('console.suppliers.vatStatuses');
  const assumption = useMemo(() => assumptionIn(text), [text]);
  if (!assumption || !isClassAStatus(assumption.status)) return null;
  const status = vatStatusText(statuses, assumption.status);
  return (
    <Alert color="yellow" radius={0} icon={<Icon name="note" />} title={t('title', { status })}>
      <Group justify="space-between" gap="sm">
        <span className="assumption-text">{t('howToChange')}</span>
        <Button variant="default" size="sm" onClick={() => onGo(assumption.parts)}>
          {t('show')}
        </Button>
      </Group>
    </Alert>
  );
}

interface PaperNoteProps {
  gaps: readonly PaperGap[];
  onGo: (parts: Path) => void;
}

/** Lists data that the PDF should have but will lack. The authority does not require it; the recipient may. */
function PaperNote({ gaps, onGo }: PaperNoteProps) {
  const t = useTranslations('console.suppliers.paper');
  if (gaps.length === 0) return null;
  return (
    <Alert color="yellow" radius={0} icon={<Icon name="note" />} title={t('title')}>
      <ul className="plain-list paper-gaps">
        {gaps.map(({ gap, path }) => (
          <li key={gap}>
            <UnstyledButton className="paper-gap" onClick={() => onGo(path)}>
              {t(`gaps.${gap}`)}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

interface OtherVersionProps {
  text: string;
  /** Text in the editor; lines missing from it are highlighted. */
  against: string;
  onTake: () => void;
}

function OtherVersion({ text, against, onTake }: OtherVersionProps) {
  const t = useTranslations('console.suppliers.editor');
  const tActions = useTranslations('console.shell.actions');
  const known = new Set(against.split('\n').map(bare));
  return (
    <section className="editor-pane other-version" aria-labelledby="other-version">
      <h2 id="other-version" className="pane-heading">
        {t('other')}
      </h2>
      <CodeBlock>
        {text.split('\n').map((line, index) => {
          const isNew = !known.has(bare(line));
          const key = `${index} ${line}`;
          return isNew ? <mark key={key}>{`${line}\n`}</mark> : <span key={key}>{`${line}\n`}</span>;
        })}
      </CodeBlock>
      <Group gap="xs" p="md">
        <Button variant="default" onClick={onTake}>
          {t('take')}
        </Button>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="subtle" onClick={copy}>
              {copied ? tActions('copied') : tActions('copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </section>
  );
}

/** The line without its final comma, and trimmed. */
const bare = (line: string) => line.replace(/,$/, '').trim();
