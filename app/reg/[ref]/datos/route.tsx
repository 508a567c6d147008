import { confirmDetails, Details } from '#lib/registrations/progress.ts';
import { get, html, postStep, seeOther, stepPage } from '../_door.tsx';
import { readForm } from '../_forms.ts';
import { DetailsStep } from '../_views/details-step.tsx';
import { fieldErrors } from '../_views/field-errors.ts';

export const GET = get((visit) => stepPage(visit, 'datos', <DetailsStep {...visit.props} />));

export const POST = postStep('datos', async (visit) => {
  const values = await readForm(visit.request);
  const details = Details.safeParse({ name: values.name ?? '', email: values.email ?? '' });
  if (!details.success) {
    const form = { values, errors: fieldErrors(details.error, visit.props.t) };
    return html(<DetailsStep {...visit.props} form={form} />, 422);
  }
  await confirmDetails(visit.ctx, visit.registration, details.data);
  return seeOther(visit, '/habilitar');
});
