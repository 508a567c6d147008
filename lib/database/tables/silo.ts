import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { type LoggedAction, type Subject, troubles } from '#lib/audit-actions.ts';
import type { StoredFault } from '#lib/faults.ts';
import type { Actor } from '#lib/roles.ts';
import { workspaces } from './accounts.ts';
import { bytes, bytesOf, createdAt, id, instant, searchWords, updatedAt } from './columns.ts';

export const entryStateKeys = [
  'invalid',
  'empty',
  'draft',
  'processing',
  'registered',
  'completed',
  'sent',
  'received',
  'paid',
  'error',
  'rejected',
  'void',
] as const;
export type EntryStateKey = (typeof entryStateKeys)[number];

export const fileCategories = [
  '',
  'format',
  'request',
  'response',
  'agreement',
  'verification',
  'attachment',
] as const;
export type FileCategory = (typeof fileCategories)[number];

const textAt = (path: string) => `coalesce(doc #>> '{${path}}', '')`;

/** The DNI in the CUIT of a person, without leading zeros; empty for a company. */
const dniAt = (path: string) =>
  `coalesce(substring(doc #>> '{${path}}' from '^2[0347]0*([0-9]{6,8})[0-9]$'), '')`;

/**
 * Searchable texts. A party is found by its name, alias, tax code and other identities, such as a DNI; an invoice by
 * its number and by the same texts of its customer. An invoice is not found by its supplier's tax code, because a search for the company
 * would then return all its invoices. Filters by supplier use `issuer`.
 */
const foundBy = [
  ...['name', 'alias', 'tax_id,code', 'customer,name', 'customer,alias', 'customer,tax_id,code'].map(textAt),
  ...[
    'identities,0,code',
    'identities,1,code',
    'customer,identities,0,code',
    'customer,identities,1,code',
  ].map(textAt),
  ...['tax_id,code', 'customer,tax_id,code'].map(dniAt),
  `${textAt('tax_id,country')} || ${textAt('tax_id,code')}`,
  `${textAt('customer,tax_id,country')} || ${textAt('customer,tax_id,code')}`,
  // The invoice's number both plain, `12`, and as printed, `00003-00000012`, which is one word.
  `case when folder = 'invoices' and ${textAt('code')} <> '' then
    ${textAt('code')} || ' ' || lpad(${textAt('code')}, 8, '0') || ' ' ||
    lpad(${textAt('series')}, 5, '0') || lpad(${textAt('code')}, 8, '0') else '' end`,
].join(` || ' ' || `);

/**
 * The searchable texts as bare words: accents and full stops removed, split at spaces and all other
 * punctuation. lib/text-matching.ts does the same to the query.
 */
export const wordsOfDocument = sql`array_to_tsvector(array_remove(regexp_split_to_array(lower(regexp_replace(normalize(
  ${sql.raw(foundBy)},
  NFD), '[\\u0300-\\u036f.''’´]', '', 'g')), '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a0«»\\u2000-\\u206f\\u3000]+'), ''))`;

/**
 * The words as indexed, each prefixed by its workspace and folder, so that a search skips the words of other
 * workspaces, and a search for suppliers skips invoices.
 */
export const wordsWithWorkspace = (table: string) =>
  sql.raw(
    `(regexp_replace(${table}search::text, '''([^'']+)''', '''' || right(${table}workspace_id::text, 6) || left(${table}folder, 1) || '\\1''', 'g')::tsvector)`,
  );
export const wordsInWorkspace = wordsWithWorkspace('entries.');
export const wordInFolder = (workspaceId: string, folder: string, word: string) =>
  workspaceId.slice(-6) + folder.slice(0, 1) + word;

const shownAt = (path: string) => `nullif(doc #>> '{${path}}', '')`;

/** `jsonb_build_object` is not immutable, so a generated column cannot use it. */
const textsByName = (texts: Record<string, string>) =>
  `jsonb_object(array['${Object.keys(texts).join("', '")}'], array[${Object.values(texts).join(', ')}])`;

const snippetOfInvoice = textsByName({
  series: shownAt('series'),
  code: shownAt('code'),
  document_type: shownAt('tax,ext,ar-arca-doc-type'),
  customer_name: shownAt('customer,name'),
  total: shownAt('totals,payable'),
  currency: shownAt('currency'),
  issue_date: shownAt('issue_date'),
  supplier_name: shownAt('supplier,name'),
  supplier_code: shownAt('supplier,tax_id,code'),
});
const snippetOfParty = textsByName({
  name: shownAt('name'),
  tax_code: `${shownAt('tax_id,country')} || ${shownAt('tax_id,code')}`,
});
export const snippetOfDocument = sql.raw(
  `jsonb_strip_nulls(case when folder = 'invoices' then ${snippetOfInvoice} else ${snippetOfParty} end)`,
);

/** A field of a note's reference to the invoice it corrects, without leading zeros. Used to find an invoice's notes. */
const correctedAt = (path: string) => `ltrim(doc #>> '{preceding,0,${path}}', '0')`;
export const issuerCuit = `(doc #>> '{supplier,tax_id,code}')`;
export const correctedPoint = correctedAt('series');
export const correctedNumber = correctedAt('code');
export const correctedType = correctedAt('ext,ar-arca-doc-type');

/** Value of a column for filtering invoices; null in other folders. */
export const ofInvoice = (path: string) => sql.raw(`case when folder = 'invoices' then ${shownAt(path)} end`);

const workspaceId = () =>
  uuid('workspace_id')
    .notNull()
    .references(() => workspaces.id);

/** An invoice's number as it sorts: with leading zeros. */
export const paddedNumber = sql.raw(`lpad(snippet ->> 'code', 8, '0')`);

export const entries = pgTable(
  'entries',
  {
    id: id(),
    workspaceId: workspaceId(),
    folder: text('folder').notNull(),
    key: text('key'),
    /** A label only: set by a `silo.state` step or the API, never implied by a job's result. */
    state: text('state').$type<EntryStateKey>(),
    /** `state` with `empty` for null. Lists filter and count by it. */
    stateKey: text('state_key').generatedAlwaysAs(sql`coalesce(state, 'empty')`),
    search: searchWords('search').generatedAlwaysAs(wordsOfDocument),
    faults: jsonb('faults').$type<StoredFault[]>().notNull().default([]),
    /** Code of the first fault. Lists filter and count by it. */
    reason: text('reason').generatedAlwaysAs(sql`faults #>> '{0,code}'`),
    /** Remarks of the authority or Alta on an invoice that was not refused. */
    remarks: jsonb('remarks').$type<StoredFault[]>().notNull().default([]),
    docSchema: text('doc_schema').notNull(),
    doc: jsonb('doc').$type<Record<string, unknown>>().notNull(),
    bytes: bytesOf('doc'),
    /** Fields that lists show, so that they need not read the document, which may be a megabyte. */
    snippet: jsonb('snippet').$type<Record<string, string>>().notNull().generatedAlwaysAs(snippetOfDocument),
    /** The tax code of an invoice's supplier. */
    issuer: text('issuer').generatedAlwaysAs(ofInvoice('supplier,tax_id,code')),
    documentType: text('document_type').generatedAlwaysAs(ofInvoice('tax,ext,ar-arca-doc-type')),
    pointOfSale: text('point_of_sale').generatedAlwaysAs(ofInvoice('series')),
    /** ISO date. */
    issuedOn: text('issued_on').generatedAlwaysAs(ofInvoice('issue_date')),
    digest: text('digest').notNull(),
    /** External attestations: the authority's authorization number, its expiry, the QR code. Set once. */
    stamps: jsonb('stamps').$type<{ prv: string; val: string }[]>().notNull().default([]),
    /**
     * Digest of the document as it was sent. Repeated requests are compared with it, whatever has changed since: the
     * document, the stored data of the issuer that complete it, or the day. See `existingIfSame` in lib/silo/entries.ts.
     */
    createdDigest: text('created_digest').notNull(),
    /** Archived entries are left out of lists. They keep everything attached to them and can be restored. */
    archivedAt: instant('archived_at'),
    /** The document of a closed entry can not be changed any more. */
    closedAt: instant('closed_at'),
    /** Erased entries are empty and archived for good: only the id remains. */
    erasedAt: instant('erased_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique().on(table.workspaceId, table.key),
    // The columns after the id do not affect the order: they allow filtering without reading the row. Archived
    // entries are not in the index, so lists need not skip them.
    index('listed_entries_of_folder')
      .on(
        table.workspaceId,
        table.folder,
        table.createdAt.desc(),
        table.id.desc(),
        table.stateKey,
        table.documentType,
        table.pointOfSale,
        table.issuedOn,
      )
      .where(sql`archived_at is null`),
    index('listed_invoices_of_issuer')
      .on(
        table.workspaceId,
        table.issuer,
        table.createdAt.desc(),
        table.id.desc(),
        table.stateKey,
        table.documentType,
        table.pointOfSale,
        table.issuedOn,
      )
      .where(sql`issuer is not null and archived_at is null`),
    index('invoices_by_issue_date')
      .on(
        table.workspaceId,
        table.issuer,
        table.issuedOn,
        table.documentType,
        table.pointOfSale,
        paddedNumber,
        table.id,
      )
      .where(sql`issuer is not null`),
    index('listed_entries')
      .on(table.workspaceId, table.createdAt.desc(), table.id.desc())
      .where(sql`archived_at is null`),
    index('listed_entries_in_state')
      .on(table.workspaceId, table.folder, table.stateKey, table.createdAt.desc(), table.id.desc())
      .where(sql`archived_at is null`),
    index('invoices_of_a_day')
      .on(table.workspaceId, table.issuedOn, table.stateKey)
      .where(sql`issued_on is not null and archived_at is null`),
    index('entries_with_remarks')
      .on(table.workspaceId, table.createdAt.desc(), table.id.desc())
      .where(sql`remarks <> '[]'`),
    index('failed_entries_by_reason')
      .on(
        table.workspaceId,
        table.folder,
        table.reason,
        table.createdAt.desc(),
        table.id.desc(),
        table.stateKey,
        table.issuer,
        table.documentType,
        table.pointOfSale,
        table.issuedOn,
      )
      .where(sql`reason is not null and archived_at is null`),
    index('archived_entries')
      .on(table.workspaceId, table.folder, table.createdAt.desc(), table.id.desc())
      .where(sql`archived_at is not null`),
    index('suppliers_by_tax_code')
      .on(table.workspaceId, sql`(doc #>> '{tax_id,code}')`)
      .where(sql`folder = 'suppliers'`),
    index('entries_by_email')
      .on(table.workspaceId, sql`(lower(doc #>> '{emails,0,addr}') collate "C")`)
      .where(sql`doc ? 'emails'`),
    index('invoices_by_total')
      .on(table.workspaceId, sql`(snippet ->> 'total')`, table.createdAt.desc(), table.id.desc())
      .where(sql`folder = 'invoices'`),
    index('entries_by_words').using('gin', wordsWithWorkspace('')),
    index('notes_by_corrected')
      .on(table.workspaceId, sql.raw(issuerCuit), sql.raw(correctedNumber), sql.raw(correctedPoint))
      .where(sql`folder = 'invoices' and doc ? 'preceding'`),
  ],
);

const entryId = () =>
  uuid('entry_id')
    .notNull()
    .references(() => entries.id);

export const entryStates = pgTable(
  'entry_states',
  {
    id: id(),
    entryId: entryId(),
    workspaceId: workspaceId(),
    key: text('key').$type<EntryStateKey>().notNull(),
    notes: text('notes'),
    faults: jsonb('faults').$type<StoredFault[]>().notNull().default([]),
    src: text('src').notNull(),
    srcId: text('src_id'),
    meta: jsonb('meta').$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.entryId, table.createdAt)],
);

export const entryMeta = pgTable(
  'entry_meta',
  {
    entryId: entryId(),
    workspaceId: workspaceId(),
    src: text('src').notNull(),
    key: text('key').notNull(),
    value: jsonb('value'),
    /** The registration link whose sealed ref this row shows as `ref` and `link_url`. */
    registrationLinkId: uuid('registration_link_id'),
    linkScope: text('link_scope'),
    indexed: boolean('indexed').notNull().default(false),
    shared: boolean('shared').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.entryId, table.src, table.key] })],
);

/** A file of an entry, such as its PDF. A new file with the same category and key replaces it. */
export const entryFiles = pgTable(
  'entry_files',
  {
    id: id(),
    entryId: entryId(),
    workspaceId: workspaceId(),
    name: text('name').notNull(),
    category: text('category').$type<FileCategory>().notNull().default(''),
    key: text('key'),
    mime: text('mime').notNull(),
    description: text('description'),
    /** Bytes. */
    size: integer('size').notNull(),
    /** SHA-256, hex. */
    hash: text('hash').notNull(),
    /** Empty until the bytes have arrived (`stored`). */
    content: bytes('content').notNull(),
    /** True once the bytes announced by size and hash have arrived. */
    stored: boolean('stored').notNull().default(true),
    /** The file's URL requires an API key. */
    private: boolean('private').notNull().default(false),
    /** The client's hint to programs that embed the file in other files. Alta ignores it. */
    embeddable: boolean('embeddable').notNull().default(false),
    meta: jsonb('meta').$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.entryId, table.createdAt),
    uniqueIndex('one_file_per_category_and_key').on(table.entryId, table.category, table.key),
  ],
);

/** Value by which the log is filtered by actor: the id of a user or an API key; for other actors, the kind. */
export const actorKey = sql.raw(
  "(case when actor_kind in ('user', 'api-key') then actor_id else actor_kind end)",
);

/** The values are literals because the planner would not match the partial index with parameters. */
export const isTrouble = sql.raw(`action in (${troubles.map((action) => `'${action}'`).join(', ')})`);

/**
 * Audit log. Written in the transaction of the action; removed by age only (lib/retention.ts), and updated
 * only to remove an erased name (lib/privacy/).
 */
export const auditLog = pgTable(
  'audit_log',
  {
    position: bigserial('position', { mode: 'number' }).primaryKey(),
    /** Null for actions on a person's own account. */
    workspaceId: uuid('workspace_id').references(() => workspaces.id),
    actorKind: text('actor_kind').notNull().$type<Actor['kind']>(),
    actorId: text('actor_id'),
    /** Client address, if the action was requested from outside. */
    address: text('address'),
    requestId: text('request_id'),
    action: text('action').notNull().$type<LoggedAction>(),
    subjectKind: text('subject_kind').notNull().$type<Subject['kind']>(),
    subjectId: text('subject_id').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    at: createdAt(),
  },
  (table) => [
    index().on(table.workspaceId, table.subjectId, table.position),
    index().on(table.workspaceId, table.at.desc(), table.position.desc()),
    index().on(table.workspaceId, table.action, table.at.desc(), table.position.desc()),
    index('audit_troubles').on(table.workspaceId, table.at.desc(), table.position.desc()).where(isTrouble),
    index('audit_by_age').on(table.at),
    index('audit_by_actor').on(table.workspaceId, actorKey, table.at.desc(), table.position.desc()),
  ],
);
