import { Alert } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { InSectionOf } from '#console/_shell/current-section.tsx';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Opened } from '#console/_shell/search/opened.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import { SupplierContact } from '#console/w/[workspace]/_contact/supplier-contact.tsx';
import { entryTitle, openedEntry } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { detailsOf, requireEntry } from '#console/w/[workspace]/entries/require-entry.ts';
import { EventText } from '#console/w/[workspace]/jobs/[id]/event-text.tsx';
import { connectedApp } from '#lib/accounts/apps.ts';
import { DocumentCard } from './document-card.tsx';
import './entry.css';
import { EntryHeader } from './entry-header.tsx';
import { EntryNotices } from './entry-notices.tsx';
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
/** While it is the supplier who has to act. */
const calmlySeconds = 15;

/** An entry: its document and where it stands, beside the tabs. Each tab is a page of its own below this. */
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
  const isConnected = (await connectedApp(ctx, 'gov-ar')) !== undefined;
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
                <EventText of={fault} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <div className="entry-grid">
        {entry.folder === 'suppliers' && <RegistrationCard details={details} workspace={ctx.workspace} />}
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
