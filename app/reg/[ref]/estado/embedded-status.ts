import { invoicingOf, servicesWithoutPoint } from '#lib/registrations/points-of-sale.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import type { RegistrationState } from '#lib/registrations/state.ts';
import type { Texts } from '../_parts/texts.tsx';
import { delegates, leftOf, nextPath, type StepSlug, stepsOf } from '../flow.ts';

/**
 * Status of a registration for embedding in a page of the platform, with texts in the reader's language. It
 * contains no data of the supplier.
 */
interface EmbeddedStatus {
  /** `closed`: the link has expired or was revoked. */
  state: RegistrationState | 'closed';
  /** Absent if nothing is awaited. */
  waiting_for?: 'supplier' | 'authority';
  /** Number of the first step not done, or of the awaited one, from 1. Absent if the link is closed. */
  step?: number;
  steps?: number;
  /** The certificate is proved or the delegation granted. */
  registered: boolean;
  /** Registered, but no invoice can be issued yet. */
  point_of_sale_missing: boolean;
  text: string;
  action: string;
}

/** @param registration undefined if the link has expired or was revoked */
export function embeddedStatusOf(registration: Registration | undefined, t: Texts): EmbeddedStatus {
  if (!registration) {
    const text = t('embedded.texts.closed');
    const action = t('embedded.actions.closed');
    return { state: 'closed', registered: false, point_of_sale_missing: false, text, action };
  }
  const invoicing = invoicingOf(registration);
  const waitingFor = waitingForOf(registration);
  const steps = stepsOf(registration);
  const slug = slugOf(registration, waitingFor);
  const place = { step: steps.indexOf(slug) + 1, steps: steps.length };
  const words = wordsOf(registration, waitingFor);
  return {
    state: registration.state,
    ...(waitingFor && { waiting_for: waitingFor }),
    ...place,
    registered: invoicing !== undefined,
    point_of_sale_missing: invoicing === 'no-point-of-sale',
    text: t(`embedded.texts.${words}`, { ...place, name: t(`steps.${slug}`) }),
    action: t(`embedded.actions.${words}`),
  };
}

function waitingForOf(registration: Registration): EmbeddedStatus['waiting_for'] {
  const invoicing = invoicingOf(registration);
  if (invoicing) return invoicing === 'ready' ? undefined : 'supplier';
  switch (nextPath(registration)) {
    case '/aceptacion':
      // The point of sale can be added while the delegation waits to be accepted.
      return leftOf(registration).length > 0 ? 'supplier' : 'authority';
    case '/comprobacion':
    case '/listo':
      return 'authority';
    default:
      return 'supplier';
  }
}

function wordsOf(registration: Registration, waitingFor: EmbeddedStatus['waiting_for']) {
  if (!waitingFor) return 'completed';
  if (invoicingOf(registration)) {
    return servicesWithoutPoint(registration).includes('wsfe') ? 'point-of-sale' : 'export-point';
  }
  return nextPath(registration) === '' ? 'start' : waitingFor;
}

/** The step to show. While the authority is awaited, it is the step that the authority completes. */
function slugOf(registration: Registration, waitingFor: EmbeddedStatus['waiting_for']): StepSlug {
  const steps = stepsOf(registration);
  const last = steps.at(-1) ?? 'datos';
  if (invoicingOf(registration)) return last;
  if (waitingFor === 'authority') {
    if (delegates(registration)) return 'delegar';
    return registration.intent === 'renew' ? 'subir' : 'autorizar';
  }
  const next = nextPath(registration);
  return steps.find((each) => `/${each}` === next) ?? leftOf(registration)[0] ?? last;
}
