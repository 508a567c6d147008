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

/** What the fields of a list's filters have in common: what was typed, and what is wrong with it. */
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
    /** What is none of the choices stands among them, so that it is seen. */
    choice: (name: Name, choices: Choices) => {
      const asked = typed[name] ?? '';
      const data = faults[name] ? [...choices, { value: asked, label: asked }] : [...choices];
      return { ...text(name), data };
    },
  };
}

/** In the place of a list: what is asked for nobody can say. */
export async function FaultyFilters({ path }: { path: string }) {
  const t = await getTranslations('console.shell.lists');
  return (
    <EmptyNote icon="search" title={t('faultyTitle')} action={<Link href={path}>{t('clear')}</Link>}>
      {t('faultyText')}
    </EmptyNote>
  );
}
