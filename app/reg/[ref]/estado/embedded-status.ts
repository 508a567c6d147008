import { invoicingOf } from '#lib/registrations/points-of-sale.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import type { Texts } from '../_parts/texts.tsx';
import { delegates, leftOf, nextPath, type StepSlug, stepsOf } from '../flow.ts';

const embeddedStates = [
  'not-started',
  'in-progress',
  'verifying',
  'point-of-sale-missing',
  'registered',
  'closed',
] as const;
type EmbeddedState = (typeof embeddedStates)[number];

/**
 * How far a registration is, for a page of the platform's own: states, and their words in the reader's language. Whose
 * it is is not said, nor anything of theirs.
 */
interface EmbeddedStatus {
  state: EmbeddedState;
  /** The first that is not done, from 1; absent where the link is closed. */
  step?: number;
  steps?: number;
  /** The certificate is proved, or the delegation granted. */
  registered: boolean;
  /** And no invoice can be issued yet. */
  point_of_sale_missing: boolean;
  text: string;
  /** What the button that opens the wizard says. */
  action: string;
}

/** @param registration undefined where the link has expired or was revoked */
export function embeddedStatusOf(registration: Registration | undefined, t: Texts): EmbeddedStatus {
  const state = registration ? stateOf(registration) : 'closed';
  const isMissing = state === 'point-of-sale-missing';
  const place = registration && placeOf(registration, state);
  return {
    state,
    ...(place && { step: place.step, steps: place.steps }),
    registered: isMissing || state === 'registered',
    point_of_sale_missing: isMissing,
    text: t(`embedded.states.${state}`, place && { ...place, name: t(`steps.${place.slug}`) }),
    action: t(`embedded.actions.${state}`),
  };
}

function stateOf(registration: Registration): Exclude<EmbeddedState, 'closed'> {
  const invoicing = invoicingOf(registration);
  if (invoicing) return invoicing === 'ready' ? 'registered' : 'point-of-sale-missing';
  switch (nextPath(registration)) {
    case '':
      return 'not-started';
    case '/aceptacion':
      // While others accept it, the point of sale can be seen to.
      return leftOf(registration).length > 0 ? 'in-progress' : 'verifying';
    case '/comprobacion':
    case '/listo':
      return 'verifying';
    default:
      return 'in-progress';
  }
}

function placeOf(registration: Registration, state: EmbeddedState) {
  const steps = stepsOf(registration);
  const slug = slugOf(registration, state);
  return { slug, step: steps.indexOf(slug) + 1, steps: steps.length };
}

/** A wait belongs to the step that is waited for. */
function slugOf(registration: Registration, state: EmbeddedState): StepSlug {
  const steps = stepsOf(registration);
  const last = steps.at(-1) ?? 'datos';
  if (state === 'registered' || state === 'point-of-sale-missing') return last;
  if (state === 'verifying') {
    if (delegates(registration)) return 'delegar';
    return registration.intent === 'renew' ? 'subir' : 'autorizar';
  }
  const next = nextPath(registration);
  return steps.find((each) => `/${each}` === next) ?? leftOf(registration)[0] ?? last;
}
