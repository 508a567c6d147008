import type { ReactNode } from 'react';
import { formatDayAndTime } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import type { Texts } from './texts.tsx';
import { Icon } from './tools.tsx';

type Weight = 'button' | 'second' | 'link';

interface PortalLinkProps {
  href: string;
  t: Texts;
  weight?: Weight;
  children: ReactNode;
}

const linkClasses = { button: 'button', second: 'button button-second', link: 'portal-link' } as const;

/** Opens the authority's portal without a referrer. */
export function PortalLink({ href, t, weight = 'link', children }: PortalLinkProps) {
  return (
    <p>
      <a className={linkClasses[weight]} href={href} target="_blank" rel="noreferrer noopener">
        <span className="nowrap">
          {children}
          <Icon name="out" />
        </span>
        <span className="hidden-text"> ({t('frame.newTab')})</span>
      </a>
    </p>
  );
}

interface CopyValueProps {
  label: string;
  value: string;
  t: Texts;
}

/** A value to copy to the portal. It is selectable text; the script adds a copy button. */
export function CopyValue({ label, value, t }: CopyValueProps) {
  return (
    <p className="value">
      <span className="value-label">{label}</span>
      <span className="value-line">
        <code data-copyable={t('frame.copyName', { what: label })}>{value}</code>
      </span>
    </p>
  );
}

/** A value of several lines, in a field that can be selected with one key. */
export function CopyText({ label, value, t }: CopyValueProps) {
  return (
    <div className="value value-text">
      <label htmlFor="pedido" className="value-label">
        {label}
      </label>
      <textarea
        id="pedido"
        readOnly
        rows={6}
        wrap="off"
        spellCheck={false}
        data-copyable={t('frame.copyName', { what: label })}
        defaultValue={value}
      />
      <noscript>
        <p className="hint">{t('frame.copyByHand')}</p>
      </noscript>
    </div>
  );
}

interface RequestDownloadProps {
  registration: Registration;
  basePath: string;
  t: Texts;
  weight?: Weight;
}

/** Link that downloads the certificate request, and whether it was downloaded: at once by the script, later by the server. */
export function RequestDownload({ registration, basePath, t, weight = 'button' }: RequestDownloadProps) {
  const { downloadedAt } = registration.request;
  return (
    <p className="download">
      <a
        className={weight === 'button' ? 'button' : undefined}
        href={`${basePath}/pedido`}
        download={requestFileName(registration)}
        data-downloaded={t('frame.downloaded')}
      >
        <Icon name="file" />
        {t('certificate.requestFile')}
      </a>
      {downloadedAt && (
        <span className="copy-note">{t('frame.downloadedAt', { at: formatDayAndTime(downloadedAt) })}</span>
      )}
    </p>
  );
}

/** File name of the request, which the person selects in the portal. The alias distinguishes a taxpayer's requests. */
export const requestFileName = ({ supplier, request }: Pick<Registration, 'supplier' | 'request'>) =>
  `solicitud-${supplier.cuit}-${request.alias}.csr`;

/** The certificate's alias at the authority. The person may have typed another alias than ours. */
export const aliasInPortal = ({ certificate, request }: Registration) => certificate?.alias ?? request.alias;
