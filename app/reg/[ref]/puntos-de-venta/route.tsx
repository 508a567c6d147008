import { lacksPointOfSale, readPointsOfSale } from '#lib/registrations/points-of-sale.ts';
import { noteProgress } from '#lib/registrations/registration.ts';
import { taxpayerInPassing } from '#lib/taxpayers.ts';
import { isFinished, nextPath } from '../flow.ts';
import { readForm } from '../form-data.ts';
import { getStep, limitAttempts, postStep, reread, seeOther } from '../handler.tsx';
import { classificationIn, classificationOf, PointsOfSaleStep } from './view.tsx';

/** The system follows from how the taxpayer is registered: by what they chose, else by the authority's register. */
export const GET = getStep('puntos-de-venta', async ({ request, ctx, registration, props }) => {
  const chosen = classificationIn(request);
  const taxpayer = chosen ? undefined : await taxpayerInPassing(ctx, registration.supplier.cuit);
  const classification = chosen ?? classificationOf(taxpayer, registration.supplier.cuit);
  return <PointsOfSaleStep {...props} classification={classification} />;
});

/** Said to be there: the authority is asked at once if it can be, and from then on by itself. */
export const POST = postStep('puntos-de-venta', async ({ ref, request, ctx, registration, props }) => {
  const { intent } = await readForm(request);
  if (intent === 'check') {
    await limitAttempts('proof', registration);
    await noteProgress(ctx, registration, 'pointOfSaleClaimedAt');
    if (isFinished(registration)) await readPointsOfSale(ctx, registration);
  } else {
    await noteProgress(ctx, registration, 'pointsOfSaleSettledAt');
  }
  const current = await reread({ ref, props });
  const path = nextPath(current.registration);
  // While one is missing, what they chose says on the next page too which one is the right one.
  const classification = lacksPointOfSale(current.registration) && classificationIn(request);
  return seeOther(current, path === '/listo' && classification ? `/listo?situacion=${classification}` : path);
});
