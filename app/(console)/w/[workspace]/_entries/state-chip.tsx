import { useTranslations } from 'next-intl';
import { Chip } from '#console/_ui/chip.tsx';

/** The label of an entry. One that no release knows any more is shown as it is. */
export function StateChip({ state }: { state: string | null }) {
  const t = useTranslations('console.entry.states');
  const key = state ?? 'empty';
  return (
    <Chip kind="state" tone={key}>
      {t.has(key as 'empty') ? t(key as 'empty') : key}
    </Chip>
  );
}
