import type { z } from 'zod';
import { isCompany } from '#lib/documents/cuit.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { answerCuit, CuitAnswer, readNames } from '#lib/registrations/cuit-check.ts';
import { isCuitInQuestion, isCuitReported } from '#lib/registrations/cuit-doubt.ts';
import { confirmDetails, Details, type Registration } from '#lib/registrations/registration.ts';
import { htmlResponse } from '../_parts/document.tsx';
import type { FieldError } from '../_parts/form.tsx';
import type { Texts } from '../_parts/texts.tsx';
import { readForm } from '../form-data.ts';
import { getStep, postStep, seeNext, seeOther } from '../handler.tsx';
import { CuitQuestion, CuitReported, DetailsStep } from './view.tsx';

/**
 * The register's name is shown beside the supplier's, which is then confirmed instead of typed. `?nombre`
 * allows correcting it. Names that clearly differ are asked about first.
 */
export const GET = getStep('datos', async ({ request, ctx, registration: before, props }) => {
  const { registration, taxpayer } = await readNames(ctx, before);
  const current = { ...props, registration };
  if (isCuitReported(registration)) return <CuitReported {...current} />;
  if (isCuitInQuestion(registration)) return <CuitQuestion {...current} />;
  const isTyped = new URL(request.url).searchParams.has('nombre');
  return <DetailsStep {...current} taxpayer={isTyped ? undefined : taxpayer} />;
});

export const POST = postStep('datos', async ({ ref, request, ctx, registration, props }) => {
  const values = await readForm(request);
  const answer = CuitAnswer.safeParse(values.cuit);
  if (answer.success) {
    await limit('cuit-answer', registration.id);
    await answerCuit(ctx, registration, answer.data);
    return seeOther(props, '/datos');
  }
  const { accountHolder } = registration;
  // A page that was opened before the workspace asked has no answer.
  const exports =
    accountHolder.asksForExports && values.exports !== undefined ? values.exports === 'yes' : undefined;
  const details = Details.safeParse({ name: values.name, email: values.email ?? '', exports });
  if (!details.success) {
    const form = { values, errors: fieldErrors(details.error, registration, props.t) };
    const { taxpayer } = values.name === undefined ? await readNames(ctx, registration) : {};
    return htmlResponse(<DetailsStep {...props} taxpayer={taxpayer} form={form} />, 422);
  }
  await confirmDetails(ctx, registration, details.data);
  return seeNext({ ref, props });
});

type Code = 'name-missing' | 'name-too-long' | 'name-invalid' | 'email-missing' | 'email-invalid';

/** The first error of each field, in the supplier's language. The schema's messages are keys of texts. */
function fieldErrors(error: z.ZodError<Details>, { supplier }: Registration, t: Texts): FieldError[] {
  const kind = isCompany(supplier.cuit) ? 'company' : 'person';
  const first = new Map<string, FieldError>();
  for (const { path, message } of error.issues) {
    const field = String(path[0]);
    if (!first.has(field)) first.set(field, { field, message: t(`details.${message as Code}`, { kind }) });
  }
  return [...first.values()];
}
