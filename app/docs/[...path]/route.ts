import { guideMarkdown, guidePage, noSuchGuide } from '../_guide-page.tsx';
import { isIn, isPage } from '../_pages.ts';

export const dynamic = 'force-dynamic';

/** A page, such as `/docs/errors` and `/docs/es/errors`, or its Markdown, with `.md` after the same address. */
export async function GET(_request: Request, { params }: { params: Promise<{ path: string[] }> }) {
  const { path } = await params;
  if (path.join('/') === 'es.md') return guideMarkdown('README', 'es');
  const locale = path[0] === 'es' ? 'es' : 'en';
  const [last = 'README', ...deeper] = locale === 'es' ? path.slice(1) : path;
  const name = last.replace(/\.md$/, '');
  if (!isPage(name) || !isIn(locale, name) || deeper.length > 0) return noSuchGuide(locale);
  return last === name ? guidePage(name, locale) : guideMarkdown(name, locale);
}
