import { getTranslations } from 'next-intl/server';
import { versionOf } from '#lib/silo/change-entry.ts';
import { textOfDocument } from '../../../../../_documents/document-text.ts';
import { inWords, partyOf } from '../../../../../_documents/party-of.ts';
import { ClientTexts } from '../../../../../_shell/client-texts.tsx';
import { InSectionOf } from '../../../../../_shell/current-section.tsx';
import { PageHeader } from '../../../../../_shell/page-header.tsx';
import { requireEntry } from '../../entry-visit.ts';
import { EditEntry } from './edit-entry.tsx';

interface EditProps {
  params: Promise<{ workspace: string; id: string }>;
}

export async function generateMetadata({ params }: EditProps) {
  const { workspace, id } = await params;
  const { entry } = await requireEntry(workspace, id);
  const t = await getTranslations('console.entry.edit');
  return { title: t('title', { name: inWords(partyOf(entry.doc).name) }) };
}

export default async function Edit({ params }: EditProps) {
  const { workspace, id } = await params;
  const { ctx, entry } = await requireEntry(workspace, id);
  const t = await getTranslations('console.entry.edit');
  return (
    <ClientTexts areas={['suppliers', 'entry']}>
      <InSectionOf folder={entry.folder} />
      <PageHeader
        title={<bdi className="clamped">{t('title', { name: partyOf(entry.doc).name })}</bdi>}
        lead={t('lead')}
      />
      <EditEntry
        workspace={ctx.workspace.slug}
        id={entry.id}
        folder={entry.folder}
        stored={{ text: textOfDocument(entry.doc), base: versionOf(entry) }}
      />
    </ClientTexts>
  );
}
