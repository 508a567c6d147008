import 'server-only';

import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { AltaError } from '#lib/errors.ts';
import { currentSession } from '../../_session.ts';

/** Errors of a login at the provider. */
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

/** The page that shows the error: the account page for signed-in users, otherwise the login page. */
export async function noticePath({ key, code }: AltaError): Promise<string> {
  const { data: notice = 'internal' } = Notice.safeParse(code ?? key);
  if (await currentSession()) return `/account?notice=${notice}#oidc`;
  // After the login, the account page is where the provider can be linked.
  return `/login?notice=${notice}${notice === 'oidc-unlinked' ? '&return_to=%2Faccount' : ''}`;
}

/** Text of the notice in an address; undefined if it is unknown. */
export async function noticeOf(said: unknown): Promise<string | undefined> {
  const { data: notice } = Notice.safeParse(said);
  return notice && (await getTranslations('console.errors'))(notice);
}
