import { isCompany } from '#lib/documents/cuit.ts';
import { workspaceTextIn } from '#lib/mail/send-mail.ts';
import type { AccountHolder } from '#lib/registrations/account-holder.ts';
import type { RegistrationWay } from '#lib/registrations/registration.ts';
import { linksOf } from './_parts/cards.tsx';
import { Document } from './_parts/document.tsx';
import { Choice, More } from './_parts/form.tsx';
import { Cuit, FirstMasthead, Help, type StepProps } from './_parts/step-page.tsx';
import type { Texts } from './_parts/texts.tsx';
import { Icon, Tools } from './_parts/tools.tsx';
import {
  delegates,
  hasStarted,
  leftOf,
  minutesOf,
  nextPath,
  stepsOf,
  visitsPortal,
  voiceOf,
} from './flow.ts';

/** The first page: who asks and for whom, and the questions that decide the rest of the wizard. */
export function Start(props: StepProps) {
  const { registration, t } = props;
  const { environment, supplier, accountHolder, link, intent } = registration;
  const renews = intent === 'renew';
  const isHelper = link.scope === 'arca-steps-only';
  const holder = accountHolder.name;
  const heading = isHelper
    ? t('start.headingHelper', { name: supplier.name })
    : t(renews ? 'start.headingRenew' : 'start.heading');
  const kind = isCompany(supplier.cuit) ? 'company' : 'person';
  const title = t('frame.title', { heading, environment });
  const { computer, phone } = minutesOf(leftOf(registration), registration);
  return (
    <Document t={t} title={title} colour={accountHolder.colour}>
      <FirstMasthead {...props} />
      <div className="sheet">
        <main id="contenido" className="start">
          <div className="start-main">
            <h1>{heading}</h1>
            <Greeting accountHolder={accountHolder} t={t} />
            <p className="lead">{leadOf(props)}</p>
            <p className="company">
              <strong>{supplier.name}</strong> ·{' '}
              <span className="nowrap">
                {t('frame.cuit')} <Cuit registration={registration} t={t} />
              </span>
            </p>
            <Questions props={props} kind={kind} />
          </div>
          <div className="start-more">
            <ul className="needs plain with-icons">
              {computer > 0 && (
                <li>
                  <Icon name="clock" />
                  <span>
                    <span className="by-finger">{t('start.duration', { minutes: phone })}</span>
                    <span className="by-mouse">{t('start.duration', { minutes: computer })}</span>
                  </span>
                </li>
              )}
              {(registration.mode === 'choice' || visitsPortal(registration)) && (
                <>
                  <li>
                    <Icon name="key" />
                    <span>{t.rich('start.needKey', { level: environment === 'live' ? '3' : '2' })}</span>
                  </li>
                  <li>
                    <Icon name="person" />
                    <span>
                      {isHelper
                        ? t.rich('start.needRoleHelper', { environment })
                        : t.rich('start.needRole', { kind, environment })}
                    </span>
                  </li>
                </>
              )}
              <li>
                <Icon name="shield" />
                <span>
                  <strong>{t('frame.neverAsk')}</strong> {t('frame.neverAskMore')}
                </span>
              </li>
            </ul>
            {link.scope === 'full' && <p>{t.rich('start.notMe', {}, linksOf(props))}</p>}
            <More summary={t('start.more')}>
              <p>{t('start.wrongCompany', { holder })}</p>
              {!hasStarted(registration) && <p>{t('start.companyMasked')}</p>}
              <p>
                <span className="by-finger">{t.rich('start.needDevice', {}, linksOf(props))}</span>
                <span className="by-mouse">{t.rich('start.needDeviceMouse', {}, linksOf(props))}</span>
              </p>
              {environment === 'live' && !isHelper && <p>{t('start.needRoleWho', { kind })}</p>}
              <p>
                <strong>{t('start.level')}</strong> {t('start.levelText')}
              </p>
              {registration.mode === 'delegation' && <p>{t.rich('start.needNothing')}</p>}
              {stepsOf(registration).includes('puntos-de-venta') && <p>{t.rich('start.pointNotice')}</p>}
              {registration.mode === 'certificate' && <p>{t('start.certificateText')}</p>}
              <p>{t('start.linkAllowsText')}</p>
            </More>
          </div>
        </main>
        <Tools props={props} />
      </div>
      <Help t={t} accountHolder={accountHolder} link={link} now={props.now} saved />
    </Document>
  );
}

/** Lead of the page: for a helper, the steps at the authority; for the supplier, what their platform needs. */
function leadOf({ registration, t }: StepProps): string {
  const { accountHolder, intent, link, mode, supplier } = registration;
  const holder = accountHolder.name;
  const renews = intent === 'renew';
  if (mode === 'delegation' && !visitsPortal(registration))
    return t('start.lead', { way: 'nothing', holder });
  if (link.scope === 'full') return renews ? t('start.leadRenew') : t('start.lead', { way: mode, holder });
  const task = delegates(registration) ? 'delegation' : 'certificate';
  const point = stepsOf(registration).includes('puntos-de-venta') ? 'yes' : 'no';
  return t('start.leadHelper', { task: renews ? 'renew' : task, point, holder, name: supplier.name });
}

/** The likeliest answers are preselected. Helpers are asked only about the portal. */
function Questions({ props, kind }: { props: StepProps; kind: 'company' | 'person' }) {
  const { registration, basePath, t } = props;
  const { link, supplier, intent } = registration;
  const own = kind === 'company' ? 'company' : 'self';
  const voice = voiceOf(registration);
  // The first registration has already stored the voice for a renewal.
  const asksWho = link.scope === 'full' && (intent === 'register' || link.voice === undefined);
  const asksWay = registration.mode === 'choice' && link.scope === 'full';
  return (
    <form method="post" action={basePath} className="choices">
      {asksWho ? (
        <Choice
          name="voice"
          legend={t('start.who', { kind, name: supplier.name })}
          value={voice}
          options={[
            {
              value: own,
              label: t(`start.voices.${own}`),
            },
            { value: 'client', label: t('start.voices.client') },
          ]}
        />
      ) : (
        <input type="hidden" name="voice" value={voice} />
      )}
      {asksWay && <WayChoice {...props} />}
      <button type="submit" className="button">
        {t(nextPath(registration) === '' ? 'start.begin' : 'start.resume')}
      </button>
    </form>
  );
}

/** The choice between delegation, preselected, and a certificate, each with its minutes. */
function WayChoice({ registration, t }: StepProps) {
  const minutes = (way: RegistrationWay) => {
    const thatWay = { ...registration, way };
    const { computer, phone } = minutesOf(leftOf(thatWay), thatWay);
    return { minutes: computer, phone };
  };
  const holder = registration.accountHolder.name;
  return (
    <Choice
      name="way"
      legend={t('start.how')}
      value={registration.way ?? 'delegation'}
      options={(['delegation', 'certificate'] as const).map((way) => ({
        value: way,
        label: t(`start.ways.${way}`, { holder }),
        hint: t(`start.ways.${way}Hint`, { holder, ...minutes(way) }),
      }))}
    />
  );
}

/** The account holder's greeting, as plain text; in Spanish if there is none in the reader's language. */
function Greeting({ accountHolder, t }: { accountHolder: AccountHolder; t: Texts }) {
  const own = workspaceTextIn(accountHolder.greeting, t.locale);
  if (!own) return null;
  return (
    <p className="greeting" lang={own.locale}>
      {own.text}
    </p>
  );
}
