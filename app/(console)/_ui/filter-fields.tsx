import 'server-only';

import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { EmptyNote } from './notice.tsx';
import type { FilterFault } from './typed-filters.ts';

interface Choice {
  value: string;
  label: string;
}
type Choices = readonly (Choice | { group: string; items: Choice[] })[];

/** Common properties of a list's filter fields: the typed value and its error. */
export async function filterFields<Name extends string>({
  typed,
  faults,
}: {
  typed: Record<Name, string | undefined>;
  faults: { [Each in NoInfer<Name>]?: FilterFault };
}) {
  const t = await getTranslations('console.shell.lists.faults');
  const text = (name: Name) => {
    const fault: FilterFault | undefined = faults[name];
    return { name, defaultValue: typed[name] ?? '', error: fault && t(fault) };
  };
  return {
    text,
    /** An unknown value is added to the choices so that it is visible. */
    choice: (name: Name, choices: Choices) => {
      const asked = typed[name] ?? '';
      const data = faults[name] ? [...choices, { value: asked, label: asked }] : [...choices];
      return { ...text(name), data };
    },
  };
}

/** Shown instead of a list whose filters are invalid. */
export async function FaultyFilters({ path }: { path: string }) {
  const t = await getTranslations('console.shell.lists');
  return (
    <EmptyNote icon="search" title={t('faultyTitle')} action={<Link href={path}>{t('clear')}</Link>}>
      {t('faultyText')}
    </EmptyNote>
  );
}
