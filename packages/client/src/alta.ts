import { asking, bare, listing, sending } from './call.ts';
import { type AltaOptions, createClient } from './client.ts';
import type { Client } from './generated/client/index.ts';
import * as api from './generated/sdk.gen.ts';
import { makeUuid, ping } from './generated/sdk.gen.ts';
import { type InvoiceToIssue, issueInvoice } from './issue-invoice.ts';
import { registerSupplier, type SupplierToRegister } from './register-supplier.ts';

/** All of Alta, by resource. For a smaller bundle use `createClient` and single operations. */
export function createAlta(options: AltaOptions) {
  const client = createClient(options);
  return {
    /** For the functions of `@alta/client/operations`. */
    client,
    /** From name and CUIT to the link for the supplier, and to the completed registration. */
    registerSupplier: (supplier: SupplierToRegister) => registerSupplier(client, supplier),
    /** From a document to an invoice with its CAE. */
    issueInvoice: (invoice: InvoiceToIssue) => issueInvoice(client, invoice),
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
    exchangeRates: exchangeRates(client),
    authority: authority(client),
    workspace: workspace(client),
    apps: apps(client),
    apiKeys: apiKeys(client),
    /** Checks that the key is valid. */
    ping: bare(client, ping),
    /** Version 4 by default; `{ v: '7' }` for version 7. */
    uuid: asking(client, makeUuid),
  };
}

export type Alta = ReturnType<typeof createAlta>;

/** The workspace of the API key. */
const workspace = (client: Client) => ({
  fetch: bare(client, api.fetchWorkspace),
  change: sending(client, api.changeWorkspace),
});

const apps = (client: Client) => ({
  list: bare(client, api.listApps),
  fetch: bare(client, api.fetchApp, 'app_id'),
  connect: bare(client, api.connectApp, 'app_id'),
  change: sending(client, api.changeApp, 'app_id'),
  disconnect: bare(client, api.disconnectApp, 'app_id'),
});

const apiKeys = (client: Client) => ({
  list: bare(client, api.listApiKeys),
});

/** Registrations of suppliers with ARCA, by entry id. */
const registrations = (client: Client) => ({
  /** Registrations under way, and where they are stuck. */
  list: listing(client, api.listRegistrations),
  fetch: bare(client, api.fetchRegistration, 'silo_entry_id'),
  certificateRequest: bare(client, api.fetchCertificateRequest, 'silo_entry_id'),
  uploadCertificate: sending(client, api.uploadCertificate, 'silo_entry_id'),
  /** Proves the certificate by a login. */
  confirm: bare(client, api.confirmAuthorisation, 'silo_entry_id'),
  pointsOfSale: bare(client, api.fetchPointsOfSale, 'silo_entry_id'),
  /** Reads them again from ARCA. */
  readPointsOfSale: bare(client, api.readPointsOfSale, 'silo_entry_id'),
  claimDelegation: bare(client, api.claimDelegation, 'silo_entry_id'),
  verifyDelegation: bare(client, api.verifyDelegation, 'silo_entry_id'),
});

/** Registration link of a supplier, by entry id. */
const links = (client: Client) => ({
  fetch: bare(client, api.fetchLink, 'silo_entry_id'),
  issue: sending(client, api.issueLink, 'silo_entry_id'),
  extend: sending(client, api.extendLink, 'silo_entry_id'),
  revoke: bare(client, api.revokeLink, 'silo_entry_id'),
  /** Issues a separate link for a helper, such as an accountant. */
  handOver: sending(client, api.handOver, 'silo_entry_id'),
  takeBack: bare(client, api.takeBack, 'silo_entry_id', 'link_id'),
});

const taxpayers = (client: Client) => ({
  /** The taxpayer with a CUIT, as registered at ARCA. */
  fetch: bare(client, api.fetchTaxpayer, 'cuit'),
});

const exchangeRates = (client: Client) => ({
  /** ARCA's rates of one USD, EUR and BRL in pesos. */
  fetch: asking(client, api.fetchExchangeRates),
});

const authority = (client: Client) => ({
  /** Whether ARCA answers. */
  fetch: bare(client, api.fetchAuthority),
});

/** Suppliers, customers and invoices. */
const entries = (client: Client) => ({
  list: listing(client, api.listEntries),
  search: listing(client, api.searchEntries),
  envelopes: listing(client, api.listEnvelopes),
  create: sending(client, api.createEntry),
  /** By Alta's id. */
  fetch: bare(client, api.fetchEntry, 'id'),
  /** By your own key. */
  fetchByKey: bare(client, api.fetchEntryByKey, 'key'),
  /** Under your own id. */
  put: sending(client, api.putEntry, 'id'),
  /** `data` is the whole document, unless `options.headers` set another `content-type`. */
  change: sending(client, api.changeEntry, 'id'),
  archive: bare(client, api.archiveEntry, 'id'),
  restore: bare(client, api.restoreEntry, 'id'),
  activity: listing(client, api.listEntryActivity, 'id'),
  /** Entries whose documents refer to it: an invoice's notes, a supplier's invoices. */
  related: listing(client, api.listRelatedEntries, 'id'),
  /** The same as `related`, with the entry's id in the query. */
  findRelated: listing(client, api.findRelatedEntries),
  /** Only the newest version is stored. */
  version: bare(client, api.fetchVersion, 'id', 'version'),
  /** All data about a supplier, as the law entitles them to. */
  export: bare(client, api.exportSupplier, 'id'),
  /** Permanently erases a supplier's data. */
  erase: sending(client, api.eraseSupplier, 'id'),
});

/** Files of an entry. The entry's id is the first argument. */
const files = (client: Client) => ({
  list: bare(client, api.listFiles, 'id'),
  add: sending(client, api.addFile, 'id'),
  fetch: bare(client, api.fetchFile, 'id', 'file_id'),
  put: sending(client, api.putFile, 'id', 'file_id'),
  /** Bytes of the file. */
  content: bare(client, fetchContent, 'id', 'file_id'),
  /** Uploads the bytes of an announced file. */
  putContent: sending(client, api.putFileContent, 'id', 'file_id'),
});

/** States of an entry. The entry's id is the first argument. */
const states = (client: Client) => ({
  list: listing(client, api.listStates, 'id'),
  set: sending(client, api.setState, 'id'),
  /** Sets the state as of an instant. A repetition changes nothing. */
  put: sending(client, api.putState, 'id', 'at'),
});

const documents = (client: Client) => ({
  /** Checks a document and computes its totals. Stores nothing. */
  build: sending(client, api.buildDocument),
  /** Builds the credit or debit note for an invoice. Stores nothing. */
  correct: sending(client, api.correctDocument),
});

/** Typed by hand, because the contract has no type for bytes. */
const fetchContent = api.fetchFileContent as (
  options: Parameters<typeof api.fetchFileContent>[0],
) => Promise<Blob>;

const jobs = (client: Client) => ({
  list: listing(client, api.listJobs),
  create: sending(client, api.createJob),
  fetch: bare(client, api.fetchJob, 'id'),
  /** By your own key. */
  fetchByKey: bare(client, api.fetchJobByKey, 'key'),
  /** Under your own id. */
  put: sending(client, api.putJob, 'id'),
  /** Retries the failed step of a running job at once. */
  retry: bare(client, api.retryJob, 'id'),
  /** Runs from the beginning, as a new job. */
  again: bare(client, api.runJobAgain, 'id'),
  skip: sending(client, api.skipStep, 'id'),
  /** Number of jobs with a tag, by status. */
  summary: asking(client, api.summariseJobs),
});

const workflows = (client: Client) => ({
  list: listing(client, api.listWorkflows),
  create: sending(client, api.createWorkflow),
  fetch: bare(client, api.fetchWorkflow, 'id'),
  fetchVersion: bare(client, api.fetchWorkflowVersion, 'id', 'version'),
  put: sending(client, api.putWorkflow, 'id'),
  change: sending(client, api.changeWorkflow, 'id'),
  /** Steps that a workflow can have. */
  providers: bare(client, api.listProviders),
});

/** One operation on many rows. */
const batches = (client: Client) => ({
  list: listing(client, api.listBatches),
  create: sending(client, api.createBatch),
  fetch: bare(client, api.fetchBatch, 'id'),
  rows: listing(client, api.listBatchRows, 'id'),
  stop: bare(client, api.stopBatch, 'id'),
  resume: bare(client, api.resumeBatch, 'id'),
});

const webhooks = (client: Client) => ({
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
    /** Resends up to 1,000 undelivered deliveries of a time span. */
    redeliverDead: sending(client, api.redeliverDead),
  },
  /** Secrets of the workspace, which sign the messages of workflow steps. */
  secrets: {
    list: bare(client, api.listSecrets),
    rotate: sending(client, api.rotateSecret),
    end: bare(client, api.endSecret, 'id'),
  },
});
