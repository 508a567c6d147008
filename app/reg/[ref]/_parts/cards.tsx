import type { ReactNode } from 'react';
import { invoicingServices } from '#lib/arca/services.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { InvoicingServiceId } from '#lib/documents/invoice/document-types.ts';
import type { TextKey } from '#lib/i18n.ts';
import { type StepSlug, voiceOf } from '../flow.ts';
import {
  HomeDrawing,
  LoginDrawing,
  Mock,
  RelationFormDrawing,
  RelationsDrawing,
  ServiceTreeDrawing,
} from './mock.tsx';
import { PortalLink } from './portal.tsx';
import { portalSupplier } from './portal-names.ts';
import type { StepProps } from './step-page.tsx';
import { Icon } from './tools.tsx';

type Values = Record<string, string>;

/** One screen of the authority's portal: what to tap there, in the portal's own words. */
export interface Screen {
  /** Part of the card's address and of the link's stored place, so it is never reused for another screen of the step. */
  id: string;
  /** Heading of the screen's own card, for people who take one screen at a time. */
  title: TextKey;
  /** One sentence per tap. Each has a mark in the drawing, in the same order; only the last ones may have none. */
  taps: TextKey[];
  /** Values for the placeholders in all texts of the screen. */
  values?: Values;
  /** A common mistake on this screen, shown before it happens. */
  trap?: TextKey;
  /** Help for a screen that looks different from the drawing. The default title is «No me aparece». */
  help?: TextKey[];
  helpTitle?: TextKey;
  /** A file or value that is taken to the portal, with its button. */
  takes?: ReactNode;
  /** A question that the instructions depend on. */
  question?: ReactNode;
  /**
   * Address of the screen, with a sentence above. Only the first screen of a card shows it: as the main button, unless
   * something is taken along, with «Ya está» as a secondary one.
   */
  link?: { href: string; text: TextKey; before?: TextKey };
  /** Direct link to the screen, if the operator enabled it. */
  shortcut?: string | undefined;
  /** Tags that only this screen's texts have. */
  tags?: Record<string, () => ReactNode>;
  more?: ReactNode;
  /** Messages the portal may show here, and what to do about each. */
  trouble?: ReactNode;
  host?: string;
  drawing?: ReactNode;
}

/**
 * The screens of one visit to the portal. It ends where the person needs something from here, brings something
 * back, or may see different things.
 */
export interface Trip {
  title: TextKey;
  screens: [Screen, ...Screen[]];
}

/** A trip or, for people who prefer that, a single screen. */
export interface Card extends Trip {
  id: string;
}

/** The prefix tells the address of a trip from that of a screen. */
const tripPrefix = 'viaje-';
const cardOfTrip = (trip: Trip): Card => ({ ...trip, id: `${tripPrefix}${trip.screens[0].id}` });
const cardOfScreen = (screen: Screen): Card => ({ id: screen.id, title: screen.title, screens: [screen] });

export const tripCards = (trips: Trip[]): Card[] => trips.map(cardOfTrip);
export const screenCards = (trips: Trip[]): Card[] =>
  trips.flatMap(({ screens }) => screens).map(cardOfScreen);

/** The cards of a step and the one that the person has reached. */
export interface Place {
  cards: Card[];
  index: number;
  /** Share of the step's screens before this card. */
  done: number;
  /** The same place in the other manner: one screen at a time, or a trip at a time. */
  otherManner: string | undefined;
}

/**
 * The card in the address; otherwise the one stored with the link, otherwise the first. People who took one screen at
 * a time on the previous step do so on this one.
 */
export function placeIn({ card, registration }: StepProps, slug: StepSlug, trips: Trip[]): Place {
  const [storedSlug, storedId] = registration.link.place?.split('/') ?? [];
  const id = card ?? storedId;
  const isByScreen = id !== undefined && !id.startsWith(tripPrefix);
  const cards = isByScreen ? screenCards(trips) : tripCards(trips);
  const isHere = card !== undefined || storedSlug === slug;
  const index = isHere
    ? Math.max(
        0,
        cards.findIndex((each) => each.id === id),
      )
    : 0;
  const [screen] = cards[index]?.screens ?? [];
  const trip = trips.find(({ screens }) => screens.some((each) => each.id === screen?.id));
  const hasOther = trip !== undefined && trip.screens.length > 1;
  const otherManner = hasOther ? (isByScreen ? cardOfTrip(trip).id : screen?.id) : undefined;
  const screensOf = (some: Trip[]) => some.flatMap(({ screens }) => screens).length;
  const done = screensOf(cards.slice(0, index)) / Math.max(1, screensOf(cards));
  return { cards, index, done, otherManner };
}

interface CardsProps {
  props: StepProps;
  slug: StepSlug;
  place: Place;
  /** The form that ends the step. On a phone it is part of the last card. */
  children: ReactNode;
}

/**
 * A wide window shows all cards of a step and marks the current one. A phone shows one at a time: each has an address,
 * and «Ya está» stores the place. Both layouts are one page and need no script.
 */
export function Cards({ props, slug, place, children }: CardsProps) {
  const { t } = props;
  const { cards, index: current, otherManner: other } = place;
  const otherManner = other && `${props.basePath}/${slug}?pantalla=${other}#${other}`;
  return (
    <>
      <div
        className="beside"
        data-beside={t('frame.beside')}
        data-beside-hint={t('frame.besideHint')}
        data-beside-open={t('frame.besideOpen')}
        data-beside-close={t('frame.besideClose')}
      />
      <ol className={cards.length > 1 ? 'cards' : 'cards cards-one'}>
        {cards.map((card, index) => (
          <li key={card.id} className={index === current ? 'card-step current' : 'card-step'}>
            <CardBody
              card={card}
              props={props}
              anchor={card.id}
              otherManner={index === current ? otherManner : undefined}
              entrance={entranceBefore(cards, index, `${props.basePath}/${slug}`)}
            />
            <CardTurns props={props} slug={slug} place={place} index={index}>
              {children}
            </CardTurns>
            <Missing card={card} props={props} />
            {card.screens.map(({ id, trouble }) => trouble && <div key={id}>{trouble}</div>)}
          </li>
        ))}
      </ol>
      <p className="small illustrations first-card-only">{t('frame.illustrations')}</p>
    </>
  );
}

/** Address of the last card before this one that opens the portal, for a person who has closed it meanwhile. */
function entranceBefore(cards: Card[], index: number, path: string): string | undefined {
  if (cards[index]?.screens[0].link) return undefined;
  const before = cards.slice(0, index).findLast(({ screens }) => screens[0].link);
  return before && `${path}?pantalla=${before.id}#${before.id}`;
}

interface CardBodyProps {
  card: Card;
  props: StepProps;
  /** Address of the card within its page, where it has one. */
  anchor?: string | undefined;
  /** Address of the same place one screen at a time, or a trip at a time. */
  otherManner?: string | undefined;
  entrance?: string | undefined;
  level?: 'h2' | 'h3';
}

export function CardBody({
  card,
  props,
  anchor,
  otherManner,
  entrance,
  level: Heading = 'h2',
}: CardBodyProps) {
  const { t } = props;
  const { screens } = card;
  const [{ values, link, shortcut }] = screens;
  const takes = screens.filter(({ takes }) => takes !== undefined);
  return (
    <div className="card-body">
      <div className="card-head">
        <p className="here">{t('card.here')}</p>
        <Heading id={anchor} tabIndex={anchor === undefined ? undefined : -1}>
          {t(card.title, values)}
        </Heading>
        {screens.map(({ id, question }) => question && <div key={id}>{question}</div>)}
        {entrance && (
          <p className="hint">
            {t.rich('card.closed', {}, { before: (chunks) => <a href={entrance}>{chunks}</a> })}
          </p>
        )}
        {takes.map(({ id, takes }) => (
          <div key={id}>{takes}</div>
        ))}
        {link && (
          <>
            {link.before && <p className="before-link">{t.rich(link.before)}</p>}
            <PortalLink href={link.href} t={t} weight={takes.length === 0 ? 'button' : 'second'}>
              {t(link.text)}
            </PortalLink>
            {link.text === 'act.login' && !link.before && <p className="hint">{t('act.opensHome')}</p>}
          </>
        )}
        {shortcut && (
          <PortalLink href={shortcut} t={t}>
            {t('act.shortcut')}
          </PortalLink>
        )}
        {otherManner !== undefined && (
          <p className="other-manner">
            <a href={otherManner}>{t(screens.length > 1 ? 'card.byScreen' : 'card.byTrip')}</a>
          </p>
        )}
      </div>
      <Screens screens={screens} props={props} />
    </div>
  );
}

/** The taps of a trip, numbered over all its screens. */
export function Screens({ screens, props }: { screens: Screen[]; props: StepProps }) {
  const hasOneTap = screens.flatMap(({ taps }) => taps).length === 1;
  const startOf = (index: number) => screens.slice(0, index).flatMap(({ taps }) => taps).length + 1;
  return (
    <div className={hasOneTap ? 'screens one-tap' : 'screens'}>
      {screens.map((screen, index) => (
        <ScreenPart key={screen.id} screen={screen} start={startOf(index)} props={props} />
      ))}
    </div>
  );
}

/** The taps of one screen beside its drawing. The numbers in both are counted by the stylesheet. */
function ScreenPart({ screen, start, props }: { screen: Screen; start: number; props: StepProps }) {
  const { t } = props;
  const { taps, values, tags, trap, more, host, drawing } = screen;
  const say = (key: TextKey) => t.rich(key, values, { ...linksOf(props), ...tags });
  if (taps.length === 0) return null;
  return (
    <div className="screen">
      <div className="screen-words">
        <ol className="taps" start={start}>
          {taps.map((key) => (
            <li key={key}>{say(key)}</li>
          ))}
        </ol>
        {more}
        {trap && (
          <p className="trap">
            <Icon name="note" />
            <span>{say(trap)}</span>
          </p>
        )}
      </div>
      {drawing !== undefined && (
        <details className="drawing">
          <summary>
            <Mock
              t={t}
              host={host ?? t.portal.homeHost}
              instruction={taps.map((key) => t.plain(key, values)).join(' ')}
            >
              {drawing}
            </Mock>
          </summary>
        </details>
      )}
    </div>
  );
}

/** «Ya está» leads to the next card, which the server stores. The last card has the step's form. */
function CardTurns({ props, slug, place, index, children }: CardsProps & { index: number }) {
  const { t, basePath } = props;
  const { cards } = place;
  const after = cards[index + 1];
  const isWeak = cards[index]?.screens[0].link !== undefined;
  return (
    <div className={after ? 'card-turns' : 'card-turns finish-step'}>
      {after ? (
        <form method="post" action={`${basePath}/lugar`}>
          <button
            type="submit"
            className={isWeak ? 'button button-second' : 'button'}
            name="lugar"
            value={`${slug}/${after.id}`}
          >
            {t('card.done')}
          </button>
        </form>
      ) : (
        children
      )}
    </div>
  );
}

/** Hints for screens that differ from the drawings: those of the card's screens, then a general one. */
function Missing({ card, props }: Pick<CardBodyProps, 'card' | 'props'>) {
  const { t } = props;
  const { screens } = card;
  if (!screens.some(({ drawing }) => drawing)) return null;
  const title = screens.find(({ helpTitle }) => helpTitle)?.helpTitle ?? 'card.missing';
  const hints = new Map(
    screens.flatMap(({ help = [], values }) => help.map((key) => [key, values] as const)),
  );
  return (
    <details className="card-missing">
      <summary>{t(title)}</summary>
      <ul>
        {[...hints, ['card.otherScreen', undefined] as const].map(([key, values]) => (
          <li key={key}>{t.rich(key, values, linksOf(props))}</li>
        ))}
      </ul>
    </details>
  );
}

/** Link targets in the texts of the guide. A helper cannot hand over the registration. */
export const linksOf = ({ basePath, registration }: StepProps) => {
  const leadTo = (path: string) => (chunks: ReactNode) => <a href={`${basePath}${path}`}>{chunks}</a>;
  const isHelper = registration.link.scope === 'arca-steps-only';
  return {
    hand: isHelper ? (chunks: ReactNode) => chunks : leadTo('/contador'),
    enable: leadTo('/habilitar?pantalla=viaje-inicio#viaje-inicio'),
    certificate: leadTo('/certificado'),
    paste: leadTo('/subir'),
    other: leadTo('/seguir'),
  };
};

/** Login page of the portal, or of the simulated portal. */
const loginAddress = ({ portalAddress, t }: StepProps) => portalAddress ?? t.portal.loginAddress;

/** The supplier as the portal lists them. */
export const taxpayerInPortal = ({ registration }: StepProps) => portalSupplier(registration);

/** Taxpayer values quoted by the texts of the guide. If `listed` is `unknown`, the texts tell to go by the CUIT. */
export function taxpayerValues(props: StepProps) {
  const { name, cuit, isNameKnown } = taxpayerInPortal(props);
  return { name, cuit: formatCuit(cuit), listed: isNameKnown ? 'known' : 'unknown' };
}

/**
 * Whether the portal asks whom the person acts for. The sandbox's portal never asks; the live portal does not
 * ask people who act for themselves.
 */
export const actsForAnother = ({ registration }: StepProps) =>
  registration.environment === 'live' && voiceOf(registration) !== 'self';

/** Level that the person's login at the portal needs. */
export const levelOf = ({ registration }: StepProps) => (registration.environment === 'live' ? '3' : '2');

export function loginScreen(props: StepProps): Screen {
  const { t } = props;
  return {
    id: 'ingreso',
    title: 'cards.login.title',
    taps: ['cards.login.cuit', 'cards.login.key'],
    values: { level: levelOf(props) },
    helpTitle: 'card.cannotLogIn',
    help: ['cards.login.missing'],
    link: { href: loginAddress(props), text: 'act.login', before: 'cards.login.before' },
    more: <p className="hint">{t('cards.login.promise')}</p>,
    host: t.portal.loginHost,
    drawing: <LoginDrawing t={t} />,
  };
}

/** Link to the portal for a person who has closed its tab. */
export const portalLink = (props: StepProps) => (
  <PortalLink href={loginAddress(props)} t={props.t}>
    {props.t('act.login')}
  </PortalLink>
);

interface HomeScreenOptions {
  id: string;
  service: string;
  help?: TextKey[];
  shortcut?: string | undefined;
}

/** The portal's home page, where each part of the guide starts. The first part starts with the login. */
export function homeScreen(
  props: StepProps,
  { id, service, help = [], shortcut }: HomeScreenOptions,
): Screen {
  const { t } = props;
  return {
    id,
    title: 'cards.home.title',
    taps: ['cards.home.tap'],
    values: { service, level: levelOf(props) },
    help: [...help, 'cards.home.search'],
    link: { href: loginAddress(props), text: 'act.login' },
    shortcut,
    drawing: <HomeDrawing t={t} service={service} />,
  };
}

/** «Administrador de Relaciones», used both to enable the service and to authorize the certificate. */
export const relationsHomeScreen = (props: StepProps, shortcut?: string): Screen =>
  homeScreen(props, { id: 'inicio', service: props.t.portal.relationsManager, shortcut });

/** Chooses whom the person acts for and starts a new relation. */
export function newRelationScreen(props: StepProps): Screen {
  const { t } = props;
  const forAnother = actsForAnother(props);
  return {
    id: 'relacion',
    title: 'cards.relation.title',
    taps: forAnother ? ['cards.relation.choose', 'cards.relation.new'] : ['cards.relation.new'],
    values: taxpayerValues(props),
    ...(forAnother ? { help: ['cards.relation.missing'] } : {}),
    drawing: (
      <RelationsDrawing
        t={t}
        button="newRelation"
        taxpayer={forAnother ? taxpayerInPortal(props) : undefined}
      />
    ),
  };
}

/** The interactive service in the tree of «Nueva Relación». */
export const serviceTreeScreen = (props: StepProps, service: string): Screen => ({
  id: 'servicio',
  title: 'cards.tree.title',
  taps: ['cards.tree.search', 'cards.tree.arca', 'cards.tree.interactive', 'cards.tree.service'],
  values: { service },
  help: ['cards.tree.scroll'],
  drawing: (
    <ServiceTreeDrawing
      t={props.t}
      branch="interactiveServices"
      service={service}
      grantor={taxpayerInPortal(props)}
    />
  ),
});

const tapOfWebService = { wsfe: 'cards.tree.invoicing', wsfex: 'cards.tree.exports' } as const;

/** The invoicing service in the tree of «Nueva Relación». */
export const webServiceTreeScreen = (props: StepProps, id: InvoicingServiceId): Screen => ({
  id: 'servicio',
  title: 'cards.tree.title',
  taps: ['cards.tree.search', 'cards.tree.arca', 'cards.tree.web', tapOfWebService[id]],
  help: ['cards.tree.scroll'],
  drawing: (
    <ServiceTreeDrawing
      t={props.t}
      branch="webServices"
      service={liveNameOf(props, id)}
      grantor={taxpayerInPortal(props)}
    />
  ),
});

/**
 * The trip for exports after the one for invoices: from the receipt of the first relation to the one that relates the
 * same two to exports. Its ids differ, because the link's stored place may be in either.
 */
export const exportsTrip = (props: StepProps, representative: Screen): Trip => ({
  title: 'trips.relationAgain',
  screens: [
    {
      id: 'otra-relacion',
      title: 'cards.relationAgain.title',
      taps: ['cards.relationAgain.new'],
      values: taxpayerValues(props),
      help: actsForAnother(props) ? ['cards.relationAgain.missing'] : [],
      drawing: <RelationsDrawing t={props.t} button="newRelation" taxpayer={undefined} />,
    },
    { ...webServiceTreeScreen(props, 'wsfex'), id: 'otro-servicio' },
    { ...representative, id: 'otro-representante' },
  ],
});

/** The live portal's name of an invoicing service. */
export const liveNameOf = ({ t }: StepProps, id: InvoicingServiceId) =>
  t.portal[invoicingServices[id].portalName.live];

export function relationConfirmScreen(
  props: StepProps,
  { service, representative }: { service: string; representative: string },
): Screen {
  const { t } = props;
  return {
    id: 'confirmar',
    title: 'cards.relationConfirm.title',
    taps: ['cards.relationConfirm.tap'],
    values: taxpayerValues(props),
    help: ['cards.relationConfirm.missing', 'cards.confirm.receipt'],
    drawing: (
      <RelationFormDrawing
        t={t}
        service={service}
        grantor={taxpayerInPortal(props)}
        representative={representative}
      />
    ),
  };
}
