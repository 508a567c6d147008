import { bare, sending } from '../call.ts';
import type { Client } from '../generated/client/index.ts';
import * as api from '../generated/sdk.gen.ts';

/** The workspace of the API key. */
export const workspace = (client: Client) => ({
  fetch: bare(client, api.fetchWorkspace),
  change: sending(client, api.changeWorkspace),
});

export const apps = (client: Client) => ({
  list: bare(client, api.listApps),
  fetch: bare(client, api.fetchApp, 'app_id'),
  connect: bare(client, api.connectApp, 'app_id'),
  change: sending(client, api.changeApp, 'app_id'),
  disconnect: bare(client, api.disconnectApp, 'app_id'),
});

export const apiKeys = (client: Client) => ({
  list: bare(client, api.listApiKeys),
});
