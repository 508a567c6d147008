import { searchJson } from '../_search.ts';

export const dynamic = 'force-dynamic';

/** The data of docs-search.js. */
export const GET = () =>
  new Response(searchJson(), { headers: { 'content-type': 'application/json; charset=utf-8' } });
