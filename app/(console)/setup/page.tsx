import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { isSetupOpen } from '#lib/accounts/setup.ts';
import { PlainFrame } from '../_shell/plain-frame.tsx';
import { ClientTexts } from '../_ui/client-texts.tsx';
import { titled } from '../_ui/page-header.tsx';
import { SetupForm } from './setup-form.tsx';

export const generateMetadata = titled('account.setup.title');

/** Available until the first account exists. */
export default async function Setup() {
  if (!(await isSetupOpen())) redirect('/login');
  const t = await getTranslations('console.account.setup');
  return (
    <PlainFrame>
      <div className="card">
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
        <ClientTexts areas={['account']}>
          <SetupForm />
        </ClientTexts>
      </div>
    </PlainFrame>
  );
}
