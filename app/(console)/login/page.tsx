import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { providerName } from '#lib/accounts/oidc.ts';
import { passkeyDomain } from '#lib/accounts/passkeys.ts';
import { isSetupOpen } from '#lib/accounts/setup.ts';
import { oidcPath, safePath } from '../_request.ts';
import { currentSession } from '../_session.ts';
import { PlainFrame } from '../_shell/plain-frame.tsx';
import { ClientTexts } from '../_ui/client-texts.tsx';
import { Notice } from '../_ui/notice.tsx';
import { titled } from '../_ui/page-header.tsx';
import { LoginForm, PasskeyLogin, ProviderButton } from './login-form.tsx';
import { noticeOf } from './oidc/_notice.ts';

export const generateMetadata = titled('account.signIn.title');

interface LoginProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Login({ searchParams }: LoginProps) {
  const { return_to, notice } = await searchParams;
  const returnTo = safePath(return_to);
  if (await currentSession()) redirect(returnTo ?? '/console');
  const t = await getTranslations('console.account.signIn');
  const provider = providerName();
  const noticeText = provider && (await noticeOf(notice));
  return (
    <PlainFrame>
      <div className="card">
        <h1>{t('title')}</h1>
        {(await isSetupOpen()) && (
          <p>{t.rich('setup', { link: (chunks) => <a href="/setup">{chunks}</a> })}</p>
        )}
        {noticeText && (
          <Notice tone="wait" title={t('notIn', { provider })}>
            {noticeText}
          </Notice>
        )}
        <ClientTexts areas={['account']}>
          <LoginForm returnTo={returnTo ?? ''} />
          {passkeyDomain() && <PasskeyLogin label={t('passkey')} returnTo={returnTo ?? ''} />}
        </ClientTexts>
        {provider && <ProviderButton href={oidcPath(returnTo)}>{t('with', { provider })}</ProviderButton>}
        <p className="hint">
          <a href="/password">{t('lost')}</a>
        </p>
      </div>
    </PlainFrame>
  );
}
