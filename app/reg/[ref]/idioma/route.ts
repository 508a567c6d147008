import { chooseLocale, LocaleChoice } from '#lib/registrations/guidance.ts';
import { backTo } from '../_parts/side-page.tsx';
import { isReachable, isWatchingPage, type PageSlug } from '../flow.ts';
import { readForm } from '../form-data.ts';
import { post, seeNext, seeOther } from '../handler.tsx';

/** Sets the link's language on every device and returns to the page where it was chosen. */
export const POST = post(async ({ ref, request, ctx, registration, props }) => {
  const { idioma, pagina = '' } = await readForm(request);
  const locale = LocaleChoice.safeParse(idioma);
  if (locale.success) await chooseLocale(ctx, registration, locale.data);
  if (pagina === '') return seeOther(props, '?inicio');
  if (isWatchingPage(pagina)) return backTo(props, `/${pagina}`);
  return isReachable(pagina as PageSlug, registration)
    ? seeOther(props, `/${pagina as PageSlug}`)
    : seeNext({ ref, props });
});
