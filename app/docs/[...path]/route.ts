import { guideMarkdown, guidePage, noSuchGuide } from '../_guide-page.tsx';
import { isIn, isPage } from '../_pages.ts';

export const dynamic = 'force-dynamic';

/** A page, such as `/docs/errors` and `/docs/es/errors`, or its Markdown, with `.md` after the same address. */
export async function GET(_request: Request, { params }: { params: Promise<{ path: string[] }> }) {
  const { path } = await params;
  const asMarkdown = path.at(-1)?.endsWith('.md');
  const [first, ...others] = path.join('/').replace(/\.md$/, '').split('/');
  const locale = first === 'es' ? 'es' : 'en';
  const [name = 'README', ...deeper] = locale === 'es' ? others : [first, ...others];
  if (!isPage(name) || !isIn(locale, name) || deeper.length > 0) return noSuchGuide(locale);
  return asMarkdown ? guideMarkdown(name, locale) : guidePage(name, locale);
}
