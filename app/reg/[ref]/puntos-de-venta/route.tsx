import { readPointsOfSale } from '#lib/registrations/points-of-sale/read.ts';
import { noteProgress } from '#lib/registrations/progress.ts';
import { readForm } from '../form-data.ts';
import { getStep, limitAttempts, postStep, seeOther } from '../handler.tsx';
import { PointsOfSaleStep, pathFor, taxClassifications } from './view.tsx';

export const GET = getStep('puntos-de-venta', ({ request, props }) => (
  <PointsOfSaleStep {...props} classification={classificationIn(request)} />
));

export const POST = postStep('puntos-de-venta', async ({ request, ctx, registration, props }) => {
  const { intent } = await readForm(request);
  if (intent === 'check') {
    await limitAttempts('proof', registration);
    await readPointsOfSale(ctx, registration);
    return seeOther(props, pathFor(classificationIn(request)));
  }
  await noteProgress(ctx, registration, 'pointsOfSaleSettledAt');
  return seeOther(props, '/listo');
});

function classificationIn(request: Request) {
  const asked = new URL(request.url).searchParams.get('situacion');
  return taxClassifications.find((each) => each === asked);
}
