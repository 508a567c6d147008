import { getTranslations } from 'next-intl/server';
import { PlainFrame } from '#console/_shell/plain-frame.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { titled } from '#console/_ui/page-header.tsx';
import { findPasswordReset } from '#lib/accounts/password-reset.ts';
import { NewPasswordForm } from './new-password-form.tsx';

export const generateMetadata = titled('account.reset.newTitle');

interface ResetProps {
  params: Promise<{ token: string }>;
}

/** Opening the link does not use it up, because mail scanners open links too. */
export default async function ResetPassword({ params }: ResetProps) {
  const { token } = await params;
  const t = await getTranslations('console.account.reset');
  const user = await findPasswordReset(token);
  return (
    <PlainFrame>
      <div className="card">
        <h1>{t(user ? 'newTitle' : 'goneTitle')}</h1>
        {user ? (
          <ClientTexts areas={['account']}>
            <NewPasswordForm token={token} email={user.email} />
          </ClientTexts>
        ) : (
          <>
            <p>{t('goneText')}</p>
            <a href="/password">{t('again')}</a>
          </>
        )}
      </div>
    </PlainFrame>
  );
}
