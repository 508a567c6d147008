import type { Context } from '#lib/context.ts';
import { awaitProof, requestProof } from '#lib/registrations/prove.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import type { Card } from './_parts/cards.tsx';
import type { StepProps } from './_parts/step-page.tsx';
import { authoriseCards } from './autorizar/view.tsx';
import { certificateCards } from './certificado/view.tsx';
import { delegateCards } from './delegar/view.tsx';
import { stepsOf } from './flow.ts';
import { enableCards } from './habilitar/view.tsx';
import { classificationsFor, pointOfSaleCards } from './puntos-de-venta/view.tsx';

/** The steps done in the authority's portal, each with its cards. */
const cardsOf = {
  delegar: delegateCards,
  habilitar: enableCards,
  certificado: certificateCards,
  autorizar: authoriseCards,
  'puntos-de-venta': (props: StepProps) =>
    pointOfSaleCards(props, classificationsFor(props.registration.supplier.cuit)[0] ?? 'inscripto'),
};
export type PortalStep = keyof typeof cardsOf;

const isPortalStep = (slug: string): slug is PortalStep => Object.hasOwn(cardsOf, slug);

/** All portal steps of this registration, with their cards. */
export const wholeGuide = (props: StepProps): { slug: PortalStep; cards: Card[] }[] =>
  stepsOf(props.registration)
    .filter(isPortalStep)
    .map((slug) => ({ slug, cards: cardsOf[slug](props) }))
    .filter(({ cards }) => cards.length > 0);

/** The card that the link's holder has reached in a step; undefined if it is the first one. */
export function screenOf(props: StepProps, slug: string): { number: number; total: number } | undefined {
  if (!isPortalStep(slug)) return undefined;
  const cards = cardsOf[slug](props);
  const index = cards.findIndex(({ id }) => `${slug}/${id}` === props.registration.link.place);
  return index > 0 ? { number: index + 1, total: cards.length } : undefined;
}

export const hasCard = (props: StepProps, slug: string, id: string): boolean =>
  isPortalStep(slug) && cardsOf[slug](props).some((card) => card.id === id);

/** Longest wait for the authority in a request. Most answers take a second or two, so the next page can show them. */
export const longestWaitMs = 4_000;

/** Starts the login at the authority and waits briefly for its answer. */
export async function askAuthority(ctx: Context, registration: Registration): Promise<void> {
  await requestProof(ctx, registration);
  await awaitProof(ctx, registration, longestWaitMs);
}
