import { searchJson } from '../../_search.ts';

export const dynamic = 'force-dynamic';

/** The index for docs-search.js on Spanish pages. */
export const GET = () =>
  new Response(searchJson('es'), { headers: { 'content-type': 'application/json; charset=utf-8' } });
