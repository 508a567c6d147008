import 'server-only';

import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { AltaError } from '#lib/errors.ts';
import { currentSession } from '../../_session.ts';

/** What a login at the provider can come to, besides a session. */
const Notice = z.enum([
  'internal',
  'oidc-away',
  'oidc-failed',
  'oidc-gone',
  'oidc-refused',
  'oidc-taken',
  'oidc-unlinked',
  'rate-limited',
]);

/** The page that says so: of who is logged in, their account's, of others the login's. */
export async function noticePath({ key, code }: AltaError): Promise<string> {
  const { data: notice = 'internal' } = Notice.safeParse(code ?? key);
  if (await currentSession()) return `/account?notice=${notice}#oidc`;
  // Where it is linked, once they are in.
  return `/login?notice=${notice}${notice === 'oidc-unlinked' ? '&return_to=%2Faccount' : ''}`;
}

/** What the page says, by what its address says; undefined where that is nothing of ours. */
export async function noticeOf(said: unknown): Promise<string | undefined> {
  const { data: notice } = Notice.safeParse(said);
  return notice && (await getTranslations('console.errors'))(notice);
}
