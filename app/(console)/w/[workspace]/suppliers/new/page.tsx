import { getTranslations } from 'next-intl/server';
import { writeText } from '#console/_editor/json-path.ts';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { BackLink, PageHeader, titled } from '#console/_ui/page-header.tsx';
import { NewEntry } from '#console/w/[workspace]/_entries/new-entry.tsx';
import { partySchema } from '#lib/documents/schema-addresses.ts';

export const generateMetadata = titled('suppliers.new.title');

/** Initial document of a new supplier, with the members to fill in. */
const skeleton = writeText({ $schema: partySchema, name: '', tax_id: { country: 'AR', code: '' } });

export default async function NewSupplierPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { ctx } = await requireMember((await params).workspace, 'entries:write');
  const t = await getTranslations('console.suppliers.new');
  const list = await getTranslations('console.suppliers.list');
  return (
    <ClientTexts areas={['suppliers', 'invoiceForm']}>
      <BackLink href={workspacePath(ctx.workspace.slug, '/suppliers')}>{list('title')}</BackLink>
      <PageHeader title={t('title')} lead={t('lead')} />
      <NewEntry
        workspace={ctx.workspace.slug}
        folder="suppliers"
        skeleton={skeleton}
        begin={['name']}
        createdMessage={t('created')}
      />
    </ClientTexts>
  );
}
