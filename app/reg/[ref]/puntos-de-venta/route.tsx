import { readPointsOfSale } from '#lib/registrations/points-of-sale/read.ts';
import { noteProgress } from '#lib/registrations/progress.ts';
import { readForm } from '../form-data.ts';
import { getStep, limitAttempts, postStep, seeOther } from '../handler.tsx';
import { PointsOfSaleStep, taxClassifications } from './view.tsx';

export const GET = getStep('puntos-de-venta', ({ request, props }) => {
  const asked = new URL(request.url).searchParams.get('situacion');
  const classification = taxClassifications.find((each) => each === asked);
  return <PointsOfSaleStep {...props} classification={classification} />;
});

export const POST = postStep('puntos-de-venta', async ({ request, ctx, registration, props }) => {
  const { intent } = await readForm(request);
  if (intent === 'check') {
    await limitAttempts('proof', registration);
    await readPointsOfSale(ctx, registration);
    return seeOther(props, '/puntos-de-venta');
  }
  await noteProgress(ctx, registration, 'pointsOfSaleSettledAt');
  return seeOther(props, '/listo');
});
