import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '#lib/context.ts';
import { parseAt } from '#lib/documents/validation.ts';
import { AltaError } from '#lib/errors.ts';
import { log, logRequest } from '#lib/log.ts';
import { requestSeconds } from '#lib/metrics.ts';
import { requireScope } from '#lib/roles.ts';
import { scopeOf } from '#lib/scopes.ts';
import { traced, traceOf } from '#lib/tracing/tracing.ts';
import { authenticate } from './authenticate.ts';
import { acceptedOf, isUnstorable, mediaTypeOf, readBody, readJson, unstorable } from './body.ts';
import { clientAddress } from './client-address.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { AnswerOf, Answers, Description, MediaType } from './description.ts';
import { type Download, downloadOf } from './download.ts';
import { answerOnce, idempotentRequestOf } from './idempotency.ts';
import { altaErrorOf, problem } from './problem.ts';
import { usageHeaders } from './rate-limit.ts';

const Nothing = z.strictObject({});

interface Input<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType | undefined> {
  params: z.output<Params>;
  query: z.output<Query>;
  body: Body extends z.ZodType ? z.output<Body> : undefined;
  mediaType: Body extends z.ZodType ? MediaType : undefined;
  /** Where the description asks for them. */
  bytes: Buffer;
  /** Which of the two, where the description offers both. */
  accepts: 'json' | 'file';
}

interface Answer {
  status?: number;
  /** Absent with 204. */
  body?: unknown;
  /** Instead of a body: its text. */
  json?: string;
  /** Instead of both. */
  download?: Download;
}

/** What Next calls, and what its contract is made from. */
export interface RouteHandler {
  (request: Request, route: { params: Promise<Record<string, string>> }): Promise<Response>;
  description: Description;
}

/**
 * A route of the API: who calls, what they send, one verb, one answer. Everything that goes wrong becomes a
 * problem body here and nowhere else.
 * @param settle what takes the place of the answer's body, without a transaction: it may wait until `signal` tells that
 * the client has gone
 * @param prepare what somebody outside is asked for first: with an `Idempotency-Key` the rest is one transaction, which
 * nobody outside is waited for in
 */
export function endpoint<
  Params extends z.ZodType = typeof Nothing,
  Query extends z.ZodType = typeof Nothing,
  Body extends z.ZodType | undefined = undefined,
  const Success extends Answers = Answers,
>(
  description: Description<Params, Query, Body, Success>,
  handle: (ctx: Context, input: Input<Params, Query, Body>) => Promise<AnswerOf<Success>>,
  settle?: (
    ctx: Context,
    input: Input<Params, Query, Body>,
    answered: { body: unknown; signal: AbortSignal },
  ) => Promise<unknown>,
  prepare?: (ctx: Context, input: Input<Params, Query, Body>) => Promise<void>,
): RouteHandler {
  return Object.assign(serve, { description: description as Description });

  async function serve(
    request: Request,
    route: { params: Promise<Record<string, string>> },
  ): Promise<Response> {
    const startedAt = performance.now();
    const begunAt = new Date();
    const id = randomUUID();
    const url = new URL(request.url);
    // On every answer, whatever becomes of the request.
    const headers: Record<string, string> = {
      'x-request-id': id,
      ...deprecationHeaders(`${description.service}/${description.version}`),
    };
    const response = await answer().catch((error: unknown) => {
      const known = altaErrorOf(error);
      if (known.key === 'internal' || known.key === 'unavailable') {
        log().error({ err: error, request_id: id }, 'request failed');
      }
      return problem(known, { id, path: url.pathname }, headers);
    });
    report(response.status);
    return response;

    async function answer(): Promise<Response> {
      const address = { params: (await route.params) ?? {}, query: url.searchParams };
      const caller = await authenticate(request, description, address, (usages) =>
        Object.assign(headers, usageHeaders(usages)),
      );
      const ctx: Context = { ...caller, source: { address: clientAddress(request), requestId: id } };
      // Only now: a stranger fills nobody's store of traces.
      const { service, version, route: path } = description;
      return traced(
        `${request.method} ${service}/${version}/${path}`,
        { 'alta.request': id, 'alta.workspace': ctx.workspace.id },
        async (span) => {
          const response = await answerTo(ctx);
          span.set({ 'http.response.status_code': response.status });
          return response;
        },
        { startedAt: begunAt, parent: undefined, link: traceOf(request.headers) },
      );
    }

    async function answerTo(ctx: Context): Promise<Response> {
      requireScope(ctx, scopeOf(request.method, description));
      const offered = offeredBy(description);
      if (offered === 'either') headers.vary = 'Accept';
      const input = {
        accepts: acceptedOf(request, offered),
        params: parseAt(description.params ?? Nothing, await parametersOf(route), []),
        query: parseAt(description.query ?? Nothing, singleValues(url.searchParams), []),
        ...(await bodyOf(request, description)),
      } as Input<Params, Query, Body>;
      const done = await handleOnce(ctx, input);
      const { status, download } = done;
      if (download) return downloadOf(download, headers);
      const body = settle ? await settle(ctx, input, { body: done.body, signal: request.signal }) : done.body;
      const json = done.json ?? JSON.stringify(body);
      if (json === undefined) return new Response(null, { status, headers });
      return new Response(json, { status, headers: { ...headers, 'content-type': 'application/json' } });
    }

    async function handleOnce(ctx: Context, input: Input<Params, Query, Body>) {
      const work = async (inner: Context) => ({
        status: 200,
        body: undefined,
        ...((await handle(inner, input)) as Answer),
      });
      await prepare?.(ctx, input);
      const named = idempotentRequestOf(request, input.body);
      if (!named || description.idempotency !== 'by-key') return work(ctx);
      const { replayed, ...answer } = await answerOnce(ctx, named, work);
      if (replayed === 'yes') headers['idempotent-replayed'] = 'true';
      return { download: undefined, ...answer };
    }

    function report(status: number): void {
      const seconds = (performance.now() - startedAt) / 1_000;
      const { service, version, route } = description;
      requestSeconds().observe({ service, version, route, status }, seconds);
      logRequest({
        request_id: id,
        method: request.method,
        service,
        version,
        route,
        status,
        ms: Math.round(seconds * 1_000),
      });
    }
  }
}

function offeredBy({ answers }: Pick<Description, 'answers'>): 'json' | 'file' | 'either' {
  const content = answers[200];
  if (content === 'file') return 'file';
  return typeof content === 'object' && 'jsonOrFile' in content ? 'either' : 'json';
}

async function bodyOf(
  request: Request,
  description: Pick<Description, 'body' | 'mediaTypes' | 'bodyLimits' | 'bytesUpTo'>,
): Promise<{ body: unknown; mediaType: MediaType } | { bytes: Buffer } | undefined> {
  if (description.bytesUpTo) return { bytes: await readBody(request, description.bytesUpTo) };
  if (!description.body) return undefined;
  const mediaType = mediaTypeOf(request, description.mediaTypes ?? ['application/json']);
  const sent = await readJson(request, description.bodyLimits);
  return { body: parseAt(description.body, sent, []), mediaType };
}

function singleValues(query: URLSearchParams): Record<string, string> {
  const repeated = [...query.keys()].find((name, index, names) => names.indexOf(name) !== index);
  if (repeated) {
    throw new AltaError('validation', 'A query parameter is given twice.', {
      fields: { [repeated]: 'is given twice' },
    });
  }
  if ([...query.values()].some(isUnstorable)) throw unstorable();
  return Object.fromEntries(query);
}

/** A route without parameters gets none from Next. */
async function parametersOf(route: {
  params: Promise<Record<string, string>>;
}): Promise<Record<string, string>> {
  const parameters = (await route.params) ?? {};
  if (Object.values(parameters).some(isUnstorable)) throw unstorable();
  return parameters;
}
