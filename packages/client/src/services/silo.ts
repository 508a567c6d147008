import { bare, listing, sending } from '../call.ts';
import type { Client } from '../generated/client/index.ts';
import * as api from '../generated/sdk.gen.ts';

/** Suppliers, customers and invoices. */
export const entries = (client: Client) => ({
  list: listing(client, api.listEntries),
  search: listing(client, api.searchEntries),
  envelopes: listing(client, api.listEnvelopes),
  create: sending(client, api.createEntry),
  /** By Alta's id. */
  fetch: bare(client, api.fetchEntry, 'id'),
  /** By the key that you gave it. */
  fetchByKey: bare(client, api.fetchEntryByKey, 'key'),
  /** Under an id of your own. */
  put: sending(client, api.putEntry, 'id'),
  /** `data` is the whole document, unless `options.headers` say another `content-type`. */
  change: sending(client, api.changeEntry, 'id'),
  archive: bare(client, api.archiveEntry, 'id'),
  restore: bare(client, api.restoreEntry, 'id'),
  activity: listing(client, api.listEntryActivity, 'id'),
  /** Those whose documents name it: an invoice's notes, a supplier's invoices. */
  related: listing(client, api.listRelatedEntries, 'id'),
  /** The same, of the one that the query names. */
  findRelated: listing(client, api.findRelatedEntries),
  /** Only the newest is kept. */
  version: bare(client, api.fetchVersion, 'id', 'version'),
  /** What there is of a supplier, as the law gives it to them. */
  export: bare(client, api.exportSupplier, 'id'),
  /** For good. */
  erase: sending(client, api.eraseSupplier, 'id'),
});

/** Files of an entry, whose id comes first. */
export const files = (client: Client) => ({
  list: bare(client, api.listFiles, 'id'),
  add: sending(client, api.addFile, 'id'),
  fetch: bare(client, api.fetchFile, 'id', 'file_id'),
  put: sending(client, api.putFile, 'id', 'file_id'),
  /** Its bytes. */
  content: bare(client, fetchContent, 'id', 'file_id'),
  /** The bytes of one that was announced. */
  putContent: sending(client, api.putFileContent, 'id', 'file_id'),
});

/** States of an entry, whose id comes first. */
export const states = (client: Client) => ({
  list: listing(client, api.listStates, 'id'),
  set: sending(client, api.setState, 'id'),
  /** As of an instant, once. */
  put: sending(client, api.putState, 'id', 'at'),
});

export const documents = (client: Client) => ({
  /** Checks a document and works its totals out; stores nothing. */
  build: sending(client, api.buildDocument),
  /** Makes the credit or debit note of an invoice; stores nothing. */
  correct: sending(client, api.correctDocument),
});

/** The contract has no word for bytes. */
const fetchContent = api.fetchFileContent as (
  options: Parameters<typeof api.fetchFileContent>[0],
) => Promise<Blob>;
