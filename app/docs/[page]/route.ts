import { GET as noSuchPage } from '#app/[...path]/route.tsx';
import { documentationPage, isPage } from '../_documentation.ts';

export const dynamic = 'force-dynamic';

export async function GET(_request: Request, { params }: { params: Promise<{ page: string }> }) {
  const { page } = await params;
  return isPage(page) ? documentationPage(page) : noSuchPage();
}
