import type { ReactNode } from 'react';
import type { Rejection } from '#lib/certificates/rejection.ts';
import { supportCodes } from '#lib/certificates/rejection.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { formatDay, formatDayAndTime } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { Icon } from './icon.tsx';
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
        {t('errors.code', { code: supportCodes[reason] })} · {formatDayAndTime(at)}
      </p>
    </div>
  );
}

/** What the message of a rejection may quote, in the form in which a person reads it. */
function rejectionValues({ detail }: Rejection, registration: Registration): Record<string, string> {
  const { supplier, request, environment, accountHolder } = registration;
  return {
    environment,
    name: supplier.name,
    holder: accountHolder.name,
    alias: request.alias,
    // A choice of a message can not have a hyphen in its name.
    fileType: detail.fileType?.replace('-', '') ?? 'other',
    cuit: detail.cuit ? formatCuit(detail.cuit) : absent,
    expectedCuit: formatCuit(supplier.cuit),
    notAfter: dated(detail.notAfter, formatDay),
    notBefore: dated(detail.notBefore, formatDayAndTime),
  };
}

const absent = 'none';

function dated(iso: string | undefined, format: (date: Date) => string): string {
  const date = new Date(iso ?? '');
  return Number.isNaN(date.getTime()) ? absent : format(date);
}
