import { altaErrorOf } from '#lib/http/problem.ts';
import { log } from '#lib/log.ts';
import { noticePath } from './_notice.ts';

/** Redirects to the address that `find` returns, or to a page with the error. */
export async function leadTo(find: () => Promise<string>): Promise<Response> {
  const location = await find().catch((error: unknown) => {
    const known = altaErrorOf(error);
    if (known.key === 'internal') log().error({ err: error }, 'a login at the OpenID provider failed');
    return noticePath(known);
  });
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
