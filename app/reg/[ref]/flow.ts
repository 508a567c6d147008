import type { Environment } from '#lib/authority-environment.ts';
import type { Registration } from '#lib/registrations/registration.ts';

const stepSlugs = ['datos', 'habilitar', 'certificado', 'subir', 'autorizar', 'puntos-de-venta'] as const;
export type StepSlug = (typeof stepSlugs)[number];

/** Points of sale are a step in live only: the sandbox accepts any number. */
const stepsOf = (environment: Environment): readonly StepSlug[] =>
  environment === 'live' ? stepSlugs : stepSlugs.slice(0, -1);

const minutesOfStep: Record<StepSlug, number> = {
  datos: 1,
  habilitar: 3,
  certificado: 3,
  subir: 1,
  autorizar: 3,
  'puntos-de-venta': 4,
};

export function progressAt(slug: StepSlug, environment: Environment) {
  const steps = stepsOf(environment);
  const index = steps.indexOf(slug);
  const minutesLeft = steps.slice(index).reduce((sum, step) => sum + minutesOfStep[step], 0);
  return { steps, step: index + 1, total: steps.length, minutesLeft };
}

/** The step before, as a path below `/reg/<ref>`: none once the registration is finished and they are closed. */
export function pathBefore(slug: StepSlug, registration: Registration): string | undefined {
  const before = stepSlugs[stepSlugs.indexOf(slug) - 1];
  if (before === undefined) return '?inicio';
  return isReachable(before, registration) ? `/${before}` : undefined;
}

/** A page below `/reg/<ref>`: a step, the wait for the login that belongs to one, or the end. */
export type PageSlug = StepSlug | 'comprobacion' | 'listo';
export type WizardPath = '' | `/${PageSlug}${'' | `?${string}`}`;

/** The first thing that is not done. Every page leads here. */
export function nextPath(registration: Registration): WizardPath {
  const { facts, state, environment } = registration;
  if (facts.authorisedAt !== undefined || state === 'completed') {
    return environment === 'live' && facts.pointsOfSaleSettledAt === undefined
      ? '/puntos-de-venta'
      : '/listo';
  }
  if (facts.begunAt === undefined) return '';
  if (facts.detailsConfirmedAt === undefined) return '/datos';
  if (facts.serviceEnabledAt === undefined) return '/habilitar';
  if (facts.certificateReceivedAt !== undefined) return afterUpload(registration);
  return facts.requestDownloadedAt === undefined ? '/certificado' : '/subir';
}

/** The authority's answer to the login says which page helps: wait, authorize, or another certificate. */
function afterUpload({ proof, lastRejection }: Registration): WizardPath {
  if (proof.status === 'running') return '/comprobacion';
  switch (lastRejection?.reason) {
    case undefined:
    case 'not-authorised':
    case 'cuit-not-represented':
      return '/autorizar';
    case 'authority-unavailable':
      return '/comprobacion';
    case 'not-yet-valid':
      return proof.status === 'retrying' ? '/comprobacion' : '/subir';
    default:
      return '/subir';
  }
}

/** A step that was reached may be opened again; one that lies ahead may not be skipped to. */
export function isReachable(slug: PageSlug, registration: Registration): boolean {
  const next = nextPath(registration);
  if (slug === 'comprobacion' || slug === 'listo') return next === `/${slug}`;
  if (next === '/listo') return slug === 'puntos-de-venta' && registration.environment === 'live';
  const furthest = next === '/comprobacion' ? 'autorizar' : next.slice(1);
  if (furthest === 'puntos-de-venta') return slug === 'puntos-de-venta';
  if (furthest === 'subir' && registration.certificate !== undefined) return slug !== 'puntos-de-venta';
  return stepSlugs.indexOf(slug) <= (stepSlugs as readonly string[]).indexOf(furthest);
}
