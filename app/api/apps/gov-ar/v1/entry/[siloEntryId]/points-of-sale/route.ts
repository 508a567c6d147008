import { PointsOfSaleResponse, pointsOfSaleResponse } from '#app/api/apps/gov-ar/v1/_wire/points-of-sale.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { checkPointsOfSale, pointsOfSaleOf } from '#lib/registrations/check-points-of-sale.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { registrationRoute } from '../route-description.ts';

const here = { ...registrationRoute('points-of-sale'), answers: { 200: PointsOfSaleResponse } } as const;

export const GET = endpoint(
  {
    ...here,
    operation: 'fetchPointsOfSale',
    summary: "Fetch a supplier's points of sale as they were read last",
  },
  async (ctx, { params }) => {
    const { supplier } = await fetchRegistration(ctx, params.siloEntryId);
    return { body: pointsOfSaleResponse(await pointsOfSaleOf(ctx, params.siloEntryId), supplier.name) };
  },
);

export const POST = endpoint(
  {
    ...here,
    operation: 'readPointsOfSale',
    idempotency: 'harmless',
    summary: "Read a supplier's points of sale from the authority anew",
    failures: ['conflict', 'gone'],
  },
  async (ctx, { params }) => {
    const { id, supplier } = await fetchRegistration(ctx, params.siloEntryId);
    await limit('proof', id);
    return { body: pointsOfSaleResponse(await checkPointsOfSale(ctx, params.siloEntryId), supplier.name) };
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
