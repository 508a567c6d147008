import { useTranslations } from 'next-intl';
import './state-chip.css';

/** The label of an entry, by word and colour. One that no release knows any more is shown as it is. */
export function StateChip({ state }: { state: string | null }) {
  const t = useTranslations('console.entry.states');
  const key = state ?? 'empty';
  return <span className={`state state-${key}`}>{t.has(key as 'empty') ? t(key as 'empty') : key}</span>;
}
