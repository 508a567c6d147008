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

/** Whom the pages address: as chosen on the first page, else by the link's scope and the kind of CUIT. */
export function voiceOf({ link, supplier }: Pick<Registration, 'link' | 'supplier'>): Voice {
  if (link.voice !== undefined) return link.voice;
  if (link.scope === 'arca-steps-only') return 'client';
  return isCompany(supplier.cuit) ? 'company' : 'self';
}

/** The registration as a helper sees it: without the supplier's own step. */
export const seenByHelper = (registration: Registration, place?: string): Registration => ({
  ...registration,
  link: { ...registration.link, scope: 'arca-steps-only', voice: 'client', place },
});

/** Whether another's certificate is used. Until the supplier has chosen, the delegation is assumed. */
export const delegates = ({ mode, way }: Pick<Registration, 'mode' | 'way'>): boolean =>
  (way ?? (mode === 'choice' ? 'delegation' : mode)) === 'delegation';

/**
 * The steps that apply. Helpers see no contact details; delegation needs no certificate; a renewal uses the
 * authorized alias; the sandbox accepts any point of sale.
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

/** A delegation in the sandbox needs no portal visit of the supplier: the account holder does it. */
export const visitsPortal = (registration: Registration): boolean =>
  registration.environment === 'live' || !delegates(registration);

/** Steps may be done out of order: the supplier's claims and the authority's answers both count. */
export function isDone(slug: StepSlug, registration: Registration): boolean {
  const { facts, link } = registration;
  if (slug === 'puntos-de-venta')
    // Once the authority can be asked, its list counts and not the supplier's claim.
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
      // The service may be listed for others but not for this taxpayer, so the step stays open, with a tick.
      return facts.serviceEnabledAt !== undefined || link.serviceListed === 'yes';
    case 'certificado':
      return facts.requestDownloadedAt !== undefined || facts.certificateReceivedAt !== undefined;
    case 'subir':
      return facts.certificateReceivedAt !== undefined;
    case 'autorizar':
      return facts.authorisationClaimedAt !== undefined;
  }
}

export const leftOf = (registration: Registration): StepSlug[] =>
  stepsOf(registration).filter((slug) => !isDone(slug, registration));

export const isFinished = ({ facts, state }: Registration) =>
  facts.authorisedAt !== undefined || state === 'completed';

/** Minutes in a browser on a computer. A phone takes half as much again. */
const minutesOfStep: Record<StepSlug, Record<Registration['environment'], number>> = {
  datos: { sandbox: 1, live: 1 },
  delegar: { sandbox: 1, live: 4 },
  habilitar: { sandbox: 2, live: 3 },
  certificado: { sandbox: 2, live: 3 },
  subir: { sandbox: 1, live: 1 },
  autorizar: { sandbox: 1, live: 2 },
  'puntos-de-venta': { sandbox: 0, live: 2 },
};
/** Representing somebody adds a choice to each screen that asks whom one acts for. */
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

/** The previous step, as a path below `/reg/<ref>`. After the end, the end. */
export function pathBefore(slug: StepSlug, registration: Registration): string {
  if (isFinished(registration)) return '/listo';
  const steps = stepsOf(registration);
  const before = steps[steps.indexOf(slug) - 1];
  return before === undefined ? '?inicio' : `/${before}`;
}

/** A page below `/reg/<ref>`: a step, its wait for the login or the acceptance, or the end. */
export type PageSlug = StepSlug | 'comprobacion' | 'aceptacion' | 'listo';
export type WizardPath = '' | '?inicio' | `/${PageSlug}${'' | `?${string}`}`;

/** A page left open while somebody continues elsewhere. */
export type WatchingPage = 'seguir' | 'contador';
export const isWatchingPage = (name: string | null): name is WatchingPage =>
  name === 'seguir' || name === 'contador';

/** The step that ends once the authority confirms it, while that is awaited. */
export function waitedStep(registration: Registration): StepSlug | undefined {
  const next = nextPath(registration);
  if (next === '/aceptacion') return 'delegar';
  if (next !== '/comprobacion') return undefined;
  return registration.intent === 'renew' ? 'subir' : 'autorizar';
}

/** The first thing not done. Every page leads here. */
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

/** The delegation was granted and later withdrawn. It can be granted again. */
export const isLost = ({ delegation, way }: Registration): boolean =>
  way === 'delegation' && delegation?.lostAt !== undefined;

/** The supplier says that they granted it again. */
const isClaimedAnew = (registration: Registration): boolean =>
  isLost(registration) && registration.delegation?.isClaimedAnew === true;

/** Nobody has anything left to do. */
export const hasEnded = (registration: Registration): boolean => nextPath(registration) === '/listo';

/** Finished, but the point of sale is neither on record, nor claimed, nor postponed. */
const isLeftToDo = (registration: Registration) =>
  stepsOf(registration).includes('puntos-de-venta') &&
  lacksPointOfSale(registration) &&
  registration.facts.pointOfSaleClaimedAt === undefined &&
  registration.facts.pointsOfSaleSettledAt === undefined;

/** Whether this link's holder has answered the first page. Until then the CUIT and addresses are masked. */
export const hasStarted = (registration: Registration): boolean =>
  registration.facts.startedAt !== undefined && !isNewHelper(registration);

/** Helpers start with the questions, while they matter. */
const isNewHelper = ({ link }: Registration) => link.scope === 'arca-steps-only' && link.voice === undefined;

/** The authority's answer to the login decides which page helps: wait, authorize, or another certificate. */
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

/** Once started, steps open in any order until the end: the authority's portal has an order of its own. */
export function isReachable(slug: PageSlug, registration: Registration): boolean {
  const next = nextPath(registration);
  if (slug === 'comprobacion' || slug === 'aceptacion') return next === `/${slug}`;
  if (slug === 'delegar' && isLost(registration)) return true;
  const finished = isFinished(registration);
  if (slug === 'listo') return finished;
  const steps = stepsOf(registration);
  // With a usable point of sale there is nothing to add: the page would wait for what already exists.
  if (finished) return slug === 'puntos-de-venta' && steps.includes(slug) && lacksPointOfSale(registration);
  if (next === '') return false;
  return next === '/datos' ? slug === 'datos' : steps.includes(slug);
}
