import type { PointsOfSaleAnswer } from '#console/_editor/invoice-form-queries.ts';
import { requireMember } from '#console/_session.ts';
import {
  answerFormQuery,
  cuitOf,
  type FormQueryParams,
} from '#console/w/[workspace]/invoices/invoice-query.ts';
import { AltaError } from '#lib/errors.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { pointsOfSaleFor, readPointsOfSaleFor } from '#lib/invoices/points-of-sale.ts';
import type { StoredPointsOfSale } from '#lib/registrations/check-points-of-sale.ts';

/** The stored points of sale of `?cuit=`. */
export async function GET(request: Request, { params }: FormQueryParams): Promise<Response> {
  const visit = await requireMember((await params).workspace, 'invoices:read');
  return answerFormQuery<PointsOfSaleAnswer>(request, visit, { kind: 'none' }, async (asked) => {
    const cuit = cuitOf(asked);
    return cuit ? answerOf(await pointsOfSaleFor(asked.ctx, cuit)) : undefined;
  });
}

/** Asks the authority for them again. If it does not respond, returns the stored ones. */
export async function POST(request: Request, { params }: FormQueryParams): Promise<Response> {
  const visit = await requireMember((await params).workspace, 'invoices:read');
  return answerFormQuery<PointsOfSaleAnswer>(request, visit, { kind: 'none' }, async (asked) => {
    const cuit = cuitOf(asked);
    if (!cuit) return undefined;
    await limit('proof', `${asked.ctx.workspace.id} ${cuit}`);
    const orStored = (error: unknown) => {
      if (error instanceof AltaError) return pointsOfSaleFor(asked.ctx, cuit);
      throw error;
    };
    return answerOf(await readPointsOfSaleFor(asked.ctx, cuit).catch(orStored));
  });
}

function answerOf(points: StoredPointsOfSale | undefined): PointsOfSaleAnswer | undefined {
  if (!points) return undefined;
  if (points.environment === 'sandbox') return { kind: 'any' };
  const { readAt, unavailable, list } = points;
  return {
    kind: 'listed',
    readAt: readAt?.toISOString(),
    unavailable,
    list: list.map(({ service, number, system, usable, reason }) => ({
      service,
      number,
      system,
      usable,
      reason,
    })),
  };
}
