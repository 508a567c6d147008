import { readPointsOfSale } from '#lib/registrations/points-of-sale/read.ts';
import { noteProgress } from '#lib/registrations/progress.ts';
import { taxpayerInPassing } from '#lib/taxpayers/in-passing.ts';
import { isFinished } from '../flow.ts';
import { readForm } from '../form-data.ts';
import { getStep, limitAttempts, postStep, seeNext } from '../handler.tsx';
import { classificationOf, taxClassifications } from './classification.ts';
import { PointsOfSaleStep } from './view.tsx';

/** The system follows from how the taxpayer is registered: by what they chose, else by the authority's register. */
export const GET = getStep('puntos-de-venta', async ({ request, ctx, registration, props }) => {
  const chosen = classificationIn(request);
  const taxpayer = chosen ? undefined : await taxpayerInPassing(ctx, registration.supplier.cuit);
  const classification = chosen ?? classificationOf(taxpayer, registration.supplier.cuit);
  return <PointsOfSaleStep {...props} classification={classification} />;
});

/** Said to be there: the authority is asked at once if it can be, and from then on by itself. */
export const POST = postStep('puntos-de-venta', async ({ request, ctx, registration, props }) => {
  const { intent } = await readForm(request);
  if (intent === 'check') {
    await limitAttempts('proof', registration);
    await noteProgress(ctx, registration, 'pointOfSaleClaimedAt');
    if (isFinished(registration)) await readPointsOfSale(ctx, registration);
  } else {
    await noteProgress(ctx, registration, 'pointsOfSaleSettledAt');
  }
  return seeNext(props);
});

function classificationIn(request: Request) {
  const asked = new URL(request.url).searchParams.get('situacion');
  return taxClassifications.find((each) => each === asked);
}
