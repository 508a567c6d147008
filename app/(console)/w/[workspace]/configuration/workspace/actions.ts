'use server';

import { refresh } from 'next/cache';
import { afterRecentLogin, consoleAction } from '#console/_action.ts';
import { changeWorkspace, WorkspaceChange } from '#lib/accounts/workspaces.ts';

/** Returns the workspace's slug. Its former address stops working. */
export const save = consoleAction(
  WorkspaceChange,
  afterRecentLogin(async ({ ctx }, change) => {
    const { slug } = await changeWorkspace(ctx, change);
    if (slug === ctx.workspace.slug) refresh();
    return { slug };
  }),
);
