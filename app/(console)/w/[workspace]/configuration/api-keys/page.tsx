import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { listApiKeys } from '#lib/accounts/api-keys.ts';
import { env } from '#lib/env.ts';
import { KeyTable } from './key-table.tsx';
import { NewKeyButton } from './new-key-button.tsx';

export const generateMetadata = titled('configuration.apiKeys.title');

export default async function ApiKeys({ params }: { params: Promise<{ workspace: string }> }) {
  const { ctx, role } = await requireMember((await params).workspace, 'keys:read');
  const t = await getTranslations('console.configuration.apiKeys');
  const keys = await listApiKeys(ctx);
  const { slug } = ctx.workspace;
  const baseUrl = `${env().ALTA_ORIGIN}/api`;
  const newKey = role === 'owner' && <NewKeyButton workspace={slug} baseUrl={baseUrl} />;
  return (
    <ClientTexts areas={['configuration']}>
      <PageHeader
        docs="authentication"
        title={t('title')}
        lead={role === 'owner' ? t('lead') : `${t('lead')} ${t('onlyOwners')}`}
        actions={newKey}
      />
      <KeyTable workspace={slug} baseUrl={baseUrl} keys={keys} role={role} />
    </ClientTexts>
  );
}
