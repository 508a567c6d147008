import { confirmDetails, Details } from '#lib/registrations/progress.ts';
import { fieldErrors } from '../_parts/field-errors.ts';
import { readForm } from '../form-data.ts';
import { get, html, postStep, seeOther, stepPage } from '../handler.tsx';
import { DetailsStep } from './view.tsx';

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
