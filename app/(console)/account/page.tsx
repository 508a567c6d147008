import { getTranslations } from 'next-intl/server';
import { BackLink } from '#console/_ui/back-link.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import { providerName } from '#lib/accounts/oidc-provider.ts';
import { passkeyDomain } from '#lib/accounts/passkeys.ts';
import { listSessions } from '#lib/accounts/sessions.ts';
import { lastWorkspace, membershipsOf, requireSession } from '../_session.ts';
import { PlainFrame } from '../_shell/plain-frame.tsx';
import { ClientTexts } from '../_ui/client-texts.tsx';
import { Notice } from '../_ui/notice.tsx';
import { PageHeader, titled } from '../_ui/page-header.tsx';
import { noticeOf } from '../login/oidc/_notice.ts';
import { IdentitySection } from './identity-section.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionTable } from './session-table.tsx';

export const generateMetadata = titled('account.account.title');

interface AccountProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Account({ searchParams }: AccountProps) {
  const { id, user } = await requireSession();
  const { sessions: shown, notice } = await searchParams;
  const t = await getTranslations('console.account.account');
  const sessions = await listSessions(user.id);
  const workspace = await lastWorkspace(user.id);
  const requiring = (await membershipsOf(user.id)).find(
    (membership) => membership.lacksSecondFactor,
  )?.workspace;
  const provider = providerName();
  const beyondThePassword = (
    <>
      {passkeyDomain() && <PasskeySection of={user.id} />}
      <SecondFactorSection of={user.id} />
    </>
  );
  const back = workspace && (
    <BackLink href="/console">{t('back', { workspace: plainName(workspace.name) })}</BackLink>
  );
  return (
    <PlainFrame back={back} user={user}>
      <ClientTexts areas={['account']}>
        <PageHeader title={t('title')} lead={t('who', { name: plainName(user.name), email: user.email })} />
        {requiring && (
          <Notice tone="wait" title={t('asked.title')}>
            {t('asked.text', { workspace: plainName(requiring.name) })}
          </Notice>
        )}
        {requiring && beyondThePassword}
        <section className="sheet sheet-text" aria-labelledby="password">
          <h2 id="password">{t('passwordTitle')}</h2>
          <PasswordForm email={user.email} />
        </section>
        {!requiring && beyondThePassword}
        {provider && <IdentitySection of={user.id} provider={provider} said={await noticeOf(notice)} />}
        <SessionTable sessions={sessions} current={id} shown={shown === 'all' ? 'all' : 'newest'} />
      </ClientTexts>
    </PlainFrame>
  );
}
