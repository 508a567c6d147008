import { getLocale, getTranslations } from 'next-intl/server';
import { textOfDocument } from '#console/_editor/document-fields.ts';
import { InSectionOf } from '#console/_shell/current-section.tsx';
import { workspacePath } from '#console/_shell/navigation.ts';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { BackLink, PageHeader } from '#console/_ui/page-header.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import { authorisingOf } from '#console/w/[workspace]/_entries/authorising.ts';
import { entryTitle } from '#console/w/[workspace]/_entries/entry-texts.ts';
import {
  type Lock,
  lockedBy,
  requireEntry,
  submissionOf,
} from '#console/w/[workspace]/entries/require-entry.ts';
import { renderFault } from '#lib/faults.ts';
import { versionOf } from '#lib/silo/change-entry.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { EditEntry } from './edit-entry.tsx';

interface EditProps {
  params: Promise<{ workspace: string; id: string }>;
}

export async function generateMetadata({ params }: EditProps) {
  const { workspace, id } = await params;
  const { entry } = await requireEntry(workspace, id, 'entries:write');
  const t = await getTranslations('console.entry.edit');
  return { title: t('title', { name: plainName(await entryTitle(entry)) }) };
}

export default async function Edit({ params }: EditProps) {
  const { workspace, id } = await params;
  const { ctx, entry } = await requireEntry(workspace, id, 'entries:write');
  const t = await getTranslations('console.entry.edit');
  const locked = lockedBy(entry, await submissionOf(ctx, entry));
  const path = workspacePath(ctx.workspace.slug, `/entries/${entry.id}`);
  if (locked) return <Locked entry={entry} why={locked} path={path} />;
  const name = await entryTitle(entry);
  const locale = await getLocale();
  const faults = (entry.state === 'error' ? entry.faults : []).flatMap((fault) =>
    fault.paths?.[0] ? [{ path: fault.paths[0], message: renderFault(fault, locale).text }] : [],
  );
  return (
    <ClientTexts areas={['suppliers', 'entry', 'invoiceForm']}>
      <InSectionOf folder={entry.folder} />
      <BackLink href={path}>
        <bdi className="clamped">{name}</bdi>
      </BackLink>
      <PageHeader title={<bdi className="clamped">{t('title', { name })}</bdi>} lead={t('lead')} />
      <EditEntry
        workspace={ctx.workspace.slug}
        id={entry.id}
        folder={entry.folder}
        stored={{ text: textOfDocument(entry.doc), base: versionOf(entry) }}
        faults={faults}
        authorising={entry.folder === 'invoices' ? await authorisingOf(ctx) : undefined}
      />
    </ClientTexts>
  );
}

/** Shown for an invoice that is being sent or was issued, and for a closed entry, because saving would be refused. */
async function Locked({ entry, why, path }: { entry: EntryRow; why: Lock; path: string }) {
  const t = await getTranslations('console.entry');
  const title = await entryTitle(entry);
  return (
    <>
      <InSectionOf folder={entry.folder} />
      <PageHeader title={title} />
      <div className="sheet">
        <EmptyNote icon="invoices" action={<LinkButton href={path}>{t('document.back')}</LinkButton>}>
          {t(`document.locked.${why}`)}
        </EmptyNote>
      </div>
    </>
  );
}
