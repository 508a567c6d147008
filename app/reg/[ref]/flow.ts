import { isCompany } from '#lib/documents/cuit.ts';
import { lacksPointOfSale } from '#lib/registrations/points-of-sale.ts';
import type { Registration, Voice } from '#lib/registrations/registration.ts';

const stepSlugs = [
  'datos',
  'delegar',
  'habilitar',
  'certificado',
  'subir',
  'autorizar',
  'puntos-de-venta',
] as const;
export type StepSlug = (typeof stepSlugs)[number];

/** Whom the pages speak to: as they said; else as the link and the kind of CUIT have it. */
export function voiceOf({ link, supplier }: Pick<Registration, 'link' | 'supplier'>): Voice {
  if (link.voice !== undefined) return link.voice;
  if (link.scope === 'arca-steps-only') return 'client';
  return isCompany(supplier.cuit) ? 'company' : 'self';
}

/** The same registration as whoever it was handed over to has it: without the supplier's own step. */
export const seenByHelper = (registration: Registration, place?: string): Registration => ({
  ...registration,
  link: { ...registration.link, scope: 'arca-steps-only', voice: 'client', place },
});

/** Whether another's certificate acts; until they have chosen, the short way. */
export const delegates = ({ mode, way }: Pick<Registration, 'mode' | 'way'>): boolean =>
  (way ?? (mode === 'choice' ? 'delegation' : mode)) === 'delegation';

/**
 * The steps that apply. Who helps sees no contact; who delegates makes no certificate; a renewal is under the alias that
 * is authorized; the sandbox takes any point of sale.
 */
export function stepsOf(registration: Registration): StepSlug[] {
  const { environment, intent, link } = registration;
  const isNew = intent === 'register';
  const isCertified = !delegates(registration);
  const applies: Record<StepSlug, boolean> = {
    datos: isNew && link.scope === 'full',
    delegar: !isCertified,
    habilitar: isNew && isCertified,
    certificado: isCertified,
    subir: isCertified,
    autorizar: isNew && isCertified,
    'puntos-de-venta': isNew && environment === 'live',
  };
  return stepSlugs.filter((slug) => applies[slug]);
}

/** In the sandbox who delegates has nothing to do in the portal: the account holder does it. */
export const visitsPortal = (registration: Registration): boolean =>
  registration.environment === 'live' || !delegates(registration);

/** Some may be done ahead of their turn: what the supplier said, or the authority, counts. */
export function isDone(slug: StepSlug, registration: Registration): boolean {
  const { facts, link } = registration;
  if (slug === 'puntos-de-venta')
    // Once the authority can be asked its list counts, and not that they say so.
    return (
      !lacksPointOfSale(registration) ||
      (facts.pointOfSaleClaimedAt !== undefined && !isFinished(registration))
    );
  if (isFinished(registration)) return true;
  switch (slug) {
    case 'datos':
      return facts.detailsConfirmedAt !== undefined;
    case 'delegar':
      return facts.delegationClaimedAt !== undefined;
    case 'habilitar':
      // The service may be there for others and not for this taxpayer: its step stays open, with its tick.
      return facts.serviceEnabledAt !== undefined || link.serviceListed === 'yes';
    case 'certificado':
      return facts.requestDownloadedAt !== undefined || facts.certificateReceivedAt !== undefined;
    case 'subir':
      return facts.certificateReceivedAt !== undefined;
    case 'autorizar':
      return facts.authorisationClaimedAt !== undefined;
  }
}

/** The steps that are still to do. */
export const leftOf = (registration: Registration): StepSlug[] =>
  stepsOf(registration).filter((slug) => !isDone(slug, registration));

export const isFinished = ({ facts, state }: Registration) =>
  facts.authorisedAt !== undefined || state === 'completed';

/** By what it takes in a browser on a computer; with a phone in one hand it is half as much again. */
const minutesOfStep: Record<StepSlug, Record<Registration['environment'], number>> = {
  datos: { sandbox: 1, live: 1 },
  delegar: { sandbox: 1, live: 4 },
  habilitar: { sandbox: 2, live: 3 },
  certificado: { sandbox: 2, live: 3 },
  subir: { sandbox: 1, live: 1 },
  autorizar: { sandbox: 1, live: 2 },
  'puntos-de-venta': { sandbox: 0, live: 2 },
};
/** To represent somebody takes a choice more on each screen that asks for whom. */
const minutesForAnother = 1;

export function minutesOf(slugs: StepSlug[], registration: Registration) {
  const { environment } = registration;
  const inPortal = slugs.filter((slug) => slug !== 'datos' && slug !== 'subir').length;
  const forAnother = environment === 'live' && voiceOf(registration) !== 'self' && inPortal > 1;
  const computer =
    slugs.reduce((sum, slug) => sum + minutesOfStep[slug][environment], 0) +
    (forAnother ? minutesForAnother : 0);
  return { computer, phone: Math.ceil(computer * 1.5) };
}

export function progressAt(slug: StepSlug, registration: Registration) {
  const steps = stepsOf(registration);
  const index = steps.indexOf(slug);
  const left = steps.slice(Math.max(index, 0)).filter((each) => each === slug || !isDone(each, registration));
  const minutesLeft = minutesOf(left, registration);
  return { steps, step: index + 1, total: steps.length, minutesLeft };
}

/** The step before, as a path below `/reg/<ref>`; after the end, the end. */
export function pathBefore(slug: StepSlug, registration: Registration): string {
  if (isFinished(registration)) return '/listo';
  const steps = stepsOf(registration);
  const before = steps[steps.indexOf(slug) - 1];
  return before === undefined ? '?inicio' : `/${before}`;
}

/** A page below `/reg/<ref>`: a step, the wait for the login or the acceptance that belongs to one, or the end. */
export type PageSlug = StepSlug | 'comprobacion' | 'aceptacion' | 'listo';
export type WizardPath = '' | '?inicio' | `/${PageSlug}${'' | `?${string}`}`;

/** A page that is left open while somebody goes on elsewhere. */
export type WatchingPage = 'seguir' | 'contador';
export const isWatchingPage = (name: string | null): name is WatchingPage =>
  name === 'seguir' || name === 'contador';

/** The step that is over once the authority says so, while that is waited for. */
export function waitedStep(registration: Registration): StepSlug | undefined {
  const next = nextPath(registration);
  if (next === '/aceptacion') return 'delegar';
  if (next !== '/comprobacion') return undefined;
  return registration.intent === 'renew' ? 'subir' : 'autorizar';
}

/** The first thing that is not done. Every page leads here. */
export function nextPath(registration: Registration): WizardPath {
  const { facts } = registration;
  if (isClaimedAnew(registration)) return '/aceptacion';
  if (isFinished(registration)) return isLeftToDo(registration) ? '/puntos-de-venta' : '/listo';
  if (facts.startedAt === undefined || registration.way === undefined) return '';
  if (delegates(registration)) return nextOfDelegation(registration);
  if (facts.certificateReceivedAt !== undefined) return afterUpload(registration);
  if (isNewHelper(registration)) return '';
  const steps: StepSlug[] = ['datos', 'habilitar', 'certificado'];
  const next = stepsOf(registration).find((slug) => steps.includes(slug) && !isDone(slug, registration));
  return `/${next ?? 'subir'}`;
}

function nextOfDelegation(registration: Registration): WizardPath {
  if (isNewHelper(registration) && !isDone('delegar', registration)) return '';
  const steps: StepSlug[] = ['datos', 'delegar'];
  const next = stepsOf(registration).find((slug) => steps.includes(slug) && !isDone(slug, registration));
  return `/${next ?? 'aceptacion'}`;
}

/** What was granted is no more: it can be given again. */
export const isLost = ({ delegation, way }: Registration): boolean =>
  way === 'delegation' && delegation?.lostAt !== undefined;

/** The supplier says that they have given it again. */
const isClaimedAnew = (registration: Registration): boolean =>
  isLost(registration) && registration.delegation?.isClaimedAnew === true;

/** Nothing is left to do, for anybody. */
export const hasEnded = (registration: Registration): boolean => nextPath(registration) === '/listo';

/** Finished, and no point of sale yet: neither on record, nor said to be there, nor left for later. */
const isLeftToDo = (registration: Registration) =>
  stepsOf(registration).includes('puntos-de-venta') &&
  lacksPointOfSale(registration) &&
  registration.facts.pointOfSaleClaimedAt === undefined &&
  registration.facts.pointsOfSaleSettledAt === undefined;

/** Whether the holder of this very link has answered the first page: it shows no CUIT and no address whole before. */
export const hasStarted = (registration: Registration): boolean =>
  registration.facts.startedAt !== undefined && !isNewHelper(registration);

/** Who was handed the registration over begins with the questions, as long as they matter. */
const isNewHelper = ({ link }: Registration) => link.scope === 'arca-steps-only' && link.voice === undefined;

/** The authority's answer to the login says which page helps: wait, authorize, or another certificate. */
function afterUpload(registration: Registration): WizardPath {
  const { proof, lastRejection, facts } = registration;
  if (proof.status === 'running') return '/comprobacion';
  switch (lastRejection?.reason) {
    case 'authority-unavailable':
      return '/comprobacion';
    case 'not-yet-valid':
      return proof.status === 'retrying' ? '/comprobacion' : '/subir';
    case 'not-authorised':
      return facts.authorisationClaimedAt !== undefined && proof.status === 'retrying'
        ? '/comprobacion'
        : '/autorizar';
    case undefined:
    case 'cuit-not-represented':
      return '/autorizar';
    default:
      return '/subir';
  }
}

/** What has begun is open in any order, until the end closes it: the authority's portal has an order of its own. */
export function isReachable(slug: PageSlug, registration: Registration): boolean {
  const next = nextPath(registration);
  if (slug === 'comprobacion' || slug === 'aceptacion') return next === `/${slug}`;
  if (slug === 'delegar' && isLost(registration)) return true;
  const finished = isFinished(registration);
  if (slug === 'listo') return finished;
  const steps = stepsOf(registration);
  // With a point of sale that can be used there is nothing to add: the page would wait for what is there already.
  if (finished) return slug === 'puntos-de-venta' && steps.includes(slug) && lacksPointOfSale(registration);
  if (next === '') return false;
  return next === '/datos' ? slug === 'datos' : steps.includes(slug);
}
