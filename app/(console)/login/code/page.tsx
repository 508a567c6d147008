import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { codePath, loginPath, safePath } from '#console/_request.ts';
import { currentSession, pendingCookie } from '#console/_session.ts';
import { PlainFrame } from '#console/_shell/plain-frame.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { titled } from '#console/_ui/page-header.tsx';
import { findSecondFactor } from '#lib/accounts/second-factor.ts';
import { findPendingLogin } from '#lib/accounts/sign-in.ts';
import { PasskeyLogin } from '../login-form.tsx';
import { CodeForm } from './code-form.tsx';

export const generateMetadata = titled('account.secondStep.title');

interface CodeProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Second step of a login, for users with a second factor. */
export default async function LoginCode({ searchParams }: CodeProps) {
  const { return_to, by } = await searchParams;
  const returnTo = safePath(return_to);
  if (await currentSession()) redirect(returnTo ?? '/console');
  const user = await findPendingLogin(await pendingCookie());
  if (!user) redirect(loginPath(returnTo ?? null));
  const factor = await findSecondFactor(user.id);
  const hasApp = Boolean(factor?.authenticatorSince);
  const hasPasskey = Boolean(factor?.passkeys);
  const kind = by === 'recovery' ? 'recovery' : hasApp ? 'app' : 'passkey';
  const t = await getTranslations('console.account.secondStep');
  const shell = await getTranslations('console.shell.passkey');
  return (
    <PlainFrame>
      <div className="card">
        <h1>{t('title')}</h1>
        <ClientTexts areas={['account']}>
          {hasPasskey && kind !== 'recovery' && (
            <PasskeyLogin
              label={shell('use')}
              lead={t('passkeyLead')}
              returnTo={returnTo ?? ''}
              variant={kind === 'passkey' ? 'filled' : 'default'}
            />
          )}
          {kind !== 'passkey' && (
            <CodeForm key={kind} kind={kind} email={user.email} returnTo={returnTo ?? ''} />
          )}
        </ClientTexts>
        <p className="hint">
          {kind === 'recovery' ? (
            <a href={codePath(returnTo)}>{t(hasApp ? 'useApp' : 'usePasskey')}</a>
          ) : (
            <a href={codePath(returnTo, 'recovery')}>{t(hasApp ? 'useRecovery' : 'noPasskey')}</a>
          )}
        </p>
        {kind === 'recovery' && <p className="hint">{t('lostAll')}</p>}
        <p className="hint">
          <a href={loginPath(returnTo ?? null)}>{t('back')}</a>
        </p>
      </div>
    </PlainFrame>
  );
}
