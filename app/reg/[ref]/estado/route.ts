import { openHelpers } from '#lib/registrations/link-list.ts';
import { requestLook } from '#lib/registrations/prove.ts';
import { whereText } from '../_parts/live-status.tsx';
import type { StepProps } from '../_parts/step-page.tsx';
import { textsIn } from '../_parts/texts.tsx';
import { watchedState } from '../_parts/watch.tsx';
import { acceptanceStatusText } from '../aceptacion/view.tsx';
import { proofStatusText } from '../comprobacion/view.tsx';
import { placeOfHelpers, stateOfHelpers } from '../contador/view.tsx';
import { hasEnded, isWatchingPage, nextPath, type WizardPath } from '../flow.ts';
import { ask, getEmbedded, reread } from '../handler.tsx';
import { embeddedStatusOf } from './embedded-status.ts';

/** Status for `<alta-registration>` in a page of the account holder: docs/embed.md. */
export const GET = getEmbedded((registration, locale) => embeddedStatusOf(registration, textsIn(locale)));

/**
 * Polled by an open page every few seconds: asks the authority again and returns the page to show next.
 * `?en=` names a page that shows progress made elsewhere; it stays until nothing is left to do.
 */
export const POST = ask(async ({ ref, request, ctx, registration, props }) => {
  await requestLook(ctx, registration);
  const current = await reread({ ref, props });
  const next = nextPath(current.registration);
  const page = new URL(request.url).searchParams.get('en');
  if (!isWatchingPage(page)) {
    return Response.json({
      next: `${props.basePath}${next}`,
      state: watchedState(current.registration),
      text: statusText(next, current),
    });
  }
  const watchesHelpers = page === 'contador' && registration.link.scope === 'full';
  const helpers = watchesHelpers ? await openHelpers(ctx, registration) : [];
  return Response.json({
    next: `${props.basePath}${hasEnded(current.registration) ? next : `/${page}`}`,
    state: watchesHelpers ? stateOfHelpers(helpers) : page,
    text: whereText(page, current, placeOfHelpers(helpers)),
  });
});

/** Status text of a page that waits. Other pages only follow the redirect. */
function statusText(next: WizardPath, current: StepProps): string {
  if (next === '/comprobacion') return proofStatusText(current);
  return next === '/aceptacion' ? acceptanceStatusText(current) : '';
}
