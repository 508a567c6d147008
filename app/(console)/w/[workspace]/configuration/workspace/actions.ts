'use server';

import { refresh } from 'next/cache';
import { afterRecentLogin, consoleAction } from '#console/_action.ts';
import { changeWorkspace, WorkspaceChange } from '#lib/accounts/workspaces.ts';

/** Gives the workspace's address: under the one that it had before there is nothing any more. */
export const save = consoleAction(
  WorkspaceChange,
  afterRecentLogin(async ({ ctx }, change) => {
    const { slug } = await changeWorkspace(ctx, change);
    if (slug === ctx.workspace.slug) refresh();
    return { slug };
  }),
);
