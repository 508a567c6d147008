import type { z } from 'zod';
import { addressFields } from '#lib/documents/invoice/paper-data.ts';
import { EnteredPaperData, savePaperData, suggestPaperData } from '#lib/registrations/paper-data.ts';
import { htmlResponse } from '../_parts/document.tsx';
import type { FieldError } from '../_parts/form.tsx';
import { paperDataAnchor } from '../_parts/paper-data-link.tsx';
import type { Texts } from '../_parts/texts.tsx';
import { isFinished, nextPath } from '../flow.ts';
import { readForm } from '../form-data.ts';
import { getStep, postStep, reread, seeOther } from '../handler.tsx';
import { PaperDataPage } from './view.tsx';

/** Optional page for the data that printed invoices need besides name and CUIT. */
export const GET = getStep('factura', async ({ ctx, registration, props }) => (
  <PaperDataPage {...props} stored={await suggestPaperData(ctx, registration)} />
));

export const POST = postStep('factura', async ({ ref, request, ctx, registration, props }) => {
  const values = await readForm(request);
  const typed = Object.fromEntries(fields.map((name) => [name, values[name] ?? '']));
  const data = EnteredPaperData.safeParse(typed);
  if (!data.success) {
    const form = { values: typed, errors: fieldErrors(data.error, props.t) };
    return htmlResponse(<PaperDataPage {...props} form={form} />, 422);
  }
  await savePaperData(ctx, registration, data.data);
  const current = await reread({ ref, props });
  const path = isFinished(current.registration) ? '/listo' : nextPath(current.registration);
  const isEmpty = Object.values(data.data).every((text) => text === '');
  if (isEmpty || !path.startsWith('/')) return seeOther(current, path);
  return seeOther(current, `${path as '/listo'}?guardado`, paperDataAnchor);
});

/** Fields in the order of the page. */
const fields = ['grossIncome', 'activitySince', ...addressFields] as const;

type Code =
  | 'street-missing'
  | 'street-invalid'
  | 'locality-invalid'
  | 'region-invalid'
  | 'postal-code-invalid'
  | 'gross-income-invalid'
  | 'activity-since-invalid'
  | 'activity-since-future';

/** The first error of each field, in the supplier's language. The schema's messages are keys of texts. */
const fieldErrors = ({ issues }: z.ZodError<EnteredPaperData>, t: Texts): FieldError[] =>
  fields.flatMap((field) => {
    const issue = issues.find(({ path }) => path[0] === field);
    return issue ? [{ field, message: t(`paperData.${issue.message as Code}`) }] : [];
  });
