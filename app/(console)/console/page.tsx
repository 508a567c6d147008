import { redirect } from 'next/navigation';
import { lastWorkspace, requireUser } from '../_session.ts';
import { homePath } from '../_shell/navigation.ts';

/** The Console's entry point: redirects to a workspace. */
export default async function Console() {
  const workspace = await lastWorkspace((await requireUser()).id);
  redirect(workspace ? homePath(workspace.slug) : '/account');
}
