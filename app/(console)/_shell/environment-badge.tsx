import { useTranslations } from 'next-intl';
import type { Environment } from '#lib/authority-environment.ts';

/** Which world a workspace is of, by word and colour. */
export function EnvironmentBadge({ of: environment }: { of: Environment }) {
  const t = useTranslations('console.shell.environment');
  return <span className={`environment environment-${environment}`}>{t(environment)}</span>;
}
