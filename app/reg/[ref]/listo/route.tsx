import { lacksPointOfSale } from '#lib/registrations/points-of-sale.ts';
import { taxpayerInPassing } from '#lib/taxpayers.ts';
import { getStep } from '../handler.tsx';
import { classificationIn, classificationOf } from '../puntos-de-venta/view.tsx';
import { Done } from './view.tsx';

/** The end, and what a finished link shows from then on. */
export const GET = getStep('listo', async ({ request, ctx, registration, props }) => {
  if (!lacksPointOfSale(registration)) return <Done {...props} />;
  // Which point of sale is the right one follows from how the taxpayer is registered.
  const { cuit } = registration.supplier;
  const classification =
    classificationIn(request) ?? classificationOf(await taxpayerInPassing(ctx, cuit), cuit);
  return <Done {...props} classification={classification} />;
});
