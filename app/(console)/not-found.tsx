import { getTranslations } from 'next-intl/server';
import { PlainFrame } from './_shell/plain-frame.tsx';
import { LostPage } from './_ui/error-pages.tsx';

export async function generateMetadata() {
  const t = await getTranslations('console.shell.notFound');
  return { title: t('title') };
}

/** For addresses outside workspaces, and for workspaces that the user is not a member of: both look the same. */
export default function NotFound() {
  return (
    <PlainFrame>
      <LostPage />
    </PlainFrame>
  );
}
