import { lacksPointOfSale, readPointsOfSale } from '#lib/registrations/points-of-sale.ts';
import { noteProgress } from '#lib/registrations/registration.ts';
import { findTaxpayerIfAvailable } from '#lib/taxpayers.ts';
import { isFinished, nextPath } from '../flow.ts';
import { readForm } from '../form-data.ts';
import { getStep, limitAttempts, postStep, reread, seeOther } from '../handler.tsx';
import { classificationIn, classificationOf, PointsOfSaleStep, readClassification } from './view.tsx';

/** The page depends on the taxpayer's classification: the chosen one, or else the register's. */
export const GET = getStep('puntos-de-venta', async ({ request, ctx, registration, props }) => {
  const chosen = classificationIn(request);
  const taxpayer = chosen ? undefined : await findTaxpayerIfAvailable(ctx, registration.supplier.cuit);
  const classification = chosen ?? classificationOf(taxpayer, registration.supplier.cuit);
  const isRegistered = chosen === undefined && classification !== undefined;
  return <PointsOfSaleStep {...props} classification={classification} isRegistered={isRegistered} />;
});

/** The supplier claims to have added one: asks the authority now if possible, and from then on automatically. */
export const POST = postStep('puntos-de-venta', async ({ ref, request, ctx, registration, props }) => {
  const { intent, situacion } = await readForm(request);
  if (intent === 'check') {
    await limitAttempts('proof', registration);
    await noteProgress(ctx, registration, 'pointOfSaleClaimedAt');
    if (isFinished(registration)) await readPointsOfSale(ctx, registration);
  } else {
    await noteProgress(ctx, registration, 'pointsOfSaleSettledAt');
  }
  const current = await reread({ ref, props });
  const path = nextPath(current.registration);
  // While none is usable, the next page needs the chosen classification too, to name the right kind.
  const chosen = readClassification(situacion) ?? classificationIn(request);
  const classification = lacksPointOfSale(current.registration) && chosen;
  return seeOther(current, path === '/listo' && classification ? `/listo?situacion=${classification}` : path);
});
