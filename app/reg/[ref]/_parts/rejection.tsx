import type { ReactNode } from 'react';
import { wsfe, wsfex } from '#lib/arca/services.ts';
import { type CheckOutcome, checkNames } from '#lib/certificates/checks.ts';
import { type Rejection, supportCodes } from '#lib/certificates/rejection.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { formatDay, formatDayAndTime } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import type { Texts } from './texts.tsx';
import { Icon, type IconName } from './tools.tsx';

interface RejectionNoticeProps {
  registration: Registration;
  rejection: NonNullable<Registration['lastRejection']>;
  t: Texts;
  /** `wait`: the certificate is fine and something else is missing. */
  tone?: 'bad' | 'wait';
  children?: ReactNode;
}

/** Notice of a rejection: cause, remedy, and a code for support. */
export function RejectionNotice({
  registration,
  rejection,
  t,
  tone = 'bad',
  children,
}: RejectionNoticeProps) {
  const { reason, at } = rejection;
  const values = rejectionValues(rejection, registration, t);
  return (
    <div className={`notice notice-${tone}`} role="alert">
      <h2>
        <Icon name={tone === 'bad' ? 'cross' : 'note'} />
        {t(`rejection.${reason}.title`, values)}
      </h2>
      <p>{t.rich(`rejection.${reason}.fix`, values, { again: downloadAgain })}</p>
      {children}
      <p className="small">
        {t('errors.code', { code: supportCodes[reason] })} · {formatDayAndTime(at)}
      </p>
    </div>
  );
}

/** Link to the card about downloading. It is relative, because only the page of the upload has this notice. */
const downloadAgain = (chunks: ReactNode) => <a href="subir?pantalla=descargar#descargar">{chunks}</a>;

/** Values quoted by a rejection's message, formatted for a person. */
function rejectionValues(
  { detail }: Rejection,
  registration: Registration,
  { portal }: Texts,
): Record<string, string> {
  const { supplier, request, environment, accountHolder } = registration;
  return {
    environment,
    name: supplier.name,
    holder: accountHolder.name,
    alias: request.alias,
    refused: detail.service ?? wsfe.id,
    service: portal[(detail.service === wsfex.id ? wsfex : wsfe).portalName.live],
    // ICU select keys cannot contain hyphens.
    fileType: detail.fileType?.replace('-', '') ?? 'other',
    cuit: detail.cuit ? formatCuit(detail.cuit) : absent,
    expectedCuit: formatCuit(supplier.cuit),
    found: detail.certificateAlias ?? '',
    whose: whoseAlias(detail),
    // A certificate of the sandbox is always of a person, so that their CUIT explains nothing.
    otherCuit:
      environment === 'live' && detail.cuit && detail.cuit !== supplier.cuit
        ? formatCuit(detail.cuit)
        : absent,
    notAfter: dated(detail.notAfter, formatDay),
    notBefore: dated(detail.notBefore, formatDayAndTime),
  };
}

const absent = 'none';

/** Whether a certificate for another request has our alias, such as an earlier one of a renewal, or none. */
function whoseAlias({ certificateAlias, alias }: Rejection['detail']): 'ours' | 'another' | 'none' {
  if (!certificateAlias) return absent;
  return certificateAlias === alias ? 'ours' : 'another';
}

function dated(iso: string | undefined, format: (date: Date) => string): string {
  const date = new Date(iso ?? '');
  return Number.isNaN(date.getTime()) ? absent : format(date);
}

/** A check with the result `noted` is shown as passed, because the supplier need not act on it. */
const shownAs = { passed: 'passed', noted: 'passed', failed: 'failed', pending: 'pending' } as const;
const icons: Record<(typeof shownAs)[CheckOutcome['status']], IconName> = {
  passed: 'check',
  failed: 'cross',
  pending: 'wait',
};

interface CheckListProps {
  registration: Registration;
  checks: CheckOutcome[];
  t: Texts;
}

/** All checks in order, in words as well as colour. Checks after the first failure are pending. */
export function CheckList({ registration: { environment }, checks, t }: CheckListProps) {
  const statusOf = (name: CheckOutcome['check']) =>
    shownAs[checks.find(({ check }) => check === name)?.status ?? 'pending'];
  return (
    <section className="checks">
      <h2>{t('checks.heading')}</h2>
      <ul className="plain">
        {checkNames.map((name) => {
          const status = statusOf(name);
          return (
            <li key={name} className={`check-${status}`}>
              <Icon name={icons[status]} />
              <span>{t(`checks.${name}`, { environment })}</span>
              <span className="check-status">{t('frame.icon', { status })}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The checks of a certificate that passed all of them except the login, which is pending. */
export function passedChecks({ certificate, supplier }: Registration): CheckOutcome[] {
  const otherHolder = certificate !== undefined && certificate.holderCuit !== supplier.cuit;
  return checkNames.map((check) => {
    if (check === 'login') return { check, status: 'pending' };
    return { check, status: check === 'cuit' && otherHolder ? 'noted' : 'passed' };
  });
}
