import { formatCuit } from '#lib/documents/cuit.ts';
import { voiceOf } from '../flow.ts';
import type { Card } from './cards.tsx';
import { HomeScreen, LoginScreen } from './mock/screens.tsx';
import type { StepProps } from './step-page.tsx';

/** Where the portal is entered: the authority's own, or a stand-in's. */
const loginAddress = ({ portalAddress, t }: StepProps) => portalAddress ?? t.portal.loginAddress;

/** What the texts of the guide quote of the taxpayer. */
export const taxpayerValues = ({ registration: { supplier } }: StepProps) => ({
  name: supplier.name,
  cuit: formatCuit(supplier.cuit),
});

/**
 * Whether the portal is to be told for whom. The sandbox knows persons only; in live one who acts for themselves is
 * not asked.
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
    missingTitle: 'card.cannotLogIn',
    missing: ['cards.login.missing'],
    link: { href: loginAddress(props), text: 'act.login' },
    startsHere: true,
    host: t.portal.loginHost,
    screen: <LoginScreen t={t} />,
  };
}

/** Whoever enabled the service in the step before has the portal open. */
const hasLoggedIn = ({ facts }: StepProps['registration']) => facts.serviceEnabledAt !== undefined;

interface HomeCard {
  id: string;
  service: string;
  missing: Card['missing'];
  shortcut?: string | undefined;
}

/** The portal's home, from which every part of the guide sets out. Whose first step it is has not logged in yet. */
export function homeCard(props: StepProps, { id, service, missing = [], shortcut }: HomeCard): Card {
  const { t, registration } = props;
  const isEntry = id === 'abrir' && !hasLoggedIn(registration);
  return {
    id,
    title: 'cards.home.title',
    taps: ['cards.home.tap'],
    values: { service, level: levelOf(props) },
    missing: ['cards.home.search', ...missing],
    link: { href: loginAddress(props), text: 'act.login' },
    ...(isEntry ? { startsHere: true } : {}),
    shortcut,
    more: <p className="hint">{t(isEntry ? 'act.sameSession' : 'act.mainPage')}</p>,
    screen: <HomeScreen t={t} service={service} />,
  };
}
