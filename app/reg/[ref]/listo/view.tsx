import { formatCuit } from '#lib/documents/cuit.ts';
import { formatDay } from '#lib/i18n.ts';
import { lacksPointOfSale, usablePoints } from '#lib/registrations/points-of-sale/usable.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { Document } from '../_parts/document.tsx';
import { Help } from '../_parts/help.tsx';
import { Icon } from '../_parts/icon.tsx';
import { Masthead } from '../_parts/masthead.tsx';
import { aliasInPortal } from '../_parts/portal.tsx';
import type { StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';
import { formatPointOfSale } from '../puntos-de-venta/table.tsx';

/** Short enough to read over the phone; the Console finds the registration by it. */
const referenceOf = ({ id }: Registration) => `AR-${id.replaceAll('-', '').slice(-8).toUpperCase()}`;

/** The end, and what a finished link shows ever after. */
export function Done(props: StepProps) {
  const { registration, basePath, t } = props;
  const { environment, supplier, accountHolder, noticeEmail } = registration;
  const sandbox = environment === 'sandbox';
  const pointMissing = lacksPointOfSale(registration);
  const lead = sandbox ? 'done.leadSandbox' : pointMissing ? 'done.leadNoPoint' : 'done.lead';
  const holder = accountHolder.name;
  const heading = t(sandbox ? 'done.headingSandbox' : 'done.heading', { name: supplier.name });
  return (
    <Document t={t} title={t('frame.title', { heading, environment })} colour={accountHolder.colour}>
      <Masthead {...props} />
      <div className="sheet">
        <main id="contenido">
          <div className="finish">
            <Icon name="check" />
            <h1>{heading}</h1>
            <p className="lead">{t(lead, { holder })}</p>
          </div>
          {pointMissing && (
            <p className="next">
              <a className="button" href={`${basePath}/puntos-de-venta`}>
                {t('done.pointsAdd')}
              </a>
            </p>
          )}
          <Summary {...props} />
          <section>
            <h2>{t('done.next')}</h2>
            <ul>
              <li>{t(pointMissing ? 'done.nextPoint' : 'done.nextHolder', { holder })}</li>
              <li>
                {noticeEmail
                  ? t.rich('done.nextExpiry', { email: noticeEmail })
                  : t('done.nextExpiryNoEmail', { holder })}
              </li>
              <li>{t('done.nextKeep')}</li>
            </ul>
          </section>
          <p className="promise">
            <Icon name="check" />
            <span>
              <strong>{t('done.close')}</strong> {t('done.closeMore')}
            </span>
          </p>
          {accountHolder.returnUrl && (
            <p className="next">
              <a
                className={pointMissing ? 'button button-second' : 'button'}
                href={accountHolder.returnUrl}
                rel="noreferrer noopener"
              >
                {t('done.return', { holder })}
              </a>
            </p>
          )}
          <div data-print="" />
        </main>
      </div>
      <Help t={t} accountHolder={accountHolder} />
    </Document>
  );
}

function Summary({ registration, t }: StepProps) {
  const { environment, supplier, certificate, facts } = registration;
  const doneAt = facts.completedAt ?? facts.authorisedAt;
  return (
    <section className="card">
      <h2>{t('done.summary')}</h2>
      <dl className="summary">
        <Row term={t('done.reference')}>
          <code>{referenceOf(registration)}</code>
        </Row>
        <Row term={t('done.company')}>
          {supplier.name}
          <br />
          {t('frame.cuit')} {formatCuit(supplier.cuit)}
        </Row>
        <Row term={t('done.environment')}>{t('frame.environmentName', { environment })}</Row>
        <Row term={t('done.alias')}>
          <code>{aliasInPortal(registration)}</code>
        </Row>
        {doneAt && <Row term={t('done.doneOn')}>{formatDay(doneAt)}</Row>}
        {certificate && <Row term={t('done.expires')}>{formatDay(certificate.notAfter)}</Row>}
        <Row term={t('done.points')}>{pointsOfSale(registration, t)}</Row>
      </dl>
    </section>
  );
}

function Row({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function pointsOfSale(registration: Registration, t: Texts): string {
  if (registration.environment === 'sandbox') return t('done.pointsSandbox');
  const usable = usablePoints(registration);
  if (usable.length > 0) return usable.map(({ number }) => formatPointOfSale(number)).join(' · ');
  return t('done.pointsLater');
}
