import { z } from 'zod';
import { ApiKeyResponse, apiKeyResponse } from '#app/api/access/v1/_wire/api-key.ts';
import {
  WorkspacePatch,
  WorkspaceResponse,
  workspaceChange,
  workspaceResponse,
} from '#app/api/access/v1/_wire/workspace.ts';
import { listApiKeys } from '#lib/accounts/api-keys.ts';
import { changeWorkspace, fetchWorkspaceRow } from '#lib/accounts/workspaces.ts';
import { endpoint } from '#lib/http/endpoint.ts';

const here = { service: 'access', version: 'v1' } as const;

export const apiKeys = {
  listApiKeys: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'api-keys',
      tag: 'API keys',
      summary: 'List API keys, without their tokens',
      details: 'Shows when each key was last used, and with which versions of which services.',
      answers: { 200: z.object({ list: z.array(ApiKeyResponse) }) },
    },
    async (ctx) => ({ body: { list: (await listApiKeys(ctx)).map(apiKeyResponse) } }),
  ),
};

export const workspace = {
  fetchWorkspace: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'workspace',
      tag: 'Workspace',
      summary: 'Fetch the workspace of the API key',
      answers: { 200: WorkspaceResponse },
    },
    async (ctx) => ({ body: workspaceResponse(await fetchWorkspaceRow(ctx)) }),
  ),

  changeWorkspace: endpoint(
    {
      ...here,
      method: 'PATCH',
      route: 'workspace',
      tag: 'Workspace',
      summary: 'Change the workspace',
      details: 'Omitted fields stay as they are. A workspace cannot change between sandbox and live.',
      idempotency: 'harmless',
      body: WorkspacePatch,
      answers: { 200: WorkspaceResponse },
      failures: ['conflict'],
    },
    async (ctx, { body }) => ({ body: workspaceResponse(await changeWorkspace(ctx, workspaceChange(body))) }),
  ),
};
