import 'server-only';

import type { Visit } from '#console/_session.ts';
import type { Context } from '#lib/context.ts';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { AltaError } from '#lib/errors.ts';
import { isSameOrigin } from '#lib/http/hosts.ts';

interface Asked {
  ctx: Context;
  query: URLSearchParams;
}

/** What an address of the form's is: its workspace, and the names in it. */
export type DeskParams<Names extends string = never> = {
  params: Promise<Record<'workspace' | Names, string>>;
};

/**
 * Answers the invoice's form. No actions: those wait for one another, and a save would wait for an authority that is
 * slow. Undefined is told as `otherwise`, and so is a failure that is expected: who types can go on without it. Without
 * an `otherwise` it is not there.
 */
export async function answerDesk<Answer>(
  request: Request,
  { ctx }: Visit,
  otherwise: NoInfer<Answer> | undefined,
  find: (asked: Asked) => Promise<Answer | undefined>,
): Promise<Response> {
  // What is asked of the authority is counted: another site has none to ask.
  if (!isSameOrigin(request)) return new Response(null, { status: 403 });
  const answer = await find({ ctx, query: new URL(request.url).searchParams }).catch((error: unknown) => {
    if (error instanceof AltaError) return undefined;
    throw error;
  });
  const told = answer ?? otherwise;
  if (told === undefined) return new Response(null, { status: 404 });
  return Response.json(told, { headers: { 'cache-control': 'no-store' } });
}

/** Of whom it is asked; undefined for what is no CUIT. */
export function cuitOf({ query }: Asked): string | undefined {
  const cuit = normaliseCuit(query.get('cuit') ?? '');
  return isValidCuit(cuit) ? cuit : undefined;
}
