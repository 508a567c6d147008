import { listing, withBody, withoutBody, withQuery } from './call.ts';
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
    /** For the functions of `@alta-ar/client/operations`. */
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
    invoiceMail: invoiceMail(client),
    taxpayers: taxpayers(client),
    exchangeRates: exchangeRates(client),
    authority: authority(client),
    workspace: workspace(client),
    apps: apps(client),
    apiKeys: apiKeys(client),
    /** Plays an event in a sandbox whose authority is the simulator. */
    simulate: withBody(client, api.simulate),
    /** Checks that the key is valid. */
    ping: withoutBody(client, ping),
    /** Version 4 by default; `{ v: '7' }` for version 7. */
    uuid: withQuery(client, makeUuid),
  };
}

export type Alta = ReturnType<typeof createAlta>;

/** The workspace of the API key. */
const workspace = (client: Client) => ({
  fetch: withoutBody(client, api.fetchWorkspace),
  change: withBody(client, api.changeWorkspace),
});

const apps = (client: Client) => ({
  list: withoutBody(client, api.listApps),
  fetch: withoutBody(client, api.fetchApp, 'app_id'),
  connect: withoutBody(client, api.connectApp, 'app_id'),
  change: withBody(client, api.changeApp, 'app_id'),
  disconnect: withoutBody(client, api.disconnectApp, 'app_id'),
});

const apiKeys = (client: Client) => ({
  list: withoutBody(client, api.listApiKeys),
});

/** Registrations of suppliers with ARCA, by entry id. */
const registrations = (client: Client) => ({
  /** Registrations under way, and where they are stuck. */
  list: listing(client, api.listRegistrations),
  fetch: withoutBody(client, api.fetchRegistration, 'silo_entry_id'),
  certificateRequest: withoutBody(client, api.fetchCertificateRequest, 'silo_entry_id'),
  uploadCertificate: withBody(client, api.uploadCertificate, 'silo_entry_id'),
  /** Proves the certificate by a login. */
  confirm: withoutBody(client, api.confirmAuthorisation, 'silo_entry_id'),
  pointsOfSale: withoutBody(client, api.fetchPointsOfSale, 'silo_entry_id'),
  /** Reads them again from ARCA. */
  readPointsOfSale: withoutBody(client, api.readPointsOfSale, 'silo_entry_id'),
  claimDelegation: withoutBody(client, api.claimDelegation, 'silo_entry_id'),
  verifyDelegation: withoutBody(client, api.verifyDelegation, 'silo_entry_id'),
});

/** Registration link of a supplier, by entry id. */
const links = (client: Client) => ({
  fetch: withoutBody(client, api.fetchLink, 'silo_entry_id'),
  issue: withBody(client, api.issueLink, 'silo_entry_id'),
  extend: withBody(client, api.extendLink, 'silo_entry_id'),
  revoke: withoutBody(client, api.revokeLink, 'silo_entry_id'),
  /** Issues a separate link for a helper, such as an accountant. */
  handOver: withBody(client, api.handOver, 'silo_entry_id'),
  takeBack: withoutBody(client, api.takeBack, 'silo_entry_id', 'link_id'),
});

/** How the invoices of a supplier are mailed to their customers, by entry id. */
const invoiceMail = (client: Client) => ({
  fetch: withoutBody(client, api.fetchInvoiceMail, 'silo_entry_id'),
  set: withBody(client, api.putInvoiceMail, 'silo_entry_id'),
});

const taxpayers = (client: Client) => ({
  /** The taxpayer with a CUIT, as registered at ARCA. */
  fetch: withoutBody(client, api.fetchTaxpayer, 'cuit'),
});

const exchangeRates = (client: Client) => ({
  /** ARCA's rates in pesos of one USD, EUR and BRL, or of another currency. */
  fetch: withQuery(client, api.fetchExchangeRates),
});

const authority = (client: Client) => ({
  /** Whether ARCA answers. */
  fetch: withoutBody(client, api.fetchAuthority),
});

/** Suppliers, customers and invoices. */
const entries = (client: Client) => ({
  list: listing(client, api.listEntries),
  search: listing(client, api.searchEntries),
  envelopes: listing(client, api.listEnvelopes),
  create: withBody(client, api.createEntry),
  /** By Alta's id. */
  fetch: withoutBody(client, api.fetchEntry, 'id'),
  /** By your own key. */
  fetchByKey: withoutBody(client, api.fetchEntryByKey, 'key'),
  /** Under your own id. */
  put: withBody(client, api.putEntry, 'id'),
  /** `data` is the whole document, unless `options.headers` set another `content-type`. */
  change: withBody(client, api.changeEntry, 'id'),
  archive: withoutBody(client, api.archiveEntry, 'id'),
  restore: withoutBody(client, api.restoreEntry, 'id'),
  activity: listing(client, api.listEntryActivity, 'id'),
  /** Entries whose documents refer to it: an invoice's notes, a supplier's invoices. */
  related: listing(client, api.listRelatedEntries, 'id'),
  /** The same as `related`, with the entry's id in the query. */
  findRelated: listing(client, api.findRelatedEntries),
  /** Only the newest version is stored. */
  version: withoutBody(client, api.fetchVersion, 'id', 'version'),
  /** Mails of an invoice to its customer, and whether they arrived at the mail server. */
  mails: withoutBody(client, api.listMails, 'id'),
  /** Mails an authorized invoice to its customer. */
  mail: withBody(client, api.mailInvoice, 'id'),
  /** All data about a supplier, as the law entitles them to. */
  export: withoutBody(client, api.exportSupplier, 'id'),
  /** Permanently erases a supplier's data. */
  erase: withBody(client, api.eraseSupplier, 'id'),
});

/** Files of an entry. The entry's id is the first argument. */
const files = (client: Client) => ({
  list: withoutBody(client, api.listFiles, 'id'),
  add: withBody(client, api.addFile, 'id'),
  fetch: withoutBody(client, api.fetchFile, 'id', 'file_id'),
  put: withBody(client, api.putFile, 'id', 'file_id'),
  /** Bytes of the file. */
  content: withoutBody(client, fetchContent, 'id', 'file_id'),
  /** Link with which anybody can download the file for a year. */
  link: withoutBody(client, api.fetchFileLink, 'id', 'file_id'),
  /** Uploads the bytes of an announced file. */
  putContent: withBody(client, api.putFileContent, 'id', 'file_id'),
});

/** States of an entry. The entry's id is the first argument. */
const states = (client: Client) => ({
  list: listing(client, api.listStates, 'id'),
  set: withBody(client, api.setState, 'id'),
  /** Sets the state as of an instant. A repetition changes nothing. */
  put: withBody(client, api.putState, 'id', 'at'),
});

const documents = (client: Client) => ({
  /** Checks a document and computes its totals. Stores nothing. */
  build: withBody(client, api.buildDocument),
  /** Builds the credit or debit note for an invoice. Stores nothing. */
  correct: withBody(client, api.correctDocument),
});

/** Typed by hand, because the contract has no type for bytes. */
const fetchContent = api.fetchFileContent as (
  options: Parameters<typeof api.fetchFileContent>[0],
) => Promise<Blob>;

const jobs = (client: Client) => ({
  list: listing(client, api.listJobs),
  create: withBody(client, api.createJob),
  fetch: withoutBody(client, api.fetchJob, 'id'),
  /** By your own key. */
  fetchByKey: withoutBody(client, api.fetchJobByKey, 'key'),
  /** Under your own id. */
  put: withBody(client, api.putJob, 'id'),
  /** Retries the failed step of a running job at once. */
  retry: withoutBody(client, api.retryJob, 'id'),
  /** Runs from the beginning, as a new job. */
  again: withoutBody(client, api.runJobAgain, 'id'),
  skip: withBody(client, api.skipStep, 'id'),
  /** Number of jobs with a tag, by status. */
  summary: withQuery(client, api.summariseJobs),
});

const workflows = (client: Client) => ({
  list: listing(client, api.listWorkflows),
  create: withBody(client, api.createWorkflow),
  /** By Alta's id. */
  fetch: withoutBody(client, api.fetchWorkflow, 'id'),
  /** By your own key. */
  fetchByKey: withoutBody(client, api.fetchWorkflowByKey, 'key'),
  fetchVersion: withoutBody(client, api.fetchWorkflowVersion, 'id', 'version'),
  put: withBody(client, api.putWorkflow, 'id'),
  change: withBody(client, api.changeWorkflow, 'id'),
  /** Deletes a workflow that no job has run. Archive others: `change(id, { archived: true })`. */
  remove: withoutBody(client, api.deleteWorkflow, 'id'),
  /** Steps that a workflow can have. */
  providers: withoutBody(client, api.listProviders),
});

/** One operation on many rows. */
const batches = (client: Client) => ({
  list: listing(client, api.listBatches),
  create: withBody(client, api.createBatch),
  fetch: withoutBody(client, api.fetchBatch, 'id'),
  rows: listing(client, api.listBatchRows, 'id'),
  stop: withoutBody(client, api.stopBatch, 'id'),
  resume: withoutBody(client, api.resumeBatch, 'id'),
});

const webhooks = (client: Client) => ({
  endpoints: {
    list: listing(client, api.listEndpoints),
    create: withBody(client, api.createEndpoint),
    fetch: withoutBody(client, api.fetchEndpoint, 'id'),
    change: withBody(client, api.changeEndpoint, 'id'),
    remove: withoutBody(client, api.removeEndpoint, 'id'),
    secrets: withoutBody(client, api.listEndpointSecrets, 'id'),
    /** The earlier secrets also sign, and none of them ends. */
    addSecret: withBody(client, api.addEndpointSecret, 'id'),
    /** The earlier secrets end after the overlap. */
    rotateSecret: withBody(client, api.rotateEndpointSecret, 'id'),
    /** Sends an example of an event. */
    test: withBody(client, api.testEndpoint, 'id'),
  },
  deliveries: {
    list: listing(client, api.listDeliveries),
    fetch: withoutBody(client, api.fetchDelivery, 'id'),
    redeliver: withoutBody(client, api.redeliver, 'id'),
    /** Resends up to 1,000 undelivered deliveries of a time span. */
    redeliverDead: withBody(client, api.redeliverDead),
  },
  /** Secrets of the workspace, which sign the messages of workflow steps. */
  secrets: {
    list: withoutBody(client, api.listSecrets),
    /** The earlier secrets also sign, and none of them ends. */
    add: withBody(client, api.addSecret),
    /** The earlier secrets end after the overlap. */
    rotate: withBody(client, api.rotateSecret),
    end: withoutBody(client, api.endSecret, 'id'),
  },
});
