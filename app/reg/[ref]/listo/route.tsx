import { authorityStepsOf } from '#lib/registrations/link-list.ts';
import { lacksPointOfSale } from '#lib/registrations/points-of-sale.ts';
import { findTaxpayerIfAvailable } from '#lib/taxpayers.ts';
import { getStep } from '../handler.tsx';
import { classificationIn, classificationOf } from '../puntos-de-venta/view.tsx';
import { Done } from './view.tsx';

/** The last page, to which a finished link leads. */
export const GET = getStep('listo', async ({ request, ctx, registration, props }) => {
  const steps = registration.link.scope === 'full' ? await authorityStepsOf(ctx, registration) : undefined;
  if (!lacksPointOfSale(registration)) return <Done {...props} steps={steps} />;
  // The right kind of point of sale depends on the taxpayer's classification.
  const { cuit } = registration.supplier;
  const classification =
    classificationIn(request) ?? classificationOf(await findTaxpayerIfAvailable(ctx, cuit), cuit);
  return <Done {...props} steps={steps} classification={classification} />;
});
