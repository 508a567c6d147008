import { VisuallyHidden } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Icon } from '#console/_ui/icon.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import type { Registration } from '#lib/registrations/registration.ts';
import { progressOf } from './progress-steps.ts';

/** The steps of a registration in words, each with when it was done. */
export async function ProgressList({ registration }: { registration: Registration }) {
  const t = await getTranslations('console.entry.registration.steps');
  return (
    <ol className="progress" aria-label={t('label')}>
      {progressOf(registration).map(({ fact, text, at, status }) => (
        <li
          key={fact}
          data-status={status}
          aria-current={status === 'current' || status === 'postponed' ? 'step' : undefined}
        >
          <span className="progress-mark">{status === 'done' && <Icon name="check" size={14} />}</span>
          <span>
            {t(text)}
            {status === 'ahead' && <VisuallyHidden> ({t('ahead')})</VisuallyHidden>}
          </span>
          <span className="hint">
            {status === 'done' ? at && <Moment at={at} /> : status !== 'ahead' && t(status)}
          </span>
        </li>
      ))}
    </ol>
  );
}
