'use client';

import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';

export interface BrokenPageProps {
  error: unknown;
  retry: () => void;
}

/** The number is the error's: the same in the log. */
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
