import { libraryScript } from '../_library.ts';

export const dynamic = 'force-dynamic';

export const GET = () =>
  new Response(libraryScript(), { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
