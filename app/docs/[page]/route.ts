import { html } from '#app/reg/[ref]/handler.tsx';
import { documentationPage, isPage } from '../_documentation.ts';
import { noSuchPage } from '../_no-such-page.tsx';

export const dynamic = 'force-dynamic';

export async function GET(_request: Request, { params }: { params: Promise<{ page: string }> }) {
  const { page } = await params;
  return isPage(page) ? documentationPage(page) : html(noSuchPage, 404);
}
