import { eventsMarkdown } from '../_events.tsx';

export const dynamic = 'force-dynamic';

export const GET = () =>
  new Response(eventsMarkdown(), { headers: { 'content-type': 'text/markdown; charset=utf-8' } });
