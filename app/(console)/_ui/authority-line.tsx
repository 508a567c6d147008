import { getTranslations } from 'next-intl/server';
import { probedServices } from '#lib/arca/services.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { authorityStatusOf, isAnswering, notAnsweringSince } from '#lib/authority-status.ts';
import { formatDayAndTime, formatTime, sinceForm } from '#lib/i18n.ts';
import { Chip } from './chip.tsx';
import { Notice } from './notice.tsx';

interface AuthorityLineProps {
  environment: Environment;
  /** `not-answering`: shown only during an outage. */
  when?: 'always' | 'not-answering';
}

/** Whether the authority responds, according to the cached status. */
export async function AuthorityLine({ environment, when = 'always' }: AuthorityLineProps) {
  const status = await authorityStatusOf(environment);
  const since = notAnsweringSince(status);
  const t = await getTranslations('console.overview.authority');
  const name = t(`environments.${environment}`);
  if (!since) {
    if (!isAnswering(status) || when === 'not-answering') return null;
    return (
      <p>
        <Chip tone="good">{t('answers', { environment: name })}</Chip>
      </p>
    );
  }
  const values = { environment: name, time: formatTime(since), dayAndTime: formatDayAndTime(since) };
  const silent = probedServices.filter(({ name: service }) => status[service].status === 'not-answering');
  return (
    <Notice tone="bad" title={t(`since.${sinceForm(since, new Date())}`, values)}>
      {silent.map(({ name: service }) => `${t(`services.${service}`)} `)}
      {t('again')}
    </Notice>
  );
}
