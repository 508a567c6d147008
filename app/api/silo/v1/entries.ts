import { z } from 'zod';
import { ById } from '#app/api/_wire/fields.ts';
import { Instant } from '#app/api/_wire/instant.ts';
import {
  fromResponse,
  PageQuery,
  pageOf,
  pageResponse,
  timedPageOf,
  timedPageQuery,
} from '#app/api/_wire/page.ts';
import { ActivityResponse, activityResponse } from '#app/api/silo/v1/_wire/activity.ts';
import {
  archivedOf,
  EntryInList,
  EntryQuery,
  EntryVersion,
  entriesInList,
  entryVersion,
  newEntry,
  WholeEntry,
  wholeEntry,
} from '#app/api/silo/v1/_wire/entry.ts';
import {
  changeTypes,
  EntryChange,
  EntryInput,
  entryChange,
  entryInput,
  learnOfIssuer,
} from '#app/api/silo/v1/_wire/entry-input.ts';
import { EnvelopeQuery, envelopePage, envelopeQuery } from '#app/api/silo/v1/_wire/envelope.ts';
import { RelatedPage, RelatedQuery, relatedPage } from '#app/api/silo/v1/_wire/related.ts';
import { EntrySearch, FoundEntries, searchResponse } from '#app/api/silo/v1/_wire/search.ts';
import type { Context } from '#lib/context.ts';
import { Envelope } from '#lib/documents/envelope.ts';
import { required } from '#lib/documents/validation.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { changeDocument } from '#lib/invoices/change-document.ts';
import { sizeLimits } from '#lib/limits.ts';
import { page } from '#lib/paging.ts';
import { eraseSupplier } from '#lib/privacy/erase-supplier.ts';
import { exportSupplier } from '#lib/privacy/export-supplier.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import {
  archiveEntry,
  createOrFindEntry,
  fetchEntry,
  fetchEntryByKey,
  fetchVersion,
  type ListedEntry,
  listEntries,
  restoreEntry,
} from '#lib/silo/entries.ts';
import { listEnvelopes } from '#lib/silo/envelopes.ts';
import { searchEntries } from '#lib/silo/search.ts';

const here = { service: 'silo', version: 'v1', tag: 'Entries' } as const;

const EntryPage = timedPageOf(EntryInList).extend({
  folder: z.string().optional(),
  state: EntryInList.shape.state.optional(),
});

const Erasure = z.object({ id: z.uuid(), erased_at: Instant }).meta({ id: 'Erasure' });

export const entries = {
  listEntries: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entries',
      summary: 'List entries, newest first',
      query: EntryQuery,
      answers: { 200: EntryPage },
    },
    async (ctx, { query }) => {
      const rows = await listEntries(ctx, { ...timedPageQuery(query), ...archivedOf(query) });
      return {
        body: {
          ...pageResponse(page(rows, query), await entriesInList(ctx, rows)),
          ...fromResponse(query),
          ...(query.folder ? { folder: query.folder } : {}),
          ...(query.state ? { state: query.state } : {}),
        },
      };
    },
  ),

  createEntry: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'entries',
      summary: 'Create an entry',
      details: 'Sending the same `key` with the same document again returns the existing entry.',
      idempotency: 'by-key',
      body: EntryInput,
      answers: { 200: WholeEntry },
      failures: ['conflict'],
    },
    async (ctx, { body }) => {
      const { entry, created } = await createOrFindEntry(ctx, await entryInput(ctx, body));
      return { body: created ? newEntry(entry) : await wholeEntry(ctx, entry) };
    },
    undefined,
    learnOfIssuer,
  ),

  fetchEntryByKey: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entries/key/{key}',
      summary: 'Fetch an entry by the key that it was created with',
      params: z.strictObject({ key: z.string().max(sizeLimits.keyCharacters) }),
      answers: { 200: WholeEntry },
    },
    async (ctx, { params }) => ({ body: await wholeEntry(ctx, await fetchEntryByKey(ctx, params.key)) }),
  ),

  searchEntries: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'search',
      summary: 'Find entries by name or tax code',
      details:
        'An entry matches if each word of `q` begins a word of the name, or if `q` begins the tax code. Newest first.',
      query: EntrySearch,
      answers: { 200: FoundEntries },
    },
    async (ctx, { query }) => {
      const rows = await searchEntries(ctx, { ...query, ...archivedOf(query) });
      return {
        body: {
          ...pageResponse(page(rows, query), await entriesInList(ctx, rows)),
          ...searchResponse(query),
        },
      };
    },
  ),

  findRelatedEntries: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entries/related',
      summary: 'List the entries whose documents refer to an entry',
      details: 'The same as `GET /entries/{id}/related`.',
      query: RelatedQuery.extend({
        uuid: z.uuid(required('is required: the UUID of an entry')).toLowerCase(),
      }),
      answers: { 200: RelatedPage },
      failures: ['not-found', 'gone'],
    },
    async (ctx, { query: { uuid, ...query } }) => ({ body: await relatedPage(ctx, uuid, query) }),
  ),

  listEnvelopes: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'envelopes',
      summary: 'List the documents of entries in their envelopes, newest first',
      query: EnvelopeQuery,
      answers: { 200: pageOf(Envelope) },
    },
    async (ctx, { query }) => ({ json: envelopePage(await listEnvelopes(ctx, envelopeQuery(query))) }),
  ),

  fetchEntry: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entries/{id}',
      summary: 'Fetch an entry with its document, meta and files',
      params: ById,
      answers: { 200: WholeEntry },
      failures: ['gone'],
    },
    async (ctx, { params }) => ({ body: await wholeEntry(ctx, await fetchEntry(ctx, params.id)) }),
  ),

  putEntry: endpoint(
    {
      ...here,
      method: 'PUT',
      route: 'entries/{id}',
      summary: 'Create an entry under an id of your own',
      details:
        'Sending the same again returns the existing entry. Parties take UUIDs of version 3, 4 or 5, invoices of version 1 or 7.',
      params: ById,
      body: EntryInput,
      answers: { 200: WholeEntry },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params, body }) => {
      const { entry, created } = await createOrFindEntry(ctx, await entryInput(ctx, body), params.id);
      return { body: created ? newEntry(entry) : await wholeEntry(ctx, entry) };
    },
    undefined,
    learnOfIssuer,
  ),

  changeEntry: endpoint(
    {
      ...here,
      method: 'PATCH',
      route: 'entries/{id}',
      summary: "Change an entry's document",
      details: [
        'With `application/json`, `data` is the whole document; with `application/merge-patch+json` (RFC 7396), the',
        'changed fields; with `application/json-patch+json` (RFC 6902), a list of operations. Clients that always send',
        '`application/json` name the type as `content_type` in the body. Send the `version` that you read to avoid',
        'overwriting a change made meanwhile: the answer is then 409 `changed-meanwhile`.',
      ].join(' '),
      idempotency: 'by-version',
      params: ById,
      mediaTypes: changeTypes,
      body: EntryChange,
      answers: { 200: WholeEntry },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params, body, mediaType }) => {
      const entry = await changeDocument(ctx, params.id, entryChange(body, mediaType));
      return { body: await wholeEntry(ctx, entry) };
    },
  ),

  fetchVersion: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entries/{id}/versions/{version}',
      summary: 'Fetch the document of an entry in one version',
      details: 'Only the newest version is stored: any other is a 404.',
      params: ById.extend({ version: z.string().max(64) }),
      answers: { 200: EntryVersion },
      failures: ['gone'],
    },
    async (ctx, { params: { id, version } }) => ({
      body: entryVersion(await fetchVersion(ctx, id, version)),
    }),
  ),

  listEntryActivity: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entries/{id}/activity',
      summary: 'List the activity of an entry, its registrations and its jobs',
      params: ById,
      query: PageQuery,
      answers: { 200: pageOf(ActivityResponse) },
    },
    async (ctx, { params, query }) => ({
      body: pageResponse(await entryActivity(ctx, params.id, query), activityResponse),
    }),
  ),

  listRelatedEntries: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entries/{id}/related',
      summary: 'List the entries whose documents refer to this one, newest first',
      details:
        'For an invoice: its credit and debit notes, at most 100. For a supplier: the invoices issued in their name.',
      params: ById,
      query: RelatedQuery,
      answers: { 200: RelatedPage },
      failures: ['gone'],
    },
    async (ctx, { params, query }) => ({ body: await relatedPage(ctx, params.id, query) }),
  ),

  archiveEntry: endpoint(
    {
      ...here,
      method: 'PUT',
      route: 'entries/{id}/archive',
      summary: 'Archive an entry',
      details:
        'Lists and searches omit the entry from now on. Nothing else changes: its data is kept, and a registered supplier stays registered. Archiving again changes nothing.',
      params: ById,
      answers: { 200: EntryInList },
      failures: ['gone'],
    },
    async (ctx, { params }) => ({ body: await inList(ctx, await archiveEntry(ctx, params.id)) }),
  ),

  restoreEntry: endpoint(
    {
      ...here,
      method: 'DELETE',
      route: 'entries/{id}/archive',
      summary: 'Restore an archived entry',
      details: 'Restoring again changes nothing.',
      params: ById,
      answers: { 200: EntryInList },
      failures: ['gone'],
    },
    async (ctx, { params }) => ({ body: await inList(ctx, await restoreEntry(ctx, params.id)) }),
  ),

  exportSupplier: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'entries/{id}/export',
      summary: 'Fetch all stored data of a supplier, as a ZIP',
      details: [
        'The rows of each table as JSON, a page in Spanish that explains them, and the files: for suppliers who ask for',
        'their data. Private keys, tickets, tokens and links are not included. The key also needs the scopes',
        '`apps/gov-ar:read` and `transform:read`.',
      ].join(' '),
      params: ById,
      answers: { 200: 'file' },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params }) => ({ download: await exportSupplier(ctx, params.id) }),
  ),

  eraseSupplier: endpoint(
    {
      ...here,
      method: 'PUT',
      route: 'entries/{id}/erasure',
      summary: 'Erase a supplier permanently',
      details: [
        'Ends their registration, destroys their keys, and deletes or overwrites their data: the document, files, mails,',
        'messages, data of jobs, and invoices that were not issued. Authorized invoices and the log are kept. From then',
        'on the entry is a 410 `entry-erased`. Erasing again changes nothing. The key also needs the scopes',
        '`apps/gov-ar:write` and `transform:write`.',
      ].join(' '),
      params: ById,
      body: z.strictObject({
        confirm: z.string().max(600).describe('The name or the tax code of the supplier, as in the entry.'),
      }),
      answers: { 200: Erasure },
      failures: ['conflict'],
    },
    async (ctx, { params, body }) => {
      const { id, erasedAt } = await eraseSupplier(ctx, params.id, body.confirm);
      return { body: { id, erased_at: erasedAt.toISOString() } };
    },
  ),
};

const inList = async (ctx: Context, row: ListedEntry) => (await entriesInList(ctx, [row]))(row);
