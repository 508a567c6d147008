import { notePlace } from '#lib/registrations/guidance.ts';
import { isReachable, type StepSlug } from '../flow.ts';
import { readForm } from '../form-data.ts';
import { hasCard } from '../guide.ts';
import { post, seeNext, seeOther } from '../handler.tsx';

/** «Ya está» on a card: stores the next card as the link's place and opens it. */
export const POST = post(async ({ ref, request, ctx, registration, props }) => {
  const { lugar = '' } = await readForm(request);
  const [slug = '', card = ''] = lugar.split('/', 2);
  if (!hasCard(props, slug, card) || !isReachable(slug as StepSlug, registration))
    return seeNext({ ref, props });
  await notePlace(ctx, registration, lugar);
  return seeOther(props, `/${slug as StepSlug}?pantalla=${card}`, card);
});
