import { useTranslations } from 'next-intl';
import type { Environment } from '#lib/authority-environment.ts';

/** The workspace's environment, as a word and a colour. */
export function EnvironmentBadge({ of: environment }: { of: Environment }) {
  const t = useTranslations('console.shell.environment');
  return <span className={`environment environment-${environment}`}>{t(environment)}</span>;
}
