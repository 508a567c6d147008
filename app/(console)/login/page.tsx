import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { isSetupOpen } from '#lib/accounts/setup.ts';
import { safePath } from '../_request.ts';
import { currentSession } from '../_session.ts';
import { PlainFrame } from '../_shell/plain-frame.tsx';
import { ClientTexts } from '../_ui/client-texts.tsx';
import { titled } from '../_ui/page-header.tsx';
import { LoginForm } from './login-form.tsx';

export const generateMetadata = titled('account.signIn.title');

interface LoginProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Login({ searchParams }: LoginProps) {
  const returnTo = safePath((await searchParams).return_to);
  if (await currentSession()) redirect(returnTo ?? '/console');
  const t = await getTranslations('console.account.signIn');
  return (
    <PlainFrame>
      <div className="card">
        <h1>{t('title')}</h1>
        {(await isSetupOpen()) && (
          <p>{t.rich('setup', { link: (chunks) => <a href="/setup">{chunks}</a> })}</p>
        )}
        <ClientTexts areas={['account']}>
          <LoginForm returnTo={returnTo ?? ''} />
        </ClientTexts>
        <p className="hint">
          <a href="/password">{t('lost')}</a>
        </p>
      </div>
    </PlainFrame>
  );
}
