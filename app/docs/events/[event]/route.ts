import { GET as noSuchPage } from '#app/[...path]/route.tsx';
import { eventPage } from '../../_events.tsx';

export const dynamic = 'force-dynamic';

export async function GET(_request: Request, { params }: { params: Promise<{ event: string }> }) {
  return (await eventPage((await params).event)) ?? noSuchPage();
}
