import { searchJson } from '../_search.ts';

export const dynamic = 'force-dynamic';

/** What docs-search.js searches. */
export const GET = () =>
  new Response(searchJson(), { headers: { 'content-type': 'application/json; charset=utf-8' } });
