import './entry.css';
import { Alert } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { textOfDocument } from '#console/_editor/document-fields.ts';
import { InSectionOf } from '#console/_shell/current-section.tsx';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Opened } from '#console/_shell/recently-opened.tsx';
import { ActButton, LinkButton } from '#console/_ui/buttons.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { CodeBlock } from '#console/_ui/fact-list.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import { SupplierContact } from '#console/w/[workspace]/_contact/supplier-contact.tsx';
import { entryTitle, openedEntry } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { partyInList, partyOf } from '#console/w/[workspace]/_entries/party-of.ts';
import {
  detailsOf,
  lockedBy,
  requireEntry,
  submissionOf,
} from '#console/w/[workspace]/entries/require-entry.ts';
import { MessageText } from '#console/w/[workspace]/jobs/[id]/message-text.tsx';
import { findConnectedSettings } from '#lib/accounts/apps.ts';
import type { Context } from '#lib/context.ts';
import { type EntryRow, suppliersOf } from '#lib/silo/entries.ts';
import { restore } from './actions.ts';
import { InvoiceFacts, PartyFacts } from './document-facts.tsx';
import { EntryHeader } from './entry-header.tsx';
import { EntryTabs } from './entry-tabs.tsx';
import { InvoiceCard } from './invoice-card.tsx';
import { RegistrationCard } from './registration-card.tsx';

interface EntryLayoutProps {
  params: Promise<{ workspace: string; id: string }>;
  children: ReactNode;
}

export async function generateMetadata({ params }: EntryLayoutProps) {
  const { workspace, id } = await params;
  const { entry } = await requireEntry(workspace, id);
  return { title: plainName(await entryTitle(entry)) };
}

const quicklySeconds = 3;
/** Refresh interval while the supplier has to act. */
const calmlySeconds = 15;

/** Frame of an entry: status and document, beside the tabs. Each tab is a page of its own. */
export default async function EntryLayout({ params, children }: EntryLayoutProps) {
  const { workspace, id } = await params;
  const { ctx, entry, newestJob } = await requireEntry(workspace, id);
  const t = await getTranslations('console.entry');
  const { slug } = ctx.workspace;
  const isRunning = newestJob !== undefined && !newestJob.completedAt;
  const details = await detailsOf(ctx, entry);
  const isMoving =
    entry.folder === 'invoices' ||
    newestJob?.status === 'RUN' ||
    details?.registration.proof.status === 'running';
  const isRegistered =
    details?.active !== undefined || details?.registration.delegation?.grantedAt !== undefined;
  const isConnected = (await findConnectedSettings(ctx, 'gov-ar')) !== undefined;
  const path = workspacePath(slug, `/entries/${entry.id}`);
  return (
    <ClientTexts areas={['entry', 'delegations']}>
      <InSectionOf folder={entry.folder} />
      <Opened path={`/entries/${entry.id}`} {...(await openedEntry(entry))} />
      {isRunning && <LiveRefresh everySeconds={isMoving ? quicklySeconds : calmlySeconds} />}
      <EntryHeader ctx={ctx} entry={entry} isRunning={isRunning} isRegistered={isRegistered} />
      <EntryNotices ctx={ctx} entry={entry} />
      {(entry.folder === 'suppliers' || entry.folder === 'invoices') && !isConnected && (
        <Alert color="yellow" icon={<Icon name="apps" />} title={t('notConnected.title')}>
          {t.rich('notConnected.text', {
            link: (chunks) => <Link href={workspacePath(slug, '/configuration/apps')}>{chunks}</Link>,
          })}
        </Alert>
      )}
      {entry.folder !== 'invoices' && entry.state === 'error' && entry.faults.length > 0 && (
        <Alert color="red" icon={<Icon name="note" />} title={t('faults.title')}>
          <ul className="plain-list">
            {entry.faults.map((fault, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: faults are only ever added at the end
              <li key={index}>
                <MessageText of={fault} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <div className="entry-grid">
        {entry.folder === 'suppliers' && <RegistrationCard ctx={ctx} details={details} />}
        {details && <SupplierContact ctx={ctx} details={details} className="entry-contact" />}
        {entry.folder === 'invoices' && <InvoiceCard ctx={ctx} entry={entry} />}
        <section className="sheet entry-tabs">
          <EntryTabs path={path} folder={entry.folder} />
          {children}
        </section>
        <DocumentCard ctx={ctx} entry={entry} editPath={`${path}/edit`} />
      </div>
    </ClientTexts>
  );
}

/** The document in readable form, with its JSON folded below. */
async function DocumentCard({ ctx, entry, editPath }: { ctx: Context; entry: EntryRow; editPath: string }) {
  const t = await getTranslations('console.entry.document');
  const locked = lockedBy(entry, await submissionOf(ctx, entry));
  return (
    <section className="sheet entry-document" aria-labelledby="document">
      <div className="card-heading">
        <h2 id="document">{t('title')}</h2>
        {!locked && (
          <LinkButton needs="entries:write" href={editPath} variant="default" size="sm">
            {t('edit')}
          </LinkButton>
        )}
      </div>
      {locked && (
        <p className="hint card-note">
          {t(`locked.${locked === 'already-issued' && isNote(entry) ? 'note-issued' : locked}`)}
        </p>
      )}
      <div className="card-text">
        {entry.folder === 'invoices' ? <InvoiceFacts doc={entry.doc} /> : <PartyFacts doc={entry.doc} />}
        <details className="how-to">
          <summary>{t('json')}</summary>
          <CodeBlock>{textOfDocument(entry.doc)}</CodeBlock>
        </details>
      </div>
    </section>
  );
}

const isNote = ({ doc }: EntryRow) => doc.type === 'credit-note' || doc.type === 'debit-note';

/** Notices: the entry is archived, or other suppliers have the same tax code. */
async function EntryNotices({ ctx, entry }: { ctx: Context; entry: EntryRow }) {
  const t = await getTranslations('console.entry');
  const { slug } = ctx.workspace;
  const twins = entry.folder === 'suppliers' ? await twinsOf(ctx, entry) : [];
  return (
    <>
      {entry.archivedAt && (
        <Alert color="gray" icon={<Icon name="note" />} title={t('archive.title', { at: entry.archivedAt })}>
          <p>{t('archive.text')}</p>
          <ActButton
            needs="entries:write"
            label={t('archive.restore')}
            variant="default"
            action={restore.bind(null, slug, { id: entry.id })}
            done={t('archive.restored')}
          />
        </Alert>
      )}
      {twins.length > 0 && (
        <Alert color="yellow" icon={<Icon name="note" />} title={t('twin.title', { count: twins.length })}>
          <ul className="plain-list">
            {twins.map(({ id, snippet, archivedAt }) => (
              <li key={id}>
                <Link href={workspacePath(slug, `/entries/${id}`)}>
                  <bdi>{partyInList(snippet).name}</bdi>
                </Link>
                {archivedAt && ` · ${t('twin.archived')}`}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

function twinsOf(ctx: Context, { id, doc }: EntryRow) {
  const { country, code } = partyOf(doc);
  return suppliersOf(ctx, { country, code, except: id });
}
