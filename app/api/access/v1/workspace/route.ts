import { changeWorkspace, WorkspaceChange, workspaceResponse } from '#lib/accounts/workspace-settings.ts';
import { fetchWorkspaceRow } from '#lib/accounts/workspaces.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';

const here = { service: 'access', version: 'v1', route: 'workspace' } as const;

/** The workspace that the API key speaks for. */
export const GET = endpoint(here, async (ctx) => ({
  body: workspaceResponse(await fetchWorkspaceRow(ctx)),
}));

/** What is left out stays. Sandbox or live is fixed. */
export const PATCH = endpoint({ ...here, body: WorkspaceChange }, async (ctx, { body }) => ({
  body: workspaceResponse(await changeWorkspace(ctx, body)),
}));

export const { POST, PUT, DELETE, OPTIONS } = otherMethods('GET', 'PATCH');
