import { changeWorkspace, fetchWorkspaceRow } from '#lib/accounts/workspaces.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { WorkspacePatch, WorkspaceResponse, workspaceChange, workspaceResponse } from '../_wire/workspace.ts';

const here = {
  service: 'access',
  version: 'v1',
  route: 'workspace',
  tag: 'Workspace',
  answers: { 200: WorkspaceResponse },
} as const;

export const GET = endpoint(
  { ...here, operation: 'fetchWorkspace', summary: 'Fetch the workspace that the API key speaks for' },
  async (ctx) => ({ body: workspaceResponse(await fetchWorkspaceRow(ctx)) }),
);

export const PATCH = endpoint(
  {
    ...here,
    operation: 'changeWorkspace',
    idempotency: 'harmless',
    summary: 'Change the workspace: what is left out stays; sandbox or live is fixed',
    body: WorkspacePatch,
    failures: ['conflict'],
  },
  async (ctx, { body }) => ({ body: workspaceResponse(await changeWorkspace(ctx, workspaceChange(body))) }),
);

export const { POST, PUT, DELETE, OPTIONS } = otherMethods('GET', 'PATCH');
