import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { authenticateApiKey } from '#lib/accounts/api-keys.ts';
import { addressAfterMove, type Context, requireOpen } from '#lib/context.ts';
import { parseDocument, parseParameters } from '#lib/documents/validation.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import { log, logRequest } from '#lib/log.ts';
import { requestSeconds } from '#lib/metrics.ts';
import { requireScope } from '#lib/roles.ts';
import { scopeOf } from '#lib/scopes.ts';
import { traced, traceOf } from '#lib/tracing/tracing.ts';
import { isUnstorable, jsonOf, mediaTypeOf, negotiateFormat, readBody, unstorable } from './body.ts';
import { clientAddress, withoutPort } from './client-address.ts';
import type { Address, AnswerOf, Answers, Caller, Description, MediaType } from './description.ts';
import { type Download, downloadOf } from './download.ts';
import { answerOnce, idempotentRequestOf } from './idempotency.ts';
import { altaErrorOf, type FaultRoot, problem } from './problem.ts';
import { countUse, throwIfOver, type Usage, usageHeaders } from './rate-limit.ts';

const Nothing = z.strictObject({});

interface Input<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType | undefined> {
  params: z.output<Params>;
  query: z.output<Query>;
  body: Body extends z.ZodType ? z.output<Body> : undefined;
  mediaType: Body extends z.ZodType ? MediaType : undefined;
  /** Present if the description has `maxRawBytes`. */
  bytes: Buffer;
  /** Response format, negotiated by `Accept`. */
  accepts: 'json' | 'file';
}

interface Answer {
  status?: number;
  /** Absent for 204. */
  body?: unknown;
  /** The body as JSON text, instead of `body`. */
  json?: string;
  /** A file, instead of `body` and `json`. */
  download?: Download;
}

/** Handles requests of one method to one path. The contract is generated from the description. */
export interface Endpoint {
  (request: Request, params?: Record<string, string>): Promise<Response>;
  description: Description;
}

/**
 * Creates a route of the API. It authenticates the caller, parses the input, calls `handle` and sends its answer.
 * Converts every error to a problem response; no other code does.
 * @param replaceBody returns the body to send instead of the answer's. Runs outside of a transaction, so it may
 * wait; `signal` aborts if the client disconnects
 * @param prepare calls external services before `handle`: with an `Idempotency-Key`, `handle` runs in a
 * transaction, which must not wait for them
 */
export function endpoint<
  Params extends z.ZodType = typeof Nothing,
  Query extends z.ZodType = typeof Nothing,
  Body extends z.ZodType | undefined = undefined,
  const Success extends Answers = Answers,
>(
  description: Description<Params, Query, Body, Success>,
  handle: (ctx: Context, input: Input<Params, Query, Body>) => Promise<AnswerOf<Success>>,
  replaceBody?: (
    ctx: Context,
    input: Input<Params, Query, Body>,
    answered: { body: unknown; signal: AbortSignal },
  ) => Promise<unknown>,
  prepare?: (ctx: Context, input: Input<Params, Query, Body>) => Promise<void>,
): Endpoint {
  return Object.assign(serve, { description: description as Description });

  async function serve(request: Request, params: Record<string, string> = {}): Promise<Response> {
    const startedAt = performance.now();
    const begunAt = new Date();
    const id = randomUUID();
    const url = new URL(request.url);
    // Sent with every response, including problems.
    const headers: Record<string, string> = {
      'x-request-id': id,
      ...deprecationHeaders(`${description.service}/${description.version}`),
    };
    const response = await answer().catch((error: unknown) => {
      const altaError = altaErrorOf(error);
      if (
        altaError.key === 'internal' ||
        (altaError.key === 'unavailable' && altaError.code !== 'workspace-moving')
      ) {
        log().error({ err: error, request_id: id }, 'request failed');
      }
      return problem(altaError, { id, path: url.pathname, rootOf }, headers);
    });
    report(response.status);
    return response;

    /** Root of the path of a field that was refused after parsing. */
    function rootOf(field: string): FaultRoot {
      if (url.searchParams.has(field)) return '$query';
      if (description.body || description.maxRawBytes) return '$';
      return Object.hasOwn(params, field) ? '$path' : '$query';
    }

    async function answer(): Promise<Response> {
      const address = { params, query: url.searchParams };
      const caller = await authenticate(request, description, address, (usages) =>
        Object.assign(headers, usageHeaders(usages)),
      );
      const location = addressAfterMove(caller.workspace, url);
      // 308 and not 301, because it keeps method and body.
      if (location) return new Response(null, { status: 308, headers: { ...headers, location } });
      if (request.method !== 'GET') requireOpen(caller.workspace);
      const ctx: Context = { ...caller, source: { address: clientAddress(request), requestId: id } };
      // Traced only after authentication, so that strangers cannot fill the trace store.
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
      requireScope(ctx, scopeOf(description));
      const offered = offeredBy(description);
      if (offered === 'either') headers.vary = 'Accept';
      const accepts = negotiateFormat(request, offered);
      if (Object.values(params).some(isUnstorable)) throw unstorable();
      const input = {
        accepts,
        params: parseParameters(description.params ?? Nothing, params, '$path'),
        query: parseParameters(description.query ?? Nothing, singleValues(url.searchParams), '$query'),
        ...(await bodyOf(request, description)),
      } as Input<Params, Query, Body>;
      const handled = await handleOnce(ctx, input);
      const { status, download } = handled;
      if (download) return downloadOf(download, headers);
      const body = replaceBody
        ? await replaceBody(ctx, input, { body: handled.body, signal: request.signal })
        : handled.body;
      const json = handled.json ?? JSON.stringify(body);
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
      const idempotentRequest = idempotentRequestOf(request, input.body);
      if (!idempotentRequest || description.idempotency !== 'by-key') return work(ctx);
      const { replayed, ...answer } = await answerOnce(ctx, idempotentRequest, work);
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
  description: Pick<Description, 'method' | 'body' | 'mediaTypes' | 'bodyLimits' | 'maxRawBytes'>,
): Promise<{ body: unknown; mediaType: MediaType } | { bytes: Buffer } | undefined> {
  if (description.maxRawBytes) return { bytes: await readBody(request, description.maxRawBytes) };
  if (!description.body) return undefined;
  const { method, body: schema, mediaTypes = ['application/json'], bodyLimits = sizeLimits } = description;
  const bytes = await readBody(request, bodyLimits.bodyBytes);
  // A POST may come without a body if every field is optional. The body of a change was probably lost.
  const empty = bytes.length === 0 && method === 'POST' ? schema.safeParse({}) : undefined;
  if (empty?.success) return { body: empty.data, mediaType: 'application/json' };
  const mediaType = mediaTypeOf(request, mediaTypes);
  const sent = await jsonOf(new TextDecoder().decode(bytes), bodyLimits);
  return { body: parseDocument(schema, sent, []), mediaType };
}

function singleValues(query: URLSearchParams): Record<string, string> {
  const repeated = [...query.keys()].find((name, index, names) => names.indexOf(name) !== index);
  if (repeated) {
    throw new AltaError('validation', 'A query parameter is repeated.', {
      fields: { [repeated]: 'is repeated' },
      faults: [{ code: 'repeated', message: 'is repeated', paths: [`$query.${repeated}`] }],
    });
  }
  if ([...query.values()].some(isUnstorable)) throw unstorable();
  return Object.fromEntries(query);
}

/**
 * Authenticates the caller by API key or, if the route has `admitSignedUrl` and no key was sent, by signed URL. All invalid
 * signed URLs get the same response.
 * @throws AltaError `unauthorised`, `forbidden`, `rate-limited`; `not-found` for an invalid signed URL
 */
async function authenticate(
  request: Request,
  { service, version, admitSignedUrl }: Pick<Description, 'service' | 'version' | 'admitSignedUrl'>,
  asked: Address,
  onUsage: (usages: readonly Usage[]) => void,
): Promise<Caller> {
  const usages: Usage[] = [];
  const address = clientAddress(request);
  // Counted before the key is looked up, so that a flood of keys does not reach the database.
  await countRequest('api-address', address);
  const header = request.headers.get('authorization');
  if (admitSignedUrl && header === null && asked.query.has('signature')) {
    const admitted = await admitSignedUrl(asked);
    if (admitted) return admitted;
    await countRequest('failed-authentication', address);
    throw notFound('This address');
  }
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(header ?? '')?.[1];
  const key =
    token && token.length <= 200
      ? await authenticateApiKey(token, { version: `${service}/${version}`, address: withoutPort(address) })
      : undefined;
  if (!key) {
    log().warn({ address }, 'an API request without a valid key');
    await countRequest('failed-authentication', address);
    throw new AltaError('unauthorised', 'Send a valid API key as `Authorization: Bearer <key>`.');
  }
  await countRequest('api', key.id);
  return { workspace: key.workspace, actor: { kind: 'api-key', id: key.id, scopes: key.scopes } };

  async function countRequest(
    name: 'api' | 'api-address' | 'failed-authentication',
    by: string,
  ): Promise<void> {
    const usage = await countUse(name, by);
    // The narrowest limit first, because some clients read only the first.
    usages.unshift(usage);
    onUsage(usages);
    throwIfOver(usage);
  }
}

/** Announced end of a version of a service. */
export interface Deprecation {
  /** From this date on, new integrations should not use the version. */
  since: Date;
  /** The version stops working on this date. */
  sunset?: Date;
  /** URL of the page that announces the deprecation. */
  documentation: string;
  successor?: string;
}

/**
 * Deprecated versions, such as `'silo/v1': {since, sunset, documentation, successor}`. All their routes send the
 * headers. `used_versions` of the listed API keys shows which keys still call them.
 */
export const deprecations: Partial<Record<string, Deprecation>> = {};

/** Headers of a deprecated version: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`. Otherwise none. */
export function deprecationHeaders(
  version: string,
  declared: typeof deprecations = deprecations,
): Record<string, string> {
  const found = declared[version];
  if (!found) return {};
  const { since, sunset, documentation, successor } = found;
  const links = [
    `<${documentation}>; rel="deprecation"; type="text/html"`,
    ...(successor ? [`<${successor}>; rel="successor-version"`] : []),
  ];
  return {
    deprecation: `@${Math.floor(since.getTime() / 1_000)}`,
    ...(sunset ? { sunset: sunset.toUTCString() } : {}),
    link: links.join(', '),
  };
}
