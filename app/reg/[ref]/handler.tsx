import { randomUUID } from 'node:crypto';
import type { ReactElement } from 'react';
import { standInPortalOf } from '#lib/arca/authority.ts';
import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { clientAddress } from '#lib/http/client-address.ts';
import { altaErrorOf } from '#lib/http/problem.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { isSameOrigin } from '#lib/http/same-origin.ts';
import { log } from '#lib/log.ts';
import { type FoundByRef, findByRef } from '#lib/registrations/find.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { renderDocument } from './_parts/document.tsx';
import { Broken, ExpiredLink, ForeignForm, TooManyRequests, UnknownLink } from './_parts/error-pages.tsx';
import type { StepProps } from './_parts/step-page.tsx';
import { spanish } from './_parts/texts.tsx';
import { firstUndone, isReachable, type StepSlug, type WizardPath } from './flow.ts';

type RouteHandler = (request: Request, route: { params: Promise<{ ref: string }> }) => Promise<Response>;

/** One request of who holds a good link: as whom they act, their registration, and what every view needs. */
export interface Visit {
  request: Request;
  ctx: Context;
  registration: Registration;
  props: StepProps;
}

/** The only way in for a page: the link is looked up here, once, and nothing else from the client names a row. */
export const get = (render: (visit: Visit) => Promise<Response> | Response): RouteHandler => {
  return guarded(async (request, ref, found) => {
    if (found.kind === 'expired') return expired(found, basePathOf(ref));
    return render(await admit(request, ref, found));
  });
};

/** The only way in for a form: from our own page, with a good link. */
export const post = (handle: (visit: Visit) => Promise<Response>): RouteHandler => {
  return guarded(async (request, ref, found) => {
    if (!isSameOrigin(request)) return foreign(request);
    if (found.kind === 'expired') return expired(found, basePathOf(ref));
    const visit = await admit(request, ref, found);
    return handle(visit).catch((error: unknown) => {
      // Finished meanwhile, in another tab or by somebody else: the page where it stands says so.
      if (error instanceof AltaError && error.key === 'conflict') return seeOther(visit, '');
      throw error;
    });
  });
};

/** The form of a step: of no effect before the supplier has got that far, or after the end. */
export const postStep = (slug: StepSlug, handle: (visit: Visit) => Promise<Response>): RouteHandler =>
  post(async (visit) => {
    const { registration } = visit;
    return isReachable(slug, registration) ? handle(visit) : seeOther(visit, firstUndone(registration));
  });

/** A form on the page of an expired link. */
export const postExpired = (
  handle: (found: Extract<FoundByRef, { kind: 'expired' }>) => Promise<void>,
): RouteHandler => {
  return guarded(async (request, ref, found) => {
    if (!isSameOrigin(request)) return foreign(request);
    await limit('new-link', clientAddress(request));
    if (found.kind === 'expired') await handle(found);
    return redirect(basePathOf(ref));
  });
};

/** The step's page, where the supplier has got that far; else the page where they are. */
export function stepPage(visit: Visit, slug: StepSlug, view: ReactElement): Promise<Response> | Response {
  return isReachable(slug, visit.registration)
    ? html(view)
    : seeOther(visit, firstUndone(visit.registration));
}

export async function html(
  view: ReactElement,
  status = 200,
  headers: Record<string, string> = {},
): Promise<Response> {
  return new Response(await renderDocument(view), {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  });
}

export const seeOther = ({ props }: Visit, path: WizardPath): Response =>
  redirect(`${props.basePath}${path}`);

/** The registration as it is after a verb has changed it. */
export async function visitAgain(visit: Visit): Promise<Visit> {
  const ref = visit.props.basePath.slice('/reg/'.length);
  const found = await findByRef(ref);
  return found.kind === 'found' ? visitOf(visit.request, ref, found) : visit;
}

/** One bucket for each registration, whatever the door: who shares an address is not held up by the others. */
export const limitVisit = (name: 'upload' | 'proof', { registration }: Visit) => limit(name, registration.id);

const basePathOf = (ref: string) => `/reg/${ref}`;
const redirect = (path: string) => new Response(null, { status: 303, headers: { location: path } });

function foreign(request: Request): Promise<Response> {
  log().warn({ address: clientAddress(request) }, 'a form from another site');
  return html(<ForeignForm t={spanish} />, 403);
}

const expired = ({ holder, renewalRequested }: Extract<FoundByRef, { kind: 'expired' }>, basePath: string) =>
  html(<ExpiredLink t={spanish} basePath={basePath} holder={holder} asked={renewalRequested} />, 410);

type Found = Extract<FoundByRef, { kind: 'found' }>;

/** Each request is counted once. */
async function admit(request: Request, ref: string, found: Found): Promise<Visit> {
  await limit('wizard', found.ctx.actor.id ?? '');
  return visitOf(request, ref, found);
}

function visitOf(request: Request, ref: string, { ctx, registration }: Found): Visit {
  const portalAddress = standInPortalOf(registration.environment);
  const props = { registration, basePath: basePathOf(ref), t: spanish, now: new Date(), portalAddress };
  return { request, ctx, registration, props };
}

type Guarded = (
  request: Request,
  ref: string,
  found: Exclude<FoundByRef, { kind: 'unknown' }>,
) => Promise<Response> | Response;

function guarded(handle: Guarded): RouteHandler {
  return async (request, route) => {
    const { ref } = await route.params;
    try {
      const found = await findByRef(ref);
      if (found.kind !== 'unknown') return await handle(request, ref, found);
      // Guesses are counted by address; a good link never gets here, whatever its neighbours do.
      const address = clientAddress(request);
      log().warn({ address }, 'a link that is none');
      await limit('unknown-ref', address);
      return await html(<UnknownLink t={spanish} />, 404);
    } catch (error) {
      return refuse(error, request);
    }
  };
}

function refuse(error: unknown, request: Request): Promise<Response> {
  const { key, retryAfterSeconds = 60 } = altaErrorOf(error);
  const retryAfter = { 'retry-after': String(Math.ceil(retryAfterSeconds)) };
  if (key === 'rate-limited') {
    return html(<TooManyRequests t={spanish} minutes={Math.ceil(retryAfterSeconds / 60)} />, 429, retryAfter);
  }
  const incident = randomUUID().slice(0, 8);
  const status = { input: 400, 'too-large': 413, unavailable: 503 }[key as string] ?? 500;
  if (status >= 500) log().error({ err: error, incident }, 'a page of the wizard failed');
  const again = request.method === 'GET' ? new URL(request.url).pathname : undefined;
  const page = <Broken t={spanish} incident={incident} again={again} />;
  return html(page, status, status === 503 ? retryAfter : {});
}
