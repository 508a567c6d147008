import { asking, bare, listing, sending } from '../call.ts';
import type { Client } from '../generated/client/index.ts';
import * as api from '../generated/sdk.gen.ts';

export const jobs = (client: Client) => ({
  list: listing(client, api.listJobs),
  create: sending(client, api.createJob),
  fetch: bare(client, api.fetchJob, 'id'),
  /** By the key that you gave it. */
  fetchByKey: bare(client, api.fetchJobByKey, 'key'),
  /** Under an id of your own. */
  put: sending(client, api.putJob, 'id'),
  /** From where it failed. */
  retry: bare(client, api.retryJob, 'id'),
  /** From the beginning, as a new job. */
  again: bare(client, api.runJobAgain, 'id'),
  skip: sending(client, api.skipStep, 'id'),
  /** How many of a tag are in which status. */
  summary: asking(client, api.summariseJobs),
});

export const workflows = (client: Client) => ({
  list: listing(client, api.listWorkflows),
  create: sending(client, api.createWorkflow),
  fetch: bare(client, api.fetchWorkflow, 'id'),
  fetchVersion: bare(client, api.fetchWorkflowVersion, 'id', 'version'),
  put: sending(client, api.putWorkflow, 'id'),
  change: sending(client, api.changeWorkflow, 'id'),
  /** The steps that a workflow can have. */
  providers: bare(client, api.listProviders),
});

/** One operation on many rows. */
export const batches = (client: Client) => ({
  list: listing(client, api.listBatches),
  create: sending(client, api.createBatch),
  fetch: bare(client, api.fetchBatch, 'id'),
  rows: listing(client, api.listBatchRows, 'id'),
  stop: bare(client, api.stopBatch, 'id'),
  resume: bare(client, api.resumeBatch, 'id'),
});

export const webhooks = (client: Client) => ({
  endpoints: {
    list: listing(client, api.listEndpoints),
    create: sending(client, api.createEndpoint),
    fetch: bare(client, api.fetchEndpoint, 'id'),
    change: sending(client, api.changeEndpoint, 'id'),
    remove: bare(client, api.removeEndpoint, 'id'),
    secrets: bare(client, api.listEndpointSecrets, 'id'),
    rotateSecret: sending(client, api.rotateEndpointSecret, 'id'),
    /** Sends an example of an event. */
    test: sending(client, api.testEndpoint, 'id'),
  },
  deliveries: {
    list: listing(client, api.listDeliveries),
    fetch: bare(client, api.fetchDelivery, 'id'),
    redeliver: bare(client, api.redeliver, 'id'),
    /** All that were given up. */
    redeliverDead: sending(client, api.redeliverDead),
  },
  /** Those of the workspace, which sign the steps of workflows. */
  secrets: {
    list: bare(client, api.listSecrets),
    rotate: sending(client, api.rotateSecret),
    end: bare(client, api.endSecret, 'id'),
  },
});
