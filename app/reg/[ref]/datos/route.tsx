import type { z } from 'zod';
import { confirmDetails, Details } from '#lib/registrations/registration.ts';
import { findTaxpayerIfAvailable } from '#lib/taxpayers.ts';
import { htmlResponse } from '../_parts/document.tsx';
import type { FieldError } from '../_parts/form.tsx';
import type { Texts } from '../_parts/texts.tsx';
import { readForm } from '../form-data.ts';
import { getStep, postStep, seeNext } from '../handler.tsx';
import { DetailsStep } from './view.tsx';

/**
 * The register's name is shown beside the supplier's, which is then confirmed instead of typed. `?nombre`
 * allows correcting it. The sandbox's register holds made-up people and is not used.
 */
export const GET = getStep('datos', async ({ request, ctx, registration, props }) => {
  const isTyped = registration.environment === 'sandbox' || new URL(request.url).searchParams.has('nombre');
  const taxpayer = isTyped ? undefined : await findTaxpayerIfAvailable(ctx, registration.supplier.cuit);
  return <DetailsStep {...props} taxpayer={taxpayer} />;
});

export const POST = postStep('datos', async ({ ref, request, ctx, registration, props }) => {
  const values = await readForm(request);
  const { accountHolder } = registration;
  // A page that was opened before the workspace asked has no answer.
  const exports =
    accountHolder.asksForExports && values.exports !== undefined ? values.exports === 'yes' : undefined;
  const details = Details.safeParse({ name: values.name, email: values.email ?? '', exports });
  if (!details.success) {
    const form = { values, errors: fieldErrors(details.error, props.t) };
    return htmlResponse(<DetailsStep {...props} form={form} />, 422);
  }
  await confirmDetails(ctx, registration, details.data);
  return seeNext({ ref, props });
});

type Code = 'name-missing' | 'name-too-long' | 'name-invalid' | 'email-missing' | 'email-invalid';

/** The first error of each field, in the supplier's language. The schema's messages are keys of texts. */
function fieldErrors(error: z.ZodError<Details>, t: Texts): FieldError[] {
  const first = new Map<string, FieldError>();
  for (const { path, message } of error.issues) {
    const field = String(path[0]);
    if (!first.has(field)) first.set(field, { field, message: t(`details.${message as Code}`) });
  }
  return [...first.values()];
}
