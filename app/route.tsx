import { localeOf } from '#lib/i18n.ts';
import { htmlResponse } from './reg/[ref]/_parts/document.tsx';
import { Home } from './reg/[ref]/_parts/error-pages.tsx';
import { textsIn } from './reg/[ref]/_parts/texts.tsx';

export const dynamic = 'force-dynamic';

export const GET = (request: Request) => {
  const locale = localeOf(undefined, request.headers.get('accept-language'));
  return htmlResponse(<Home t={textsIn(locale)} />, 200, { vary: 'Accept-Language' });
};
