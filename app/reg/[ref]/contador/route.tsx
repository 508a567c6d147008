import { z } from 'zod';
import { handOver, takeBack } from '#lib/registrations/hand-over.ts';
import { Helper } from '#lib/registrations/helper.ts';
import { openHelpers } from '#lib/registrations/link-list.ts';
import { htmlResponse } from '../_parts/document.tsx';
import type { FieldError } from '../_parts/form.tsx';
import { backTo } from '../_parts/side-page.tsx';
import type { Texts } from '../_parts/texts.tsx';
import { readForm } from '../form-data.ts';
import { get, post, untilDone } from '../handler.tsx';
import { HandOverPage, HelpersPage, TookBackPage } from './view.tsx';

/** Lists the helpers. Shows the form if there is no helper, or to add another one (`?otra`). */
export const GET = get(
  untilDone(async ({ request, ctx, registration, props }) => {
    if (registration.link.scope !== 'full') return backTo(props, '');
    const { searchParams } = new URL(request.url);
    const helpers = await openHelpers(ctx, registration);
    const tookBack = searchParams.has('retirado');
    if (searchParams.has('otra')) return htmlResponse(<HandOverPage {...props} />);
    if (helpers.length > 0) {
      return htmlResponse(<HelpersPage {...props} helpers={helpers} tookBack={tookBack} />);
    }
    return htmlResponse(tookBack ? <TookBackPage {...props} /> : <HandOverPage {...props} />);
  }),
);

const Taken = z.object({ intent: z.literal('retirar'), link: z.uuid() });

export const POST = post(
  untilDone(async ({ request, ctx, registration, props }) => {
    const values = await readForm(request);
    const taken = Taken.safeParse(values);
    if (taken.success) {
      await takeBack(ctx, registration, taken.data.link);
      return backTo(props, '/contador?retirado');
    }
    const { name = '', email, whatsapp } = values;
    const helper = Helper.safeParse({ name, email, whatsapp });
    const answer = (errors: FieldError[], status: number) =>
      htmlResponse(<HandOverPage {...props} form={{ values, errors }} />, status);
    if (!helper.success) return answer(fieldErrors(helper.error, props.t), 422);
    const handed = await handOver(ctx, registration, helper.data);
    if (handed.kind === 'handed-over') return backTo(props, '/contador');
    const field = handed.by === 'address' ? 'email' : 'name';
    return answer([{ field, message: props.t(`handOver.too-many-${handed.by}`) }], 429);
  }),
);

type Code =
  | 'name-missing'
  | 'name-too-long'
  | 'name-invalid'
  | 'contact-missing'
  | 'email-invalid'
  | 'whatsapp-invalid';

/** The first error of each field, in the supplier's language. The schema's messages are keys of texts. */
function fieldErrors(error: z.ZodError<Helper>, t: Texts): FieldError[] {
  const first = new Map<string, FieldError>();
  for (const { path, message } of error.issues) {
    const field = String(path[0]);
    if (!first.has(field)) first.set(field, { field, message: t(`handOver.${message as Code}`) });
  }
  return [...first.values()];
}
