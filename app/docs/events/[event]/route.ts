import { eventMarkdown, eventPage } from '../../_events.tsx';
import { noSuchGuide } from '../../_guide-page.tsx';

export const dynamic = 'force-dynamic';

/** The page of an event, or its Markdown, with `.md` after the same address. */
export async function GET(_request: Request, { params }: { params: Promise<{ event: string }> }) {
  const { event } = await params;
  const found = event.endsWith('.md') ? eventMarkdown(event.slice(0, -3)) : await eventPage(event);
  return found ?? noSuchGuide('en');
}
