import type { ReactNode } from 'react';
import { formatDayAndTime } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { Icon } from './icon.tsx';
import { rejectionCodes } from './rejection-code.ts';
import { rejectionValues } from './rejection-values.ts';
import type { Texts } from './texts.tsx';

interface RejectionNoticeProps {
  registration: Registration;
  rejection: NonNullable<Registration['lastRejection']>;
  t: Texts;
  /** The certificate is fine and something else is missing. */
  tone?: 'bad' | 'wait';
  children?: ReactNode;
}

/** What happened, what to do about it, and the code that support can look up. */
export function RejectionNotice({
  registration,
  rejection,
  t,
  tone = 'bad',
  children,
}: RejectionNoticeProps) {
  const { reason, at } = rejection;
  const values = rejectionValues(rejection, registration);
  return (
    <div className={`notice notice-${tone}`} role="alert">
      <h2>
        <Icon name={tone === 'bad' ? 'cross' : 'note'} />
        {t(`rejection.${reason}.title`, values)}
      </h2>
      <p>{t.rich(`rejection.${reason}.fix`, values)}</p>
      {children}
      <p className="small">
        {t('errors.code', { code: rejectionCodes[reason] })} · {formatDayAndTime(at)}
      </p>
    </div>
  );
}
