import { bare } from './call.ts';
import { type AltaOptions, createClient } from './client.ts';
import { ping } from './generated/sdk.gen.ts';
import { apiKeys, apps, workspace } from './services/access.ts';
import { authority, links, registrations, taxpayers } from './services/gov-ar.ts';
import { documents, entries, files, states } from './services/silo.ts';
import { batches, jobs, webhooks, workflows } from './services/transform.ts';

/** All of Alta, by noun. Who wants less of it in a bundle takes `createClient` and single operations. */
export function createAlta(options: AltaOptions) {
  const client = createClient(options);
  return {
    /** For the functions of `@alta/client/operations`. */
    client,
    entries: entries(client),
    files: files(client),
    states: states(client),
    documents: documents(client),
    jobs: jobs(client),
    workflows: workflows(client),
    batches: batches(client),
    webhooks: webhooks(client),
    registrations: registrations(client),
    links: links(client),
    taxpayers: taxpayers(client),
    authority: authority(client),
    workspace: workspace(client),
    apps: apps(client),
    apiKeys: apiKeys(client),
    /** Whether the key is good. */
    ping: bare(client, ping),
  };
}

export type Alta = ReturnType<typeof createAlta>;
