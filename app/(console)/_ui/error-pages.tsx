'use client';

import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';

/** For objects that do not exist and for those the reader may not see: both look the same. */
export function LostPage() {
  const t = useTranslations('console.shell.notFound');
  return (
    <div className="lost">
      <h1>{t('title')}</h1>
      <p>{t('text')}</p>
      <p>
        <a href="/console">{t('home')}</a>
      </p>
    </div>
  );
}

/** For pages that the reader's role does not permit. */
export function ForbiddenPage() {
  const t = useTranslations('console.shell.forbidden');
  return (
    <div className="lost">
      <h1>{t('title')}</h1>
      <p>{t('text')}</p>
      <p>
        <a href="/console">{t('home')}</a>
      </p>
    </div>
  );
}

export interface BrokenPageProps {
  error: unknown;
  retry: () => void;
}

/** Shows the error's reference, which is also in the log. */
export function BrokenPage({ error, retry }: BrokenPageProps) {
  const t = useTranslations('console.shell');
  const reference = error instanceof Error && 'digest' in error ? String(error.digest) : undefined;
  return (
    <div className="lost" role="alert">
      <h1>{t('error.title')}</h1>
      <p>{t('error.text')}</p>
      {reference && <p>{t('error.reference', { reference })}</p>}
      <Button onClick={retry}>{t('actions.retry')}</Button>
    </div>
  );
}
