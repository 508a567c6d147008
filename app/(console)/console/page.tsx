import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { membershipsOf, requireUser } from '../_session.ts';
import { lastWorkspaceCookieName } from '../_shell/last-workspace.ts';
import { homePath } from '../_shell/navigation.ts';

/** To the workspace that was open last, else to a sandbox, where nothing can be broken. */
export default async function Console() {
  const mine = (await membershipsOf((await requireUser()).id)).map(({ workspace }) => workspace);
  const last = (await cookies()).get(lastWorkspaceCookieName)?.value;
  const workspace =
    mine.find(({ slug }) => slug === last) ??
    mine.find(({ environment }) => environment === 'sandbox') ??
    mine[0];
  redirect(workspace ? homePath(workspace.slug) : '/account');
}
