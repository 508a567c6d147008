import { getTranslations } from 'next-intl/server';
import { BackLink } from '#console/_ui/back-link.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import { listSessions } from '#lib/accounts/sessions.ts';
import { lastWorkspace, requireSession } from '../_session.ts';
import { PlainFrame } from '../_shell/plain-frame.tsx';
import { ClientTexts } from '../_ui/client-texts.tsx';
import { PageHeader, titled } from '../_ui/page-header.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionTable } from './session-table.tsx';

export const generateMetadata = titled('account.account.title');

interface AccountProps {
  searchParams: Promise<{ sessions?: string | string[] }>;
}

export default async function Account({ searchParams }: AccountProps) {
  const { id, user } = await requireSession();
  const t = await getTranslations('console.account.account');
  const sessions = await listSessions(user.id);
  const workspace = await lastWorkspace(user.id);
  const back = workspace && (
    <BackLink href="/console">{t('back', { workspace: plainName(workspace.name) })}</BackLink>
  );
  return (
    <PlainFrame back={back} user={user}>
      <ClientTexts areas={['account']}>
        <PageHeader title={t('title')} lead={t('who', { name: plainName(user.name), email: user.email })} />
        <section className="sheet sheet-text" aria-labelledby="password">
          <h2 id="password">{t('passwordTitle')}</h2>
          <PasswordForm email={user.email} />
        </section>
        <SessionTable
          sessions={sessions}
          current={id}
          shown={(await searchParams).sessions === 'all' ? 'all' : 'newest'}
        />
      </ClientTexts>
    </PlainFrame>
  );
}
