'use server';

import { refresh } from 'next/cache';
import { afterRecentLogin, consoleAction } from '#console/_action.ts';
import { changeWorkspace, WorkspaceChange } from '#lib/accounts/workspaces.ts';
import { CopyQuestion, CopyRequest, copyToLive, planCopy } from '#lib/copy-workspace.ts';

/** Saves the workspace and returns its slug. If the slug has changed, the old address stops working. */
export const save = consoleAction(
  WorkspaceChange,
  afterRecentLogin(async ({ ctx }, change) => {
    const { slug } = await changeWorkspace(ctx, change);
    if (slug === ctx.workspace.slug) refresh();
    return { slug };
  }),
);

/** Plan of a copy to a live workspace: the things it would make, replace and leave. */
export const planLive = consoleAction(CopyQuestion, ({ ctx }, question) => planCopy(ctx, question));

export const copyLive = consoleAction(
  CopyRequest,
  afterRecentLogin(({ ctx }, request) => copyToLive(ctx, request)),
);
