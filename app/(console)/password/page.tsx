import { getTranslations } from 'next-intl/server';
import { isMailResetEnabled } from '#lib/accounts/password-reset.ts';
import { PlainFrame } from '../_shell/plain-frame.tsx';
import { ClientTexts } from '../_ui/client-texts.tsx';
import { titled } from '../_ui/page-header.tsx';
import { RequestForm } from './request-form.tsx';

export const generateMetadata = titled('account.reset.title');

export default async function LostPassword() {
  const t = await getTranslations('console.account.reset');
  return (
    <PlainFrame>
      <div className="card">
        <h1>{t('title')}</h1>
        {isMailResetEnabled() ? (
          <ClientTexts areas={['account']}>
            <RequestForm />
          </ClientTexts>
        ) : (
          <p>{t('whom')}</p>
        )}
        <p className="hint">
          <a href="/login">{t('back')}</a>
        </p>
      </div>
    </PlainFrame>
  );
}
