import { formatCuit } from '#lib/documents/cuit.ts';
import { formatDay } from '#lib/i18n.ts';
import type { AuthoritySteps } from '#lib/registrations/link-list.ts';
import { firstUseOf, servicesWithoutPoint, usablePoints } from '#lib/registrations/points-of-sale.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { leadsBack } from '#lib/registrations/return-address.ts';
import { Document } from '../_parts/document.tsx';
import type { FormState } from '../_parts/form.tsx';
import { PaperDataLink } from '../_parts/paper-data-link.tsx';
import { aliasInPortal } from '../_parts/portal.tsx';
import { portalSupplier } from '../_parts/portal-names.ts';
import { Rating } from '../_parts/rating.tsx';
import { Frame, Help, type StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';
import { Icon } from '../_parts/tools.tsx';
import { Watch } from '../_parts/watch.tsx';
import { delegateOf } from '../delegar/view.tsx';
import { delegates, isDelegationWithdrawn, minutesOf } from '../flow.ts';
import {
  firstCardFor,
  formatPointOfSale,
  hasBeenLookedFor,
  PointsFound,
  type PointsFoundProps,
  unusablePoints,
} from '../puntos-de-venta/view.tsx';
import { Account } from './account.tsx';

/** Short reference that can be read out over the phone. The Console's search finds the registration by it. */
const referenceOf = (registration: Registration) =>
  `AR-${registration.id.replaceAll('-', '').slice(-8).toUpperCase()}`;

/**
 * The kinds of ending. It is `ready` only if an invoice can be issued, or `ready-soon` if the first possible
 * day is known.
 */
type Ending =
  | 'lost'
  | 'ready'
  | 'ready-soon'
  | 'sandbox'
  | 'renewed'
  | 'no-point'
  | 'no-export-point'
  | 'point-pending'
  | 'point-unusable';

function endingOf(registration: Registration, firstUse: Date | undefined): Ending {
  if (isDelegationWithdrawn(registration)) return 'lost';
  if (registration.environment === 'sandbox') return 'sandbox';
  if (registration.intent === 'renew') return 'renewed';
  const lacking = servicesWithoutPoint(registration);
  if (lacking.length === 0) return firstUse ? 'ready-soon' : 'ready';
  if (!lacking.includes('wsfe')) return 'no-export-point';
  if (unusablePoints(registration).length > 0) return 'point-unusable';
  return registration.facts.pointOfSaleClaimedAt ? 'point-pending' : 'no-point';
}

const texts = {
  lost: { heading: 'done.headingLost', lead: 'done.leadLost' },
  ready: { heading: 'done.heading', lead: 'done.lead' },
  'ready-soon': { heading: 'done.headingSoon', lead: 'done.leadSoon' },
  sandbox: { heading: 'done.headingSandbox', lead: 'done.leadSandbox' },
  renewed: { heading: 'done.headingRenewed', lead: 'done.leadRenewed' },
  'no-point': { heading: 'points.proved', lead: 'done.leadNoPoint' },
  'no-export-point': { heading: 'points.provedExports', lead: 'done.leadNoExports' },
  'point-pending': { heading: 'done.headingPending', lead: 'done.leadPending' },
  'point-unusable': { heading: 'done.headingUnusable', lead: 'done.leadPending' },
} as const;

interface DoneProps extends PointsFoundProps {
  accountForm?: FormState;
  /** The people who did the steps at the authority; only for the supplier. */
  steps?: AuthoritySteps | undefined;
}

export function Done(props: DoneProps) {
  const { registration, basePath, t, now, accountForm, steps } = props;
  const { environment, supplier, accountHolder } = registration;
  const firstUse = firstUseOf(registration.facts, Number(t.portal.pointNoticeDays), now);
  const ending = endingOf(registration, firstUse);
  const lacksPoint = ['no-point', 'no-export-point', 'point-pending', 'point-unusable'].includes(ending);
  const waits = lacksPoint || ending === 'lost';
  const holder = accountHolder.name;
  const way = registration.way ?? 'certificate';
  const { computer } = minutesOf(['puntos-de-venta'], registration);
  const first = firstUse ? formatDay(firstUse) : '';
  const lacking = servicesWithoutPoint(registration).length;
  const heading = t(texts[ending].heading, { name: supplier.name, first, count: lacking });
  const isLookedFor = lacksPoint && hasBeenLookedFor(registration);
  // Remaining steps are not a failure, as long as no attempt was in vain.
  const isGood = !waits || ending === 'no-point';
  return (
    <Document
      t={t}
      title={t('frame.title', { heading, environment })}
      colour={accountHolder.colour}
      refreshSeconds={waits ? 60 : undefined}
    >
      <Frame props={props} page="listo" />
      <div className="sheet">
        <main id="contenido">
          <div className={isGood ? 'finish' : 'finish finish-waits'}>
            <Icon name={isGood ? 'check' : 'wait'} />
            <h1>{heading}</h1>
            <p className="lead">{t(texts[ending].lead, { holder, minutes: computer, first, way })}</p>
            {steps && steps.helpers.length > 0 && <p>{whoDidIt(steps, t)}</p>}
            {lacksPoint && <Watch props={props}>{t('points.watching')}</Watch>}
          </div>
          {ending === 'lost' && (
            <p className="next">
              <a className="button" href={`${basePath}/delegar`}>
                {t('done.again')}
              </a>
            </p>
          )}
          {isLookedFor && <PointsFound {...props} />}
          {lacksPoint && (
            <p className="next">
              <a className="button" href={`${basePath}${firstCardFor(props.classification)}`}>
                {t('done.pointsAdd')}
              </a>
            </p>
          )}
          {lacksPoint && !isLookedFor && <p className="hint">{t('points.notice')}</p>}
          {ending === 'ready' && !registration.facts.pointOfSaleClaimedAt && (
            <p className="hint">{t('points.noticeUsable')}</p>
          )}
          {leadsBack(registration) ? (
            <p className="next">
              <a className={waits ? 'button button-second' : 'button'} href={`${basePath}/volver`}>
                {t('done.return', { holder })}
              </a>
            </p>
          ) : (
            <p>
              <strong>{t('done.close')}</strong> {t(waits ? 'done.closeWaiting' : 'done.closeMore')}
            </p>
          )}
          <div className="finish-more">
            <Summary {...props} />
            <div>
              {ending !== 'lost' && <Next registration={registration} waits={waits} t={t} />}
              {ending !== 'lost' && <PaperDataLink {...props} />}
              {ending !== 'lost' && <Account {...{ registration, basePath, t }} form={accountForm} />}
            </div>
          </div>
          {!waits && <Rating registration={registration} basePath={basePath} t={t} />}
          <div data-print="" />
        </main>
      </div>
      <Help t={t} accountHolder={accountHolder} />
    </Document>
  );
}

/** «Marta hizo los pasos en ARCA.», or a part of them. */
function whoDidIt({ helpers, isByHelpersOnly }: AuthoritySteps, t: Texts): string {
  const names = new Intl.ListFormat(t.locale, { type: 'conjunction' }).format(helpers);
  return t(isByHelpersOnly ? 'done.stepsBy' : 'done.stepsPartlyBy', { names, count: helpers.length });
}

function Summary(props: StepProps) {
  const { registration, t } = props;
  const { environment, supplier, certificate, facts } = registration;
  const doneAt = facts.completedAt ?? facts.authorisedAt;
  return (
    <section className="card">
      <h2>{t('done.summary')}</h2>
      <dl className="summary">
        <Row term={t('done.company')}>
          {portalSupplier(registration).name}
          <br />
          {t('frame.cuit')} {formatCuit(supplier.cuit)}
        </Row>
        {environment === 'sandbox' && <Row term={t('done.environment')}>{t('frame.environmentName')}</Row>}
        {delegates(registration) ? (
          <Row term={t('done.authorised')}>{delegateOf(props).name}</Row>
        ) : (
          <Row term={t('done.alias')}>
            <code>{aliasInPortal(registration)}</code>
          </Row>
        )}
        {doneAt && <Row term={t('done.doneOn')}>{formatDay(doneAt)}</Row>}
        {certificate && <Row term={t('done.expires')}>{formatDay(certificate.notAfter)}</Row>}
        <Row term={t('done.points')}>{pointsOfSale(registration, t)}</Row>
        <Row term={t('done.reference')}>
          <code>{referenceOf(registration)}</code>
        </Row>
      </dl>
    </section>
  );
}

function Row({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      {/* The space separates them in copied text. */}
      <dt>{term}</dt> <dd>{children}</dd>
    </div>
  );
}

function pointsOfSale(registration: Registration, t: Texts): string {
  if (registration.environment === 'sandbox') return t('done.pointsSandbox');
  const usable = usablePoints(registration).map(({ number, service }) =>
    service === 'wsfex'
      ? t('done.pointExports', { number: formatPointOfSale(number) })
      : formatPointOfSale(number),
  );
  const lacking = servicesWithoutPoint(registration);
  if (usable.length === 0) return t('done.pointsLater');
  return [...usable, ...(lacking.includes('wsfex') ? [t('done.pointExportsLater')] : [])].join(' · ');
}

function Next({ registration, waits, t }: Pick<StepProps, 'registration' | 't'> & { waits: boolean }) {
  const { noticeEmail, accountHolder, way = 'certificate' } = registration;
  const holder = accountHolder.name;
  return (
    <section>
      <h2>{t('done.next')}</h2>
      <ul>
        <li>{t(waits ? 'done.nextPoint' : 'done.nextHolder', { holder })}</li>
        {way === 'certificate' && (
          <li>
            {noticeEmail
              ? t.rich('done.nextExpiry', { email: noticeEmail })
              : t('done.nextExpiryNoEmail', { holder })}
          </li>
        )}
        <li>{t('done.nextKeep', { way, holder })}</li>
      </ul>
    </section>
  );
}
