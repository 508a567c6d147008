import { isCompany } from '#lib/documents/cuit.ts';
import type { InvoicingServiceId } from '#lib/documents/invoice/document-types.ts';
import { isCuitInQuestion, isCuitReported } from '#lib/registrations/cuit-doubt.ts';
import { canEnterPaperData } from '#lib/registrations/paper-data.ts';
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

/** The voice of the pages: chosen on the first page; before that, by the link's scope and the kind of CUIT. */
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

/**
 * Whether the supplier delegates instead of getting a certificate. If the supplier may choose, delegation is
 * assumed until they do.
 */
export const delegates = ({ mode, way }: Pick<Registration, 'mode' | 'way'>): boolean =>
  (way ?? (mode === 'choice' ? 'delegation' : mode)) === 'delegation';

/**
 * The steps that apply. Helpers see no contact details; a delegation needs no certificate; a renewal reuses
 * the authorized alias; the sandbox accepts any point of sale.
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

/**
 * The services that the certificate has yet to be authorized for. They are tried in order, so those before the
 * refused one are authorized.
 */
export const servicesToAuthorise = ({ services, lastRejection }: Registration): InvoicingServiceId[] =>
  lastRejection?.detail.service === 'wsfex' ? ['wsfex'] : services;

/** Whether the authority accepts the certificate for invoices, and only exports are left to authorize. */
export const lacksOnlyExports = (registration: Registration): boolean =>
  servicesToAuthorise(registration)[0] === 'wsfex';

/** Whether the supplier has to visit the portal. In a sandbox delegation only the account holder does. */
export const visitsPortal = (registration: Registration): boolean =>
  registration.environment === 'live' || !delegates(registration);

/** Whether a step is done, by the supplier's claims and the authority's answers. Steps may be done out of order. */
export function isDone(slug: StepSlug, registration: Registration): boolean {
  const { facts } = registration;
  if (slug === 'puntos-de-venta')
    // Once the registration is finished, the authority's list decides; until then, the supplier's claim is
    // enough.
    return (
      !lacksPointOfSale(registration) ||
      (facts.pointOfSaleClaimedAt !== undefined && !isFinished(registration))
    );
  if (isFinished(registration)) return true;
  switch (slug) {
    case 'datos':
      return (
        facts.detailsConfirmedAt !== undefined &&
        !isCuitInQuestion(registration) &&
        !isCuitReported(registration)
      );
    case 'delegar':
      return facts.delegationClaimedAt !== undefined;
    case 'habilitar':
      return facts.serviceEnabledAt !== undefined;
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

/** Estimated minutes on a computer. */
const minutesOfStep: Record<StepSlug, Record<Registration['environment'], number>> = {
  datos: { sandbox: 1, live: 1 },
  delegar: { sandbox: 1, live: 4 },
  habilitar: { sandbox: 2, live: 4 },
  certificado: { sandbox: 2, live: 4 },
  subir: { sandbox: 1, live: 1 },
  autorizar: { sandbox: 1, live: 2 },
  'puntos-de-venta': { sandbox: 0, live: 3 },
};
/** A phone takes longer by this factor. */
const phoneFactor = 1.7;
/** Extra minutes for exports: the second authorization and the second point of sale, on the same visits. */
const minutesForExports: Partial<typeof minutesOfStep> = {
  delegar: { sandbox: 0, live: 2 },
  autorizar: { sandbox: 1, live: 2 },
  'puntos-de-venta': { sandbox: 0, live: 1 },
};
/** Extra minutes for people who represent a taxpayer: the portal asks them whom they act for. */
const minutesForAnother = 1;

export function minutesOf(slugs: StepSlug[], registration: Registration) {
  const { environment, services } = registration;
  const minutesOfExports = (slug: StepSlug) =>
    services.includes('wsfex') ? (minutesForExports[slug]?.[environment] ?? 0) : 0;
  const inPortal = slugs.filter((slug) => slug !== 'datos' && slug !== 'subir').length;
  const forAnother = environment === 'live' && voiceOf(registration) !== 'self' && inPortal > 1;
  const computer =
    slugs.reduce((sum, slug) => sum + minutesOfStep[slug][environment] + minutesOfExports(slug), 0) +
    (forAnother ? minutesForAnother : 0);
  return { computer, phone: Math.ceil(computer * phoneFactor) };
}

/** @param done share of the step that is done, between 0 and 1 */
export function progressAt(slug: StepSlug, registration: Registration, done = 0) {
  const steps = stepsOf(registration);
  const index = steps.indexOf(slug);
  const left = steps.slice(Math.max(index, 0)).filter((each) => each === slug || !isDone(each, registration));
  const all = minutesOf(left, registration);
  const own = minutesOf([slug], registration);
  const minutesLeft = {
    computer: Math.ceil(all.computer - done * own.computer),
    phone: Math.ceil(all.phone - done * own.phone),
  };
  return { steps, step: index + 1, total: steps.length, minutesLeft };
}

/** Path of the previous step, below `/reg/<ref>`; of the last page if the registration is finished. */
export function pathBefore(slug: StepSlug, registration: Registration): string {
  if (isFinished(registration)) return '/listo';
  const steps = stepsOf(registration);
  const before = steps[steps.indexOf(slug) - 1];
  return before === undefined ? '?inicio' : `/${before}`;
}

/**
 * A page below `/reg/<ref>`: a step, the wait for the login or for the delegation's acceptance, the data for printed
 * invoices, or the last page.
 */
export type PageSlug = StepSlug | 'comprobacion' | 'aceptacion' | 'factura' | 'listo';
export type WizardPath = '' | '?inicio' | `/${PageSlug}${'' | `?${string}`}`;

/** A page that shows progress made on another device (`seguir`) or by helpers (`contador`). */
export type WatchingPage = 'seguir' | 'contador';
export const isWatchingPage = (name: string | null): name is WatchingPage =>
  name === 'seguir' || name === 'contador';

/** The step that the authority has yet to confirm; undefined if none is awaited. */
export function waitedStep(registration: Registration): StepSlug | undefined {
  const next = nextPath(registration);
  if (next === '/aceptacion') return 'delegar';
  if (next !== '/comprobacion') return undefined;
  return registration.intent === 'renew' ? 'subir' : 'autorizar';
}

/** The first page with something left to do, or the last page. */
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
export const isDelegationWithdrawn = ({ delegation, way }: Registration): boolean =>
  way === 'delegation' && delegation?.lostAt !== undefined;

/** The supplier claims to have granted the delegation again. */
const isClaimedAnew = (registration: Registration): boolean =>
  isDelegationWithdrawn(registration) && registration.delegation?.isClaimedAnew === true;

/** Whether nothing is left to do. */
export const hasEnded = (registration: Registration): boolean => nextPath(registration) === '/listo';

/** The registration is finished, but its point of sale is neither on record, nor claimed, nor postponed. */
const isLeftToDo = (registration: Registration) =>
  stepsOf(registration).includes('puntos-de-venta') &&
  lacksPointOfSale(registration) &&
  registration.facts.pointOfSaleClaimedAt === undefined &&
  registration.facts.pointsOfSaleSettledAt === undefined;

/** Whether the link's holder has answered the first page. Until then the CUIT and addresses are masked. */
export const hasStarted = (registration: Registration): boolean =>
  registration.facts.startedAt !== undefined && !isNewHelper(registration);

/** A helper who has not answered the questions of the first page. */
const isNewHelper = ({ link }: Registration) => link.scope === 'arca-steps-only' && link.voice === undefined;

/** After the upload, the result of the login decides: wait, authorize, or upload another certificate. */
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

/**
 * After the first page, steps can be opened in any order until the end, because the portal may suggest
 * another order.
 */
export function isReachable(slug: PageSlug, registration: Registration): boolean {
  const next = nextPath(registration);
  if (slug === 'comprobacion' || slug === 'aceptacion') return next === `/${slug}`;
  if (slug === 'factura') return canEnterPaperData(registration);
  if (slug === 'delegar' && isDelegationWithdrawn(registration)) return true;
  const finished = isFinished(registration);
  if (slug === 'listo') return finished;
  const steps = stepsOf(registration);
  // With a usable point of sale there is none to add.
  if (finished) return slug === 'puntos-de-venta' && steps.includes(slug) && lacksPointOfSale(registration);
  if (next === '') return false;
  return next === '/datos' ? slug === 'datos' : steps.includes(slug);
}
