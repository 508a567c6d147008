import { lacksPointOfSale } from '#lib/registrations/points-of-sale.ts';
import { findTaxpayerIfAvailable } from '#lib/taxpayers.ts';
import { getStep } from '../handler.tsx';
import { classificationIn, classificationOf } from '../puntos-de-venta/view.tsx';
import { Done } from './view.tsx';

/** The last page, also shown by a finished link from then on. */
export const GET = getStep('listo', async ({ request, ctx, registration, props }) => {
  if (!lacksPointOfSale(registration)) return <Done {...props} />;
  // The right point of sale depends on how the taxpayer is registered.
  const { cuit } = registration.supplier;
  const classification =
    classificationIn(request) ?? classificationOf(await findTaxpayerIfAvailable(ctx, cuit), cuit);
  return <Done {...props} classification={classification} />;
});
