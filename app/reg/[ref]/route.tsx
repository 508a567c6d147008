import { readNames } from '#lib/registrations/cuit-check.ts';
import { Answers, answerQuestions } from '#lib/registrations/guidance.ts';
import { htmlResponse } from './_parts/document.tsx';
import { isReachable, nextPath, voiceOf, type WizardPath } from './flow.ts';
import { readForm } from './form-data.ts';
import { get, post, seeNext, seeOther } from './handler.tsx';
import { Start } from './view.tsx';

/** The link itself: shows the first page or redirects to the next one. `?inicio` asks for the first page. */
export const GET = get(({ request, registration, props }) => {
  const isForPoint =
    registration.link.purpose === 'point-of-sale' && isReachable('puntos-de-venta', registration);
  const next = isForPoint ? '/puntos-de-venta' : nextPath(registration);
  const asked = new URL(request.url).searchParams.has('inicio');
  const finished = registration.state === 'completed';
  if (next === '' || (asked && !finished)) return htmlResponse(<Start {...props} />);
  return seeOther(props, finished ? next : (`${next}?hola` as WizardPath));
});

/** Starts the registration. Opening the link does not start it, because mail scanners open links too. */
export const POST = post(async ({ ref, request, ctx, registration, props }) => {
  const answers = Answers.catch({ voice: voiceOf(registration), way: undefined });
  const given = answers.parse(await readForm(request));
  // Read now, so that the pictures of the portal have its names also for helpers, who do not see the details.
  await readNames(ctx, registration);
  await answerQuestions(ctx, registration, given);
  return seeNext({ ref, props });
});
