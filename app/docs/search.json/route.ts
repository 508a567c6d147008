import { searchJson } from '../_search.ts';

export const dynamic = 'force-dynamic';

/** The index for docs-search.js. */
export const GET = () =>
  new Response(searchJson(), { headers: { 'content-type': 'application/json; charset=utf-8' } });
