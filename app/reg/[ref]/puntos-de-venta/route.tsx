import { readPointsOfSale } from '#lib/registrations/points-of-sale.ts';
import { noteProgress } from '#lib/registrations/progress.ts';
import { readForm } from '../form-data.ts';
import { get, limitVisit, postStep, seeOther, stepPage } from '../handler.tsx';
import { PointsOfSaleStep, taxClassifications } from './view.tsx';

export const GET = get((visit) => {
  const asked = new URL(visit.request.url).searchParams.get('situacion');
  const classification = taxClassifications.find((each) => each === asked);
  return stepPage(
    visit,
    'puntos-de-venta',
    <PointsOfSaleStep {...visit.props} classification={classification} />,
  );
});

export const POST = postStep('puntos-de-venta', async (visit) => {
  const { intent } = await readForm(visit.request);
  if (intent === 'check') {
    await limitVisit('proof', visit);
    await readPointsOfSale(visit.ctx, visit.registration);
    return seeOther(visit, '/puntos-de-venta');
  }
  await noteProgress(visit.ctx, visit.registration, 'pointsOfSaleSettledAt');
  return seeOther(visit, '/listo');
});
