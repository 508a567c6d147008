import { randomUUID } from 'node:crypto';
import type { ReactElement } from 'react';
import { portalShortcuts, simulatorPortalOf } from '#lib/arca/portal.ts';
import { authorityStatusOf } from '#lib/authority-status.ts';
import { addressAfterMove, type Context, requireOpen } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { clientAddress } from '#lib/http/client-address.ts';
import { isSameOrigin } from '#lib/http/hosts.ts';
import { altaErrorOf } from '#lib/http/problem.ts';
import { countUse, limit } from '#lib/http/rate-limit.ts';
import type { Locale } from '#lib/i18n.ts';
import { log } from '#lib/log.ts';
import {
  findByRef,
  findEvenRevoked,
  type RefLookup,
  type RefLookupWithRevoked,
} from '#lib/registrations/find.ts';
import { noteOpened } from '#lib/registrations/link.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { traced } from '#lib/tracing/tracing.ts';
import { htmlResponse } from './_parts/document.tsx';
import { Broken, ExpiredLink, ForeignForm, TooManyRequests, UnknownLink } from './_parts/error-pages.tsx';
import type { StepProps } from './_parts/step-page.tsx';
import { spanish, textsIn } from './_parts/texts.tsx';
import { hasEnded, isReachable, nextPath, type PageSlug, voiceOf, type WizardPath } from './flow.ts';

type RouteHandler = (request: Request, route: { params: Promise<{ ref: string }> }) => Promise<Response>;

/** A request with a valid link: the holder's context, the registration, and the views' props. */
interface WizardRequest {
  request: Request;
  ref: string;
  ctx: Context;
  registration: Registration;
  props: StepProps;
}

/** Wraps every page. The link in the address is the only client input that selects a registration. */
export const get = (handle: (wizard: WizardRequest) => Promise<Response> | Response): RouteHandler =>
  withLink(async (request, ref, found) => {
    if (found.kind === 'expired') return expired(found, basePathOf(ref));
    return handle(await admit(request, ref, found));
  });

/** Wraps every form: requires the same origin and a valid link. */
export const post = (handle: (wizard: WizardRequest) => Promise<Response>): RouteHandler =>
  ask(async (wizard) => {
    await noteOpened(wizard.ctx, wizard.registration);
    return handle(wizard).catch((error: unknown) => {
      // The registration was finished meanwhile, or helpers may not do this: the first page redirects to the
      // current step.
      const key = error instanceof AltaError ? error.key : undefined;
      if (key === 'conflict' || key === 'forbidden') return seeOther(wizard.props, '');
      throw error;
    });
  });

/** Wraps the polling by a page's script. Unlike `post`, it does not count as an act of the link's holder. */
export const ask = (handle: (wizard: WizardRequest) => Promise<Response>): RouteHandler =>
  withLink(async (request, ref, found) => {
    if (!isSameOrigin(request)) return foreign(request);
    if (found.kind === 'expired') return expired(found, basePathOf(ref));
    return handle(await admit(request, ref, found));
  });

/**
 * Wraps the status requested by the account holder's pages, at an origin listed in the settings. Other
 * origins get 404, whether or not the link exists. The request does not count as an act of the supplier.
 */
export const getEmbedded =
  (statusOf: (registration: Registration | undefined, locale: Locale) => object): RouteHandler =>
  async (request, route) => {
    try {
      const { ref } = await route.params;
      const found = await findEvenRevoked(ref, new Date(), { address: clientAddress(request) });
      if (found.kind === 'unknown') await countGuess(request);
      const location =
        found.kind !== 'unknown' && addressAfterMove(found.ctx.workspace, new URL(request.url));
      if (location) return moved(location);
      const origin = listedOrigin(request, found);
      if (found.kind === 'unknown' || !origin) return new Response(null, { status: 404, headers: byOrigin });
      const headers = { ...byOrigin, 'access-control-allow-origin': origin };
      const { isOver, resetSeconds } = await countUse('embedded', found.ctx.actor.id ?? '');
      if (isOver) {
        const wait = { 'retry-after': String(resetSeconds), 'access-control-expose-headers': 'Retry-After' };
        return new Response(null, { status: 429, headers: { ...headers, ...wait } });
      }
      const locale = new URL(request.url).searchParams.get('lang') === 'en' ? 'en' : 'es-AR';
      return Response.json(statusOf(found.kind === 'found' ? found.registration : undefined, locale), {
        headers,
      });
    } catch (error) {
      return refuse(error, request);
    }
  };

/** Shows a step's page if it can be opened; otherwise redirects to the next page. */
export const getStep = (
  slug: PageSlug,
  render: (wizard: WizardRequest) => ReactElement | Promise<ReactElement>,
): RouteHandler =>
  get(async (wizard) =>
    isReachable(slug, wizard.registration) ? htmlResponse(await render(wizard)) : toNext(wizard),
  );

/** Handles a step's form if the step can be opened; otherwise redirects to the next page. */
export const postStep = (
  slug: PageSlug,
  handle: (wizard: WizardRequest) => Promise<Response>,
): RouteHandler =>
  post(async (wizard) => (isReachable(slug, wizard.registration) ? handle(wizard) : toNext(wizard)));

/**
 * Wraps a page beside the steps. At the end there is nothing to go on with: whoever has the link of a finished
 * registration gets no mail with it, and changes no address.
 */
export const untilDone =
  (handle: (wizard: WizardRequest) => Promise<Response>) =>
  async (wizard: WizardRequest): Promise<Response> =>
    hasEnded(wizard.registration) ? toNext(wizard) : handle(wizard);

/** Handles a form on the page of an expired link. */
export const postExpired = (
  handle: (found: Extract<RefLookup, { kind: 'expired' }>) => Promise<void>,
): RouteHandler =>
  withLink(async (request, ref, found) => {
    if (!isSameOrigin(request)) return foreign(request);
    await limit('new-link', clientAddress(request));
    if (found.kind === 'expired') await handle(found);
    return redirect(basePathOf(ref));
  });

/** @param anchor the part of the page that the answer concerns */
export const seeOther = ({ basePath }: StepProps, path: WizardPath, anchor?: string): Response =>
  redirect(`${basePath}${path}${anchor ? `#${anchor}` : ''}`);

/** The props with the current registration, for use after a change. */
export async function reread({ ref, props }: Pick<WizardRequest, 'ref' | 'props'>): Promise<StepProps> {
  const found = await findByRef(ref);
  return found.kind === 'found' ? { ...props, registration: found.registration } : props;
}

/** Redirects to the next page, after a change of the registration. */
export async function seeNext(wizard: Pick<WizardRequest, 'ref' | 'props'>): Promise<Response> {
  const current = await reread(wizard);
  return seeOther(current, nextPath(current.registration));
}

/** Limits attempts per registration, not per client, so that people at a shared address do not affect each other. */
export const limitAttempts = (name: 'upload' | 'proof', { id }: Registration) => limit(name, id);

/** Counts requests with an unknown link per client address. Valid links are not counted or limited here. */
async function countGuess(request: Request): Promise<void> {
  const address = clientAddress(request);
  log().warn({ address }, 'unknown registration link');
  await limit('unknown-ref', address);
}

const byOrigin = { vary: 'Origin' };

/** The request's origin, if the account holder listed it. */
function listedOrigin(request: Request, found: RefLookupWithRevoked): string | undefined {
  if (found.kind === 'unknown') return undefined;
  const { accountHolder } = found.kind === 'found' ? found.registration : found;
  const origin = request.headers.get('origin');
  return accountHolder.embedOrigins?.find((listed) => listed === origin);
}

const basePathOf = (ref: string) => `/reg/${ref}`;
const redirect = (path: string) => new Response(null, { status: 303, headers: { location: path } });
/** Keeps the method and the form, unlike 301. Nothing may remember it: a move may be given up. */
export const moved = (location: string) =>
  new Response(null, { status: 308, headers: { location, 'cache-control': 'no-store' } });
const toNext = ({ props, registration }: WizardRequest) => seeOther(props, nextPath(registration));

function foreign(request: Request): Promise<Response> {
  log().warn({ address: clientAddress(request) }, 'a form was sent from another site');
  return htmlResponse(<ForeignForm t={spanish} />, 403);
}

function expired(
  { accountHolder, renewalRequested }: Extract<RefLookup, { kind: 'expired' }>,
  basePath: string,
) {
  const page = (
    <ExpiredLink t={spanish} basePath={basePath} accountHolder={accountHolder} asked={renewalRequested} />
  );
  return htmlResponse(page, 410);
}

async function admit(
  request: Request,
  ref: string,
  { ctx, registration }: Extract<RefLookup, { kind: 'found' }>,
): Promise<WizardRequest> {
  await limit('wizard', ctx.actor.id ?? '');
  const { searchParams } = new URL(request.url);
  const props: StepProps = {
    registration,
    basePath: basePathOf(ref),
    t: textsIn(
      registration.link.locale ?? 'es-AR',
      voiceOf(registration),
      registration.accountHolder.portalLabels,
    ),
    now: new Date(),
    portalAddress: simulatorPortalOf(registration.environment),
    shortcuts: portalShortcuts(registration.environment),
    authority: await authorityStatusOf(registration.environment),
    card: searchParams.get('pantalla') ?? undefined,
    isWelcome: searchParams.has('hola'),
    hasSaved: searchParams.has('guardado'),
  };
  return { request, ref, ctx, registration, props };
}

type LinkHandler = (
  request: Request,
  ref: string,
  found: Exclude<RefLookup, { kind: 'unknown' }>,
) => Promise<Response>;

function withLink(handle: LinkHandler): RouteHandler {
  return async (request, route) => {
    const { ref } = await route.params;
    try {
      const found = await findByRef(ref, new Date(), { address: clientAddress(request) });
      if (found.kind !== 'unknown') {
        const { workspace } = found.ctx;
        const location = addressAfterMove(workspace, new URL(request.url));
        if (location) return moved(location);
        if (request.method !== 'GET') requireOpen(workspace);
        return await traced(`wizard ${request.method}`, {}, async (span) => {
          const response = await handle(request, ref, found);
          span.set({ 'http.response.status_code': response.status });
          return response;
        });
      }
      await countGuess(request);
      return await htmlResponse(<UnknownLink t={spanish} />, 404);
    } catch (error) {
      return refuse(error, request);
    }
  };
}

/** The page for a request that failed. */
export function refuse(error: unknown, request: Request): Promise<Response> {
  const { key, retryAfterSeconds = 60 } = altaErrorOf(error);
  const retryAfter = { 'retry-after': String(Math.ceil(retryAfterSeconds)) };
  if (key === 'rate-limited') {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    return htmlResponse(<TooManyRequests t={spanish} minutes={minutes} />, 429, retryAfter);
  }
  // An erased supplier, or a workspace that moved long ago.
  if (key === 'gone') return htmlResponse(<UnknownLink t={spanish} />, 410);
  const incident = randomUUID().slice(0, 8);
  const status = { input: 400, 'too-large': 413, unavailable: 503 }[key as string] ?? 500;
  if (status >= 500) log().error({ err: error, incident }, 'a page of the wizard failed');
  else log().info({ incident, status }, 'a form of the wizard was refused');
  const again = request.method === 'GET' ? new URL(request.url).pathname : undefined;
  const page = <Broken t={spanish} incident={incident} again={again} />;
  return htmlResponse(page, status, status === 503 ? retryAfter : {});
}
