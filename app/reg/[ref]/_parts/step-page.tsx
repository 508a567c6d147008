import type { ReactNode } from 'react';
import type { PortalShortcuts } from '#lib/arca/portal.ts';
import { type AuthorityStatus, notAnsweringSince } from '#lib/authority-status.ts';
import { formatCuit, maskCuit } from '#lib/documents/cuit.ts';
import { env } from '#lib/env.ts';
import { formatDay, formatDayAndTime, formatTime, sinceForm } from '#lib/i18n.ts';
import { drawQr } from '#lib/qr-code.ts';
import type { AccountHolder } from '#lib/registrations/account-holder.ts';
import type { Link, Registration } from '#lib/registrations/registration.ts';
import {
  hasStarted,
  isDone,
  isReachable,
  type PageSlug,
  pathBefore,
  progressAt,
  type StepSlug,
  waitedStep,
} from '../flow.ts';
import type { Place } from './cards.tsx';
import { Document } from './document.tsx';
import { ErrorSummary, type FormState } from './form.tsx';
import type { Texts } from './texts.tsx';
import { Icon, Tools, type ToolsProps } from './tools.tsx';

export interface StepProps {
  registration: Registration;
  basePath: string;
  t: Texts;
  now: Date;
  form?: FormState | undefined;
  /** Address of the simulated portal, if the environment uses one. */
  portalAddress?: string | undefined;
  /** Direct links to the portal's screens, if the operator enabled them. */
  shortcuts?: PortalShortcuts | undefined;
  /** Status of the authority's services, to distinguish its failures from the person's. */
  authority?: AuthorityStatus | undefined;
  /** Card named in the address. */
  card?: string | undefined;
  /** The person opened the link again and was redirected here. */
  isWelcome?: boolean | undefined;
  /** The person has stored the data for printed invoices and was redirected here. */
  hasSaved?: boolean | undefined;
}

interface StepPageProps {
  props: StepProps;
  slug: StepSlug;
  heading: string;
  lead?: ReactNode;
  /** The cards of a step that is done in the portal. */
  place?: Place | undefined;
  /** Target of the back link, if not the previous card or step. */
  back?: string | undefined;
  refreshSeconds?: number | undefined;
  /** The page is a wait between two steps; its title has no step number. */
  waits?: boolean;
  /** Address of the page, if not the step's. */
  page?: PageSlug;
  /** The page shows why the last try was rejected, and its title starts with that. */
  refused?: boolean;
  children: ReactNode;
}

export function StepPage({
  props,
  slug,
  heading,
  lead,
  place,
  back,
  refreshSeconds,
  waits,
  page = slug,
  refused,
  children,
}: StepPageProps) {
  const { registration, t, form, isWelcome } = props;
  const { environment, accountHolder, link } = registration;
  const { step, total } = progressAt(slug, registration);
  const titleStep = waits ? heading : t('frame.titleStep', { step, total, heading });
  const failed = form !== undefined && form.errors.length > 0;
  const title = t('frame.title', { heading: titleStep, environment });
  const before = place?.cards[place.index - 1];
  const cardBefore = before && `/${slug}?pantalla=${before.id}#${before.id}`;
  return (
    <Document
      t={t}
      title={failed || refused ? `${t('errors.prefix')} ${title}` : title}
      colour={accountHolder.colour}
      refreshSeconds={refreshSeconds}
    >
      <Frame
        props={props}
        page={page}
        back={cardBefore ?? back ?? pathBefore(slug, registration)}
        progress={<Progress props={props} slug={slug} place={place} />}
        where={
          waits
            ? undefined
            : place && place.cards.length > 1
              ? t('frame.whereCard', { step, number: place.index + 1, cards: place.cards.length })
              : t('frame.step', { step, total })
        }
      >
        <Steps props={props} slug={slug} />
      </Frame>
      <div className="sheet">
        <main id="contenido">
          {isWelcome && !waits && (
            <p className="welcome" role="status">
              {t('frame.welcome', { step, total })}
            </p>
          )}
          {props.authority && <AuthorityNotice status={props.authority} t={t} now={props.now} />}
          {failed && <ErrorSummary errors={form.errors} t={t} />}
          <h1 className={place && 'step-title'}>
            {!waits && <span className="hidden-text">{t('frame.step', { step, total })} </span>}
            {heading}
          </h1>
          {lead !== undefined && <p className="lead first-card-only">{lead}</p>}
          {children}
        </main>
      </div>
      <Help t={t} accountHolder={accountHolder} link={link} now={props.now} saved />
    </Document>
  );
}

interface FrameProps {
  props: StepProps;
  page: ToolsProps['page'];
  /** Target of the back link, below the link's address. */
  back?: string | undefined;
  where?: string | undefined;
  progress?: ReactNode;
  /** First part of the menu. */
  children?: ReactNode;
}

/** Header in one line: back, step, environment, who asks, menu. */
export function Frame({ props, page, back, where, progress, children }: FrameProps) {
  const { registration, basePath, t } = props;
  const { accountHolder, environment, supplier } = registration;
  const { logo, name } = accountHolder;
  const wide = (chunks: ReactNode) => <span className="frame-wide">{chunks}</span>;
  return (
    <header className={`frame frame-${environment}`}>
      <div className="frame-line">
        {back !== undefined && (
          <a className="frame-back" href={`${basePath}${back}`}>
            <Icon name="back" />
            <span className="frame-word">{t('frame.back')}</span>
          </a>
        )}
        {where && <p className="frame-where">{where}</p>}
        <p className="frame-who">
          {environment === 'sandbox' && <strong>{t('frame.test')}</strong>}
          {logo ? (
            <>
              <span className="frame-wide">{supplier.name}</span>
              <Logo basePath={basePath} logo={logo} name={name} />
            </>
          ) : (
            <span>{t.rich('frame.line', { company: supplier.name, holder: name }, { wide })}</span>
          )}
        </p>
        <details className="menu">
          <summary>
            <Icon name="menu" />
            <span className="frame-word">{t('frame.menu')}</span>
          </summary>
          <div className="menu-panel">
            {children}
            <Tools props={props} page={page} />
          </div>
        </details>
      </div>
      {progress}
    </header>
  );
}

/** Returns whether a step is over: a delegation is for the supplier once granted, a certificate once accepted. */
function isOverIn(registration: Registration) {
  const waitedFor = waitedStep(registration);
  return (slug: StepSlug) => (slug !== waitedFor || slug === 'delegar') && isDone(slug, registration);
}

/** The step reached and, in it, the card; and the minutes left, which are fewer with each card. */
function Progress({ props, slug, place }: Pick<StepPageProps, 'props' | 'slug' | 'place'>) {
  const { registration, t } = props;
  const { steps, minutesLeft } = progressAt(slug, registration, place?.done);
  const waitedFor = waitedStep(registration);
  const isOver = isOverIn(registration);
  return (
    <div className="progress">
      <p className="progress-bar" aria-hidden="true">
        {steps.map((each) =>
          each === slug ? (
            <span key={each} className="current">
              {(place?.cards ?? [{ id: slug }]).map(({ id }, index) => (
                <i
                  key={id}
                  className={
                    index < (place?.index ?? 0)
                      ? 'done'
                      : index === (place?.index ?? 0)
                        ? 'current'
                        : undefined
                  }
                />
              ))}
            </span>
          ) : (
            <i key={each} className={isOver(each) ? 'done' : undefined} />
          ),
        )}
      </p>
      {minutesLeft.computer > 0 && !waitedFor && (
        <p className="time-left">
          <span className="by-mouse">{t('frame.timeLeft', { minutes: minutesLeft.computer })}</span>
          <span className="by-finger">{t('frame.timeLeft', { minutes: minutesLeft.phone })}</span>
        </p>
      )}
    </div>
  );
}

/** All steps with ticks. Every step can be opened, whatever order the portal suggests. */
function Steps({ props, slug }: Pick<StepPageProps, 'props' | 'slug'>) {
  const { registration, basePath, t } = props;
  const { steps } = progressAt(slug, registration);
  const isOver = isOverIn(registration);
  return (
    <nav className="trip" aria-label={t('frame.steps')}>
      <ol>
        {steps.map((each) => {
          const done = isOver(each);
          const name = t(`steps.${each}`);
          return (
            <li
              key={each}
              className={done ? 'done' : each === slug ? 'current' : undefined}
              aria-current={each === slug ? 'step' : undefined}
            >
              {done && <Icon name="check" />}
              {each !== slug && isReachable(each, registration) ? (
                <a href={`${basePath}/${each}`}>{name}</a>
              ) : (
                <span>{name}</span>
              )}
              {done && <span className="hidden-text"> ({t('frame.stepDone')})</span>}
            </li>
          );
        })}
      </ol>
      <p className="hint">{t('frame.oneTrip')}</p>
    </nav>
  );
}

interface AuthorityNoticeProps {
  status: AuthorityStatus;
  t: Texts;
  now: Date;
}

/** Shows that ARCA does not answer; otherwise shows nothing. */
export function AuthorityNotice({ status, t, now }: AuthorityNoticeProps) {
  const since = notAnsweringSince(status);
  if (!since) return null;
  const values = { time: formatTime(since), dayAndTime: formatDayAndTime(since) };
  return (
    <div className="notice notice-wait" role="status">
      <h2>
        <Icon name="clock" />
        {t(`authority.since.${sinceForm(since, now)}`, values)}
      </h2>
      <p>{t('authority.text')}</p>
      <p>{t('authority.again')}</p>
    </div>
  );
}

interface HelpProps {
  t: Texts;
  accountHolder?: AccountHolder | undefined;
  /** With `now`. */
  link?: Link | undefined;
  now?: Date;
  saved?: boolean;
}

/** The page's footer, at the same place on every page (WCAG 3.2.6). */
export function Help({ t, accountHolder, link, now = new Date(), saved }: HelpProps) {
  return (
    <footer className="help" id="ayuda">
      <h2 className="hidden-text">{t('frame.helpHeading')}</h2>
      <ul>
        <li>
          <Icon name="help" />
          <span>
            <Contact accountHolder={accountHolder} t={t} />
          </span>
        </li>
        {link && (
          <li>
            <Icon name="calendar" />
            <span>
              {endOf(link, t, now)} {saved && t(link.purpose ? 'frame.savedForNow' : 'frame.saved')}
            </span>
          </li>
        )}
      </ul>
    </footer>
  );
}

/** Says when the link ends: its day, or the hour of a link for now. */
export function endOf({ purpose, expiresAt }: Link, t: Texts, now: Date): string {
  const date = formatDay(expiresAt);
  if (!purpose) return t('frame.linkValid', { date });
  const form = sinceForm(expiresAt, now);
  return t('frame.linkValidForNow', { form, date, time: formatTime(expiresAt) });
}

function Contact({ accountHolder, t }: Pick<HelpProps, 'accountHolder' | 't'>) {
  if (accountHolder === undefined) return t('frame.helpUnknown');
  const { name, contactName, email, phone, whatsapp } = accountHolder;
  const who = contactName ? t('frame.helpPerson', { person: contactName, holder: name }) : name;
  const mail = (chunks: ReactNode) => <a href={`mailto:${email}`}>{chunks}</a>;
  const call = (chunks: ReactNode) => <a href={`tel:${dialled(phone)}`}>{chunks}</a>;
  const chat = (chunks: ReactNode) => (
    <a href={`https://wa.me/${dialled(whatsapp).slice(1)}`} target="_blank" rel="noreferrer noopener">
      {chunks}
    </a>
  );
  return (
    <>
      {email === undefined
        ? t('frame.helpName', { holder: who })
        : t.rich('frame.helpEmail', { holder: who, email }, { mail })}
      {phone && <> {t.rich('frame.helpPhone', { phone }, { call })}</>}
      {whatsapp && <> {t.rich('frame.helpWhatsapp', { whatsapp }, { chat })}</>}
    </>
  );
}

/** `+54 11 4321-5678` -> `+541143215678` */
const dialled = (number = '') => number.replace(/[^\d+]/g, '');

/** A person's CUIT contains their DNI, so it is masked until the link's holder has answered the first page. */
export function Cuit({ registration, t }: { registration: Registration; t: Texts }) {
  const { cuit } = registration.supplier;
  if (hasStarted(registration)) return <span className="nowrap">{formatCuit(cuit)}</span>;
  return (
    <span className="nowrap">
      <span aria-hidden="true">{maskCuit(cuit)}</span>
      <span className="hidden-text">{t('frame.cuitEnds', { end: formatCuit(cuit).slice(-5) })}</span>
    </span>
  );
}

interface LogoProps {
  basePath: string;
  logo: NonNullable<AccountHolder['logo']>;
  /** Alternative text; none if the account holder's name is beside the logo. */
  name?: string;
}

function Logo({ basePath, logo, name = '' }: LogoProps) {
  const { width, height, digest } = logo;
  const src = `${basePath}/logo?v=${digest}`;
  // biome-ignore lint/performance/noImgElement: a page without scripts has no image loader
  return <img className="logo" src={src} alt={name} width={width} height={height} />;
}

/** Header of the first page: who asks and, in the sandbox, that it is only a test. */
export function FirstMasthead({ registration, basePath, t }: StepProps) {
  const { accountHolder, environment } = registration;
  const { name, logo } = accountHolder;
  return (
    <header>
      {environment === 'sandbox' && (
        <p className="environment environment-sandbox">
          <Icon name="flask" />
          <strong>{t('frame.environmentName')}</strong>
          <span>{t('frame.environmentMeaning')}</span>
        </p>
      )}
      <div className="masthead">
        {logo && <Logo basePath={basePath} logo={logo} />}
        <p>{t.rich('frame.asks', { holder: name })}</p>
      </div>
    </header>
  );
}

/** The address of the link in use. */
export const addressOf = ({ basePath }: Pick<StepProps, 'basePath'>): string =>
  `${env().ALTA_ORIGIN}${basePath}`;

/** Opens WhatsApp with a text ready to send. Without a number, WhatsApp asks for the recipient. */
export const chatAddress = (text: string, number = ''): string =>
  `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`;

/** Dark on white in every colour scheme, because not every camera reads inverted codes. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { size, path } = drawQr(value);
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} className="qr-ground" />
      <path d={path} className="qr-module" />
    </svg>
  );
}
