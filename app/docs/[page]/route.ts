import { GET as noSuchPage } from '#app/[...path]/route.tsx';
import { guidePage } from '../_guide-page.tsx';
import { isPage } from '../_pages.ts';

export const dynamic = 'force-dynamic';

export async function GET(_request: Request, { params }: { params: Promise<{ page: string }> }) {
  const { page } = await params;
  return isPage(page) ? guidePage(page) : noSuchPage();
}
