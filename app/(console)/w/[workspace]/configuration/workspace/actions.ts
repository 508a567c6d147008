'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { consoleAction } from '#console/_action.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { changeWorkspace, WorkspaceChange } from '#lib/accounts/workspace-settings.ts';

/** Leads to the workspace's new address where that is another one. */
export const save = consoleAction(WorkspaceChange, async ({ ctx }, change) => {
  const { slug } = await changeWorkspace(ctx, change);
  if (slug !== ctx.workspace.slug) redirect(workspacePath(slug, '/configuration/workspace'));
  refresh();
});
