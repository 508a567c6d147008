import { MailTo } from '#lib/registrations/helper.ts';
import { lastMailOf } from '#lib/registrations/link-list.ts';
import { type LinkMailOutcome, mailLink } from '#lib/registrations/registration-mails.ts';
import { htmlResponse } from '../_parts/document.tsx';
import { backTo } from '../_parts/side-page.tsx';
import { readForm } from '../form-data.ts';
import { get, post, untilDone } from '../handler.tsx';
import { GoOnPage } from './view.tsx';

export const GET = get(
  untilDone(async ({ ctx, registration, props }) =>
    htmlResponse(<GoOnPage {...props} mail={await lastMailOf(ctx, registration)} />),
  ),
);

/** «Mandame el link»: mails the link to the typed address, within the limits. */
export const POST = post(
  untilDone(async ({ request, ctx, registration, props }) => {
    const values = await readForm(request);
    const to = MailTo.safeParse({ email: values.email ?? '' });
    const mailed: LinkMailOutcome | undefined = to.success
      ? await mailLink(ctx, registration, { to: to.data.email })
      : undefined;
    if (mailed?.kind === 'queued') return backTo(props, '/seguir');
    const code = mailed ? (`too-many-${mailed.by}` as const) : emailCode(to.error?.issues[0]?.message);
    const form = { values, errors: [{ field: 'email', message: props.t(`goOn.${code}`) }] };
    const page = <GoOnPage {...props} form={form} mail={await lastMailOf(ctx, registration)} />;
    return htmlResponse(page, mailed ? 429 : 422);
  }),
);

const emailCode = (message: string | undefined) =>
  message === 'email-missing' ? message : ('email-invalid' as const);
