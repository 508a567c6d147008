import { Button } from '@mantine/core';
import Form from 'next/form';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';

interface FilterFormProps {
  path: string;
  typed: object;
  className?: string;
  children: ReactNode;
}

/** A list's filters as a GET form: the result can be bookmarked and works without script. */
export async function FilterForm({ path, typed, className = '', children }: FilterFormProps) {
  const t = await getTranslations('console.shell.lists');
  return (
    // The key remounts the fields when the address changes, so that unsubmitted input does not look like an
    // active filter.
    <Form
      key={JSON.stringify(typed)}
      action={path}
      className={`filters ${className}`.trim()}
      role="search"
      aria-label={t('filters')}
    >
      {children}
      <Button type="submit" variant="default">
        {t('filter')}
      </Button>
      {Object.values(typed).some(Boolean) && <Link href={path}>{t('clear')}</Link>}
    </Form>
  );
}
