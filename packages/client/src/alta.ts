import { asking, bare } from './call.ts';
import { type AltaOptions, createClient } from './client.ts';
import { makeUuid, ping } from './generated/sdk.gen.ts';
import { type InvoiceToIssue, issueInvoice } from './issue-invoice.ts';
import { registerSupplier, type SupplierToRegister } from './register-supplier.ts';
import { apiKeys, apps, workspace } from './services/access.ts';
import { authority, exchangeRates, links, registrations, taxpayers } from './services/gov-ar.ts';
import { documents, entries, files, states } from './services/silo.ts';
import { batches, jobs, webhooks, workflows } from './services/transform.ts';

/** All of Alta, by noun. Who wants less of it in a bundle takes `createClient` and single operations. */
export function createAlta(options: AltaOptions) {
  const client = createClient(options);
  return {
    /** For the functions of `@alta/client/operations`. */
    client,
    /** From name and CUIT to the link for the supplier, and to the day when they are registered. */
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
    /** Whether the key is good. */
    ping: bare(client, ping),
    /** Of version 4 unless told: `{ v: '7' }`. */
    uuid: asking(client, makeUuid),
  };
}

export type Alta = ReturnType<typeof createAlta>;
