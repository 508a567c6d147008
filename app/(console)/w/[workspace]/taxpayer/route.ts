import type { TaxpayerAnswer } from '#console/_editor/taxpayer.ts';
import { requireMember } from '#console/_session.ts';
import type { Context } from '#lib/context.ts';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { codeOfStatus } from '#lib/documents/invoice/customer.ts';
import { AltaError } from '#lib/errors.ts';
import { isSameOrigin } from '#lib/http/hosts.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { findTaxpayer } from '#lib/taxpayers.ts';

/**
 * The authority's register data for the CUIT in `?cuit=`. Not a server action: those run one at a time, so a
 * slow register would delay a save.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ workspace: string }> },
): Promise<Response> {
  const { ctx } = await requireMember((await params).workspace, 'taxpayers:read');
  // Queries count towards a limit, which other sites must not use up.
  if (!isSameOrigin(request)) return new Response(null, { status: 403 });
  const cuit = normaliseCuit(new URL(request.url).searchParams.get('cuit') ?? '');
  if (!isValidCuit(cuit)) return new Response(null, { status: 422 });
  return Response.json(await lookUp(ctx, cuit), { headers: { 'cache-control': 'no-store' } });
}

async function lookUp(ctx: Context, cuit: string): Promise<TaxpayerAnswer> {
  try {
    const lookup = await findTaxpayer(ctx, cuit, { onAsk: () => limit('register', ctx.workspace.id) });
    switch (lookup.kind) {
      case 'found': {
        const { name, state, vat, address, readAt } = lookup.taxpayer;
        const status = vat && {
          code: codeOfStatus[vat.status],
          of: cuit,
          evidence: vat.evidence,
          readAt: readAt.toISOString(),
        };
        return { kind: 'found', taxpayer: { name, state, status, address } };
      }
      case 'none':
        return { kind: 'none' };
      case 'not-authorised':
        return { kind: 'not-authorised', reason: lookup.reason };
      case 'unavailable':
        return { kind: 'unavailable' };
    }
  } catch (error) {
    // Over the limit, or the delegate's key has just been destroyed.
    if (error instanceof AltaError) return { kind: 'unavailable' };
    throw error;
  }
}
