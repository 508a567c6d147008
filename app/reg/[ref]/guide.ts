import type { Context } from '#lib/context.ts';
import { awaitProof, requestProof } from '#lib/registrations/prove.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { type Card, placeIn, screenCards, type Trip, tripCards } from './_parts/cards.tsx';
import type { StepProps } from './_parts/step-page.tsx';
import { authoriseTrips } from './autorizar/view.tsx';
import { certificateTrips, downloadTrip } from './certificado/view.tsx';
import { delegateTrips } from './delegar/view.tsx';
import { type StepSlug, stepsOf } from './flow.ts';
import { enableTrips } from './habilitar/view.tsx';
import { classificationsFor, pointOfSaleTrips } from './puntos-de-venta/view.tsx';

/** The trips to the authority's portal of each step. */
const tripsOf: Record<StepSlug, (props: StepProps) => Trip[]> = {
  datos: () => [],
  delegar: delegateTrips,
  habilitar: enableTrips,
  certificado: certificateTrips,
  subir: (props) => (props.registration.environment === 'live' ? [downloadTrip(props)] : []),
  autorizar: authoriseTrips,
  'puntos-de-venta': (props) =>
    pointOfSaleTrips(props, classificationsFor(props.registration.supplier.cuit)[0] ?? 'inscripto'),
};

const isStep = (slug: string): slug is StepSlug => Object.hasOwn(tripsOf, slug);

/** All trips of this registration, by step. */
export const wholeGuide = (props: StepProps): { slug: StepSlug; cards: Card[] }[] =>
  stepsOf(props.registration)
    .map((slug) => ({ slug, cards: tripCards(tripsOf[slug](props)) }))
    .filter(({ cards }) => cards.length > 0);

/** The card that the link's holder has reached in a step; undefined if it is the first one. */
export function screenOf(props: StepProps, slug: string): { number: number; total: number } | undefined {
  if (!isStep(slug)) return undefined;
  const { cards, index } = placeIn(props, slug, tripsOf[slug](props));
  return index > 0 ? { number: index + 1, total: cards.length } : undefined;
}

export function hasCard(props: StepProps, slug: string, id: string): boolean {
  if (!isStep(slug)) return false;
  const trips = tripsOf[slug](props);
  return [...tripCards(trips), ...screenCards(trips)].some((card) => card.id === id);
}

/** Longest wait for the authority in a request. Most answers take a second or two, so the next page can show them. */
export const longestWaitMs = 4_000;

/** Starts the login at the authority and waits briefly for its answer. */
export async function askAuthority(ctx: Context, registration: Registration): Promise<void> {
  await requestProof(ctx, registration);
  await awaitProof(ctx, registration, longestWaitMs);
}
