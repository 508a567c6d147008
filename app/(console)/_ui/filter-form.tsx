import { Button } from '@mantine/core';
import Form from 'next/form';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';

interface FilterFormProps {
  /** Of the list. */
  path: string;
  /** What its address asks for. */
  typed: object;
  className?: string;
  children: ReactNode;
}

/** What narrows a list down, as a form of parameters: an address that can be kept, and that works without script. */
export async function FilterForm({ path, typed, className = '', children }: FilterFormProps) {
  const t = await getTranslations('console.shell.lists');
  return (
    // Its fields are drawn anew with each address: what is not submitted is not a filter.
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
