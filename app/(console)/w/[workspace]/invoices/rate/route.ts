import type { DeskRate } from '#console/_editor/desk.ts';
import { requireMember } from '#console/_session.ts';
import { answerDesk, cuitOf, type DeskParams } from '#console/w/[workspace]/invoices/_desk.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { findExchangeRate } from '#lib/invoices/exchange-rate.ts';

/** What one of `?currency=` is in pesos, by the authority, asked for the issuer of `?cuit=`. */
export async function GET(request: Request, { params }: DeskParams): Promise<Response> {
  const visit = await requireMember((await params).workspace, 'invoices:read');
  return answerDesk<DeskRate>(request, visit, { kind: 'unavailable' }, async (asked) => {
    const cuit = cuitOf(asked);
    if (!cuit) return undefined;
    await limit('register', asked.ctx.workspace.id);
    const found = await findExchangeRate(asked.ctx, {
      cuit,
      currency: asked.query.get('currency') ?? '',
    });
    return found && { kind: 'rate', ...found };
  });
}
