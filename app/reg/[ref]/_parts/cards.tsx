import type { ReactNode } from 'react';
import { invoicingServices } from '#lib/arca/services.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { InvoicingServiceId } from '#lib/documents/invoice/document-types.ts';
import type { TextKey } from '#lib/i18n.ts';
import { type StepSlug, voiceOf } from '../flow.ts';
import {
  HomeScreen,
  LoginScreen,
  Mock,
  RelationFormScreen,
  RelationsScreen,
  ServiceTreeScreen,
} from './mock.tsx';
import { PortalLink } from './portal.tsx';
import type { StepProps } from './step-page.tsx';
import { Icon } from './tools.tsx';

type Values = Record<string, string>;

/** One screen of the authority's portal: what to tap there, in the portal's own words. */
export interface Card {
  /** Part of the card's address and of the link's stored place, so it is never reused for another card of the step. */
  id: string;
  title: TextKey;
  /** One sentence per tap, numbered as in the picture if there are several. */
  taps: TextKey[];
  /** Values for the placeholders in all texts of the card. */
  values?: Values;
  /** A common mistake on this screen, shown before it happens. */
  trap?: TextKey;
  /** Help for a screen that looks different from the picture. The default title is «No me aparece». */
  help?: TextKey[];
  helpTitle?: TextKey;
  /** Content below a tap, such as a value to copy to the portal. */
  belowTaps?: Partial<Record<TextKey, ReactNode>>;
  /** A question that the instructions depend on. */
  question?: ReactNode;
  /** Address of the screen. */
  link?: { href: string; text: TextKey };
  /** Makes the link, or the button in `more`, the main button, and «Ya está» the secondary one. */
  startsHere?: true;
  /** Direct link to the screen, if the operator enabled it. */
  shortcut?: string | undefined;
  more?: ReactNode;
  /** Messages the portal may show here, and what to do about each. */
  trouble?: ReactNode;
  host?: string;
  screen?: ReactNode;
}

interface CardsProps {
  props: StepProps;
  slug: StepSlug;
  cards: Card[];
  /** The form that ends the step. On a phone it is part of the last card. */
  children: ReactNode;
}

/**
 * A wide window shows all cards of a step. A phone shows one at a time: each has an address, and «Ya está»
 * stores the place. Both layouts are one page and need no script.
 */
export function Cards({ props, slug, cards, children }: CardsProps) {
  const { t } = props;
  const current = currentCard(props, slug, cards);
  return (
    <>
      <ol className="cards">
        {cards.map((card, index) => (
          <li key={card.id} id={card.id} className={index === current ? 'card-step current' : 'card-step'}>
            <CardBody card={card} props={props} count={{ number: index + 1, total: cards.length }} />
            <CardTurns props={props} slug={slug} cards={cards} index={index}>
              {children}
            </CardTurns>
            <Missing card={card} props={props} />
            {card.trouble}
          </li>
        ))}
      </ol>
      {cards[0]?.screen !== undefined && (
        <p className="small illustrations first-card-only">{t('frame.illustrations')}</p>
      )}
    </>
  );
}

/** Index of the card in the address; otherwise of the card stored with the link, otherwise of the first. */
function currentCard({ card, registration }: StepProps, slug: StepSlug, cards: Card[]): number {
  const cardId = card ?? storedCardId(slug, registration.link.place);
  return Math.max(
    cards.findIndex(({ id }) => id === cardId),
    0,
  );
}

const storedCardId = (slug: StepSlug, place: string | undefined) =>
  place?.startsWith(`${slug}/`) ? place.slice(slug.length + 1) : undefined;

interface CardBodyProps {
  card: Card;
  props: StepProps;
  count: { number: number; total: number };
  level?: 'h2' | 'h3';
}

export function CardBody({ card, props, count, level: Heading = 'h2' }: CardBodyProps) {
  const { t } = props;
  const {
    title,
    taps,
    values,
    trap,
    belowTaps = {},
    question,
    link,
    startsHere,
    shortcut,
    more,
    host,
    screen,
  } = card;
  const say = (key: TextKey) => t.rich(key, values, linksOf(props));
  return (
    <div className="card-body">
      <div className="card-words">
        <p className="card-count">{t('card.of', count)}</p>
        <Heading>{t(title, values)}</Heading>
        {question}
        {link && (
          <PortalLink href={link.href} t={t} weight={startsHere ? 'button' : 'link'}>
            {t(link.text)}
          </PortalLink>
        )}
        {shortcut && (
          <PortalLink href={shortcut} t={t}>
            {t('act.shortcut')}
          </PortalLink>
        )}
        {taps.length > 1 ? (
          <ol className="taps">
            {taps.map((key, index) => (
              <li key={key}>
                <i className="tap-number" aria-hidden="true">
                  {index + 1}
                </i>
                <span>{say(key)}</span>
                {belowTaps[key]}
              </li>
            ))}
          </ol>
        ) : (
          taps.map((key) => <p key={key}>{say(key)}</p>)
        )}
        {more}
        {trap && (
          <p className="trap">
            <Icon name="note" />
            <span>{say(trap)}</span>
          </p>
        )}
      </div>
      {screen !== undefined && (
        <Mock
          t={t}
          host={host ?? t.portal.homeHost}
          instruction={taps.map((key) => t.plain(key, values)).join(' ')}
        >
          {screen}
        </Mock>
      )}
    </div>
  );
}

/** Buttons for the next and previous card. The server stores the current card. The last card has the step's form. */
function CardTurns({ props, slug, cards, index, children }: CardsProps & { index: number }) {
  const { t, basePath } = props;
  const before = cards[index - 1];
  const after = cards[index + 1];
  const weight = cards[index]?.startsHere ? 'button button-second' : 'button';
  return (
    <div className={after ? 'card-turns' : 'card-turns finish-step'}>
      {after ? (
        <form method="post" action={`${basePath}/lugar`}>
          <button type="submit" className={weight} name="lugar" value={`${slug}/${after.id}`}>
            {t('card.done')}
          </button>
        </form>
      ) : (
        children
      )}
      {before && (
        <a className="back" href={`${basePath}/${slug}?pantalla=${before.id}`}>
          <Icon name="back" />
          {t('card.before')}
        </a>
      )}
    </div>
  );
}

/** Hints for a screen that differs from the picture: the card's hints, then a general one. */
function Missing({ card, props }: Pick<CardBodyProps, 'card' | 'props'>) {
  const { help = [], values } = card;
  const { t } = props;
  if (!card.screen) return null;
  return (
    <details className="card-missing">
      <summary>{t(card.helpTitle ?? 'card.missing')}</summary>
      <ul>
        {[...help, 'card.otherScreen' as const].map((key) => (
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
    enable: leadTo('/habilitar'),
    certificate: leadTo('/certificado'),
    paste: leadTo('/subir'),
    other: leadTo('/seguir'),
  };
};

/** Login page of the portal, or of the simulated portal. */
const loginAddress = ({ portalAddress, t }: StepProps) => portalAddress ?? t.portal.loginAddress;

/** Taxpayer values quoted by the texts of the guide. */
export const taxpayerValues = ({ registration: { supplier } }: StepProps) => ({
  name: supplier.name,
  cuit: formatCuit(supplier.cuit),
});

/**
 * Whether the portal asks whom the person acts for. The sandbox's portal never asks; the live portal does not
 * ask people who act for themselves.
 */
export const actsForAnother = ({ registration }: StepProps) =>
  registration.environment === 'live' && voiceOf(registration) !== 'self';

const levelOf = ({ registration }: StepProps) => (registration.environment === 'live' ? '3' : '2');

export function loginCard(props: StepProps): Card {
  const { t } = props;
  return {
    id: 'ingreso',
    title: 'cards.login.title',
    taps: ['cards.login.cuit', 'cards.login.key'],
    values: { level: levelOf(props) },
    helpTitle: 'card.cannotLogIn',
    help: ['cards.login.missing'],
    link: { href: loginAddress(props), text: 'act.login' },
    startsHere: true,
    host: t.portal.loginHost,
    screen: <LoginScreen t={t} />,
  };
}

/** Whether the person is logged in to the portal, as they are once they have enabled the service. */
const hasLoggedIn = ({ facts }: StepProps['registration']) => facts.serviceEnabledAt !== undefined;

interface HomeCard {
  id: string;
  service: string;
  help: Card['help'];
  shortcut?: string | undefined;
}

/** The portal's home page, where each part of the guide starts. The first part starts with the login. */
export function homeCard(props: StepProps, { id, service, help = [], shortcut }: HomeCard): Card {
  const { t, registration } = props;
  const isEntry = id === 'abrir' && !hasLoggedIn(registration);
  return {
    id,
    title: 'cards.home.title',
    taps: ['cards.home.tap'],
    values: { service, level: levelOf(props) },
    help: ['cards.home.search', ...help],
    link: { href: loginAddress(props), text: 'act.login' },
    ...(isEntry ? { startsHere: true } : {}),
    shortcut,
    more: <p className="hint">{t(isEntry ? 'act.sameSession' : 'act.mainPage')}</p>,
    screen: <HomeScreen t={t} service={service} />,
  };
}

/** «Administrador de Relaciones», used both to enable the service and to authorize the certificate. */
export const relationsHomeCard = (props: StepProps, shortcut?: string): Card =>
  homeCard(props, { id: 'inicio', service: props.t.portal.relationsManager, help: [], shortcut });

/** Chooses whom the person acts for and starts a new relation. */
export function newRelationCard(props: StepProps): Card {
  const { t, registration } = props;
  const forAnother = actsForAnother(props);
  return {
    id: 'relacion',
    title: 'cards.relation.title',
    taps: forAnother ? ['cards.relation.choose', 'cards.relation.new'] : ['cards.relation.new'],
    values: taxpayerValues(props),
    ...(forAnother ? { help: ['cards.relation.missing'] } : {}),
    screen: (
      <RelationsScreen t={t} button="newRelation" taxpayer={forAnother ? registration.supplier : undefined} />
    ),
  };
}

/** The interactive service in the tree of «Nueva Relación». */
export const serviceTreeCard = (props: StepProps, service: string): Card => ({
  id: 'servicio',
  title: 'cards.tree.title',
  taps: ['cards.tree.search', 'cards.tree.arca', 'cards.tree.interactive', 'cards.tree.service'],
  values: { service },
  help: ['cards.tree.scroll'],
  screen: (
    <ServiceTreeScreen
      t={props.t}
      branch="interactiveServices"
      service={service}
      newRelation={{ grantor: props.registration.supplier }}
    />
  ),
});

const tapOfWebService = { wsfe: 'cards.tree.invoicing', wsfex: 'cards.tree.exports' } as const;

/** The invoicing service in the tree of «Nueva Relación». */
export const webServiceTreeCard = (props: StepProps, id: InvoicingServiceId): Card => ({
  id: 'servicio',
  title: 'cards.tree.title',
  taps: ['cards.tree.search', 'cards.tree.arca', 'cards.tree.web', tapOfWebService[id]],
  values: { exports: props.registration.services.includes('wsfex') ? 'yes' : 'no' },
  help: ['cards.tree.scroll'],
  screen: (
    <ServiceTreeScreen
      t={props.t}
      branch="webServices"
      service={liveNameOf(props, id)}
      newRelation={{ grantor: props.registration.supplier }}
    />
  ),
});

/** From the receipt of one relation to the tree for the next, which relates the same two to exports. */
export function relationAgainCard(props: StepProps): Card {
  const { t, registration } = props;
  const tree = webServiceTreeCard(props, 'wsfex');
  return {
    ...tree,
    id: 'otra-relacion',
    title: 'cards.relationAgain.title',
    taps: ['cards.relationAgain.new', ...tree.taps],
    values: { ...tree.values, ...taxpayerValues(props) },
    help: [...(actsForAnother(props) ? ['cards.relationAgain.missing' as const] : []), 'cards.tree.scroll'],
    screen: (
      <ServiceTreeScreen
        t={t}
        branch="webServices"
        service={liveNameOf(props, 'wsfex')}
        newRelation={{ grantor: registration.supplier, isAgain: true }}
      />
    ),
  };
}

/** The live portal's name of an invoicing service. */
export const liveNameOf = ({ t }: StepProps, id: InvoicingServiceId) =>
  t.portal[invoicingServices[id].portalName.live];

export function relationConfirmCard(
  props: StepProps,
  { service, representative }: { service: string; representative: string },
): Card {
  const { t, registration } = props;
  return {
    id: 'confirmar',
    title: 'cards.relationConfirm.title',
    taps: ['cards.relationConfirm.tap'],
    values: taxpayerValues(props),
    help: ['cards.relationConfirm.missing'],
    more: <p className="hint">{t('cards.confirm.receipt')}</p>,
    screen: (
      <RelationFormScreen
        t={t}
        service={service}
        grantor={registration.supplier}
        representative={representative}
      />
    ),
  };
}
