import { getTranslations } from 'next-intl/server';
import { listSessions } from '#lib/accounts/sessions.ts';
import { inWords } from '../_documents/party-of.ts';
import { lastWorkspace, requireSession } from '../_session.ts';
import { ClientTexts } from '../_shell/client-texts.tsx';
import { Icon } from '../_shell/icon.tsx';
import { PageHeader } from '../_shell/page-header.tsx';
import { titled } from '../_shell/page-title.ts';
import { PlainFrame } from '../_shell/plain-frame.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionTable } from './session-table.tsx';

export const generateMetadata = titled('account.account.title');

export default async function Account() {
  const { id, user } = await requireSession();
  const t = await getTranslations('console.account.account');
  const sessions = await listSessions(user.id);
  const workspace = await lastWorkspace(user.id);
  const back = workspace && (
    <a href="/console" className="back">
      <Icon name="back" />
      {t('back', { workspace: inWords(workspace.name) })}
    </a>
  );
  return (
    <PlainFrame back={back} user={user}>
      <ClientTexts areas={['account']}>
        <PageHeader title={t('title')} lead={t('who', { name: inWords(user.name), email: user.email })} />
        <section className="sheet sheet-text" aria-labelledby="password">
          <h2 id="password">{t('passwordTitle')}</h2>
          <PasswordForm email={user.email} />
        </section>
        <SessionTable sessions={sessions} current={id} />
      </ClientTexts>
    </PlainFrame>
  );
}
