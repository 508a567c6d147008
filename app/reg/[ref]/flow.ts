import type { Environment } from '#lib/environment.ts';
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

export type WizardPath = '' | '/listo' | '/comprobacion' | `/${StepSlug}`;

/** Where a registration stands: the first thing that is not done. Every page leads here. */
export function firstUndone(registration: Registration): WizardPath {
  const { facts, state, environment } = registration;
  if (facts.authorisedAt !== undefined || state === 'completed') {
    return environment === 'live' && facts.pointsOfSaleSettledAt === undefined
      ? '/puntos-de-venta'
      : '/listo';
  }
  if (facts.openedAt === undefined) return '';
  if (facts.detailsConfirmedAt === undefined) return '/datos';
  if (facts.serviceEnabledAt === undefined) return '/habilitar';
  if (facts.certificateReceivedAt !== undefined) return afterUpload(registration);
  return facts.requestDownloadedAt === undefined ? '/certificado' : '/subir';
}

/** The authority's answer to the login says which page helps: wait, authorise, or another certificate. */
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
export function isReachable(path: StepSlug, registration: Registration): boolean {
  const undone = firstUndone(registration);
  if (undone === '/listo') return path === 'puntos-de-venta' && registration.environment === 'live';
  const furthest = undone === '/comprobacion' ? 'autorizar' : undone.slice(1);
  if (furthest === 'puntos-de-venta') return path === 'puntos-de-venta';
  if (furthest === 'subir' && registration.certificate !== undefined) return path !== 'puntos-de-venta';
  return stepSlugs.indexOf(path) <= (stepSlugs as readonly string[]).indexOf(furthest);
}
