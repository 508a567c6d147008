import {
  and,
  between,
  type Column,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { listMembers } from '#lib/accounts/members.ts';
import { reasonsOfCode, supportCodes } from '#lib/certificates/rejection.ts';
import { type Context, reader } from '#lib/context.ts';
import { batches } from '#lib/database/tables/batches.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { linkMailKinds, mails } from '#lib/database/tables/mails.ts';
import { registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { jobs, workflows } from '#lib/database/tables/workflows.ts';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { isExplained } from '#lib/faults.ts';
import { countInvoices, listInvoices } from '#lib/invoices/invoice-list.ts';
import type { Stage } from '#lib/registrations/state.ts';
import { isPermitted, type Permission } from '#lib/roles.ts';
import { type ListedEntry, listedColumns, suppliersOf } from '#lib/silo/entries.ts';
import { hashRef } from '#lib/silo/public-link.ts';
import { beginsWith, searchEntries, searchNewest } from '#lib/silo/search.ts';
import { matchesWordPrefixes } from '#lib/text-matching.ts';
import { listEndpoints } from '#lib/webhooks/endpoints.ts';
import { listWorkflowNames } from '#lib/workflows/definitions.ts';
import { entriesAbout } from '#lib/workflows/job-list.ts';
import { countOpenRegistrations, listOpenRegistrations } from './open-registrations.ts';

/** Trimmed search text, and the limit of results. */
interface SearchInput {
  text: string;
  limit: number;
}

const id = /(?<![^\s/=:])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![^\s/?#&])/gi;

/** Returns the id in the text; in a URL of the Console, the last one. */
const idIn = ({ text }: SearchInput): string | undefined => text.match(id)?.at(-1)?.toLowerCase();

/**
 * Returns the range of ids with this prefix; a complete id is a range of one. Lists show eight digits of an
 * id; a shorter prefix is too ambiguous.
 */
function idsIn(search: SearchInput): { first: string; last: string } | undefined {
  const exact = idIn(search);
  if (exact) return { first: exact, last: exact };
  const digits = search.text.toLowerCase().replace(/-/g, '');
  if (!/^[0-9a-f]{8}[0-9a-f-]*$/i.test(search.text) || digits.length > 32) return undefined;
  return { first: uuidOf(digits.padEnd(32, '0')), last: uuidOf(digits.padEnd(32, 'f')) };
}

const uuidOf = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Matches an id or a prefix of it. */
function matchesId(column: Column, search: SearchInput): SQL | undefined {
  const ids = idsIn(search);
  return ids && between(column, ids.first, ids.last);
}

/** Returns the ref of a registration link, given alone or in its URL. */
const refIn = ({ text }: SearchInput): string | undefined =>
  /(?:^|\/reg\/)([0-9A-Za-z]{22,64})(?:[/?#].*)?$/.exec(text)?.[1];

/** Shorter prefixes match too much. */
const minCharacters = 3;
const isShort = ({ text }: Pick<SearchInput, 'text'>): boolean => text.length < minCharacters;

/** Returns the text as a prefix of an alias or e-mail address: one word, in lower case. */
const wordIn = ({ text }: SearchInput): string | undefined =>
  !isShort({ text }) && !/\s/.test(text) ? text.toLowerCase() : undefined;

/** Returns the reasons of a support code, and the number of registrations with each. */
async function findReasons(ctx: Context, search: SearchInput) {
  const reasons = reasonsOfCode(search.text).slice(0, search.limit);
  return Promise.all(
    reasons.map(async (reason) => ({
      reason,
      code: supportCodes[reason],
      registrations: await countOpenRegistrations(ctx, { reason }),
    })),
  );
}

/** Codes of the authority or of the rules of documents that the text may mean: `10016`, `ARCA-10016`, `E1510`. */
function codesIn({ text }: SearchInput): string[] {
  const typed = text.toUpperCase();
  if (typed.startsWith('GOBL-')) return [typed];
  const [, prefix, code = ''] = /^(ARCA[\s-]*)?(E?\d{3,5})$/.exec(typed) ?? [];
  // Three digits alone are more often an invoice's number.
  if (!code || (!prefix && code.length < minCodeDigits)) return [];
  return code.startsWith('E') ? [`ARCA-${code}`] : [`ARCA-${code}`, `ARCA-E${code}`];
}
const minCodeDigits = 4;

/** Returns the error codes in the text that have an explanation or occur, and the number of invoices with each. */
async function findCodes(ctx: Context, search: SearchInput) {
  const codes = await Promise.all(
    codesIn(search).map(async (code) => ({ code, failures: await countInvoices(ctx, { reason: code }) })),
  );
  return codes.filter(({ code, failures }) => failures > 0 || isExplained(code));
}

/**
 * Returns the entries whose last rejection has this support code, with the code. Empty if the code stands for
 * several reasons.
 */
async function suppliersRefused(ctx: Context, search: SearchInput): Promise<Map<string, string>> {
  const [reason, ...others] = reasonsOfCode(search.text);
  if (!reason || others.length > 0) return new Map();
  const found = await listOpenRegistrations(ctx, { reason, limit: search.limit });
  return new Map(found.map(({ entryId }) => [entryId, supportCodes[reason]]));
}

type Addresses = Map<string, string>;

/** Returns the entries whose document has an e-mail address with this prefix, with the address. */
async function entriesByEmail(ctx: Context, search: SearchInput): Promise<Addresses> {
  const word = wordIn(search);
  if (!word) return new Map();
  const address = sql<string>`${entries.doc} #>> '{emails,0,addr}'`;
  const rows = await reader(ctx)
    .select({ entryId: entries.id, address: address.as('address') })
    .from(entries)
    .where(
      and(
        eq(entries.workspaceId, ctx.workspace.id),
        sql`${entries.doc} ? 'emails'`,
        beginsWith(address, word),
      ),
    )
    .limit(search.limit);
  return new Map(rows.map((row) => [row.entryId, row.address]));
}

/**
 * Returns the entries whose registration has an e-mail address with this prefix, with the address: for
 * notices, of a helper, or to which a link was mailed.
 */
async function emailsOfRegistrations(ctx: Context, search: SearchInput): Promise<Addresses> {
  const word = wordIn(search);
  if (!word) return new Map();
  const { entryId } = registrations;
  const hasAddress = (table: { workspaceId: Column }, address: Column) =>
    and(eq(table.workspaceId, ctx.workspace.id), isNotNull(address), beginsWith(address, word));
  const found = (address: Column) => ({ entryId, address: sql<string>`${address}`.as('address') });
  const rows = await Promise.all([
    reader(ctx)
      .select(found(registrations.noticeEmail))
      .from(registrations)
      .where(hasAddress(registrations, registrations.noticeEmail))
      .limit(search.limit),
    reader(ctx)
      .select(found(registrationLinks.holderEmail))
      .from(registrationLinks)
      .innerJoin(registrations, eq(registrations.id, registrationLinks.registrationId))
      .where(hasAddress(registrationLinks, registrationLinks.holderEmail))
      .limit(search.limit),
    mailedTo(),
  ]);
  return new Map(rows.flat().map((row) => [row.entryId, row.address]));

  async function mailedTo() {
    const sent = await reader(ctx)
      .select({ address: sql<string>`${mails.to}`, linkId: mails.subject })
      .from(mails)
      .where(and(hasAddress(mails, mails.to), inArray(mails.kind, [...linkMailKinds])))
      // Several mails may belong to one registration.
      .limit(4 * search.limit);
    if (sent.length === 0) return [];
    const ids = sent.map(({ linkId }) => linkId);
    const links = await reader(ctx)
      .select({ id: registrationLinks.id, entryId })
      .from(registrationLinks)
      .innerJoin(registrations, eq(registrations.id, registrationLinks.registrationId))
      .where(inArray(registrationLinks.id, ids));
    const entryOf = new Map(links.map((link) => [link.id, link.entryId]));
    return sent.flatMap(({ address, linkId }) => {
      const entry = entryOf.get(linkId);
      return entry ? [{ entryId: entry, address }] : [];
    });
  }
}

/**
 * Returns the entries found by a registration's id or link, by the prefix of a certificate's alias or of an
 * e-mail address, or by a support code. The values are the matched texts, or empty.
 */
async function suppliersByRegistration(ctx: Context, search: SearchInput): Promise<Map<string, string>> {
  const found = await Promise.all([
    byId(ctx, search),
    byLink(ctx, search),
    byAlias(ctx, search),
    entriesByEmail(ctx, search),
    emailsOfRegistrations(ctx, search),
    suppliersRefused(ctx, search),
  ]);
  return new Map(found.flatMap((each) => [...each].slice(0, search.limit)).toReversed());
}

async function byId(ctx: Context, search: SearchInput): Promise<Map<string, string>> {
  const id = idIn(search);
  if (!id) return new Map();
  const rows = await reader(ctx)
    .select({ entryId: registrations.entryId })
    .from(registrations)
    .where(and(eq(registrations.id, id), eq(registrations.workspaceId, ctx.workspace.id)));
  return new Map(rows.map(({ entryId }) => [entryId, '']));
}

/** Returns an empty matched text, since the link must not be shown. */
async function byLink(ctx: Context, search: SearchInput): Promise<Map<string, string>> {
  const hash = hashRef(refIn(search) ?? '');
  if (!hash) return new Map();
  const rows = await reader(ctx)
    .select({ entryId: registrations.entryId })
    .from(registrationLinks)
    .innerJoin(registrations, eq(registrations.id, registrationLinks.registrationId))
    .where(and(eq(registrationLinks.refHash, hash), eq(registrationLinks.workspaceId, ctx.workspace.id)));
  return new Map(rows.map(({ entryId }) => [entryId, '']));
}

/** Matches both the proposed alias and the one given at the authority. */
async function byAlias(ctx: Context, search: SearchInput): Promise<Map<string, string>> {
  const word = wordIn(search);
  if (!word) return new Map();
  const { workspaceId, entryId, alias, certificateAlias } = certificates;
  const begins = (column: Column, condition?: SQL) =>
    reader(ctx)
      .select({ entryId, alias: sql<string>`${column}`.as('found_alias') })
      .from(certificates)
      .where(and(eq(workspaceId, ctx.workspace.id), beginsWith(column, word), condition))
      .limit(search.limit);
  const rows = await Promise.all([
    begins(alias),
    begins(certificateAlias, sql`${certificateAlias} <> ${alias}`),
  ]);
  return new Map(rows.flat().map((row) => [row.entryId, row.alias]));
}

interface FoundEntry {
  entry: ListedEntry;
  /** The alias or address that matched, if lists do not show it. */
  through?: string | undefined;
  /** How far the supplier's open registration has come. */
  stage?: Stage | undefined;
}

/** Finds suppliers by name, tax code and registration data. A complete tax code also finds archived ones. */
async function findSuppliers(ctx: Context, search: SearchInput): Promise<FoundEntry[]> {
  const code = normaliseCuit(search.text);
  const [byWords, byCode, byIdentifier, matchedTextById] = await Promise.all([
    byWordsOf(ctx, 'suppliers', search),
    isValidCuit(code) ? suppliersOf(ctx, { country: 'AR', code }) : [],
    byIdOrKey(ctx, 'suppliers', search),
    suppliersByRegistration(ctx, search),
  ]);
  return withStages(
    ctx,
    unique([
      ...foundEntries([...byIdentifier, ...byWords, ...byCode]),
      ...(await readEntries(ctx, 'suppliers', matchedTextById)),
    ]).slice(0, search.limit),
  );
}

async function withStages(ctx: Context, found: FoundEntry[]): Promise<FoundEntry[]> {
  if (found.length === 0) return found;
  const entryIds = found.map(({ entry }) => entry.id);
  const open = await listOpenRegistrations(ctx, { entryIds, limit: entryIds.length });
  const stageOf = new Map(open.map(({ entryId, stage }) => [entryId, stage]));
  return found.map((each) => ({ ...each, stage: stageOf.get(each.entry.id) }));
}

async function findCustomers(ctx: Context, search: SearchInput): Promise<FoundEntry[]> {
  const [byWords, byIdentifier, byEmail] = await Promise.all([
    byWordsOf(ctx, 'customers', search),
    byIdOrKey(ctx, 'customers', search),
    entriesByEmail(ctx, search),
  ]);
  return unique([
    ...foundEntries([...byIdentifier, ...byWords]),
    ...(await readEntries(ctx, 'customers', byEmail)),
  ]);
}

/** Finds invoices by number, CAE, customer and issuer. */
async function findInvoices(ctx: Context, search: SearchInput): Promise<FoundEntry[]> {
  const [byIdentifier, list] = await Promise.all([
    byIdOrKey(ctx, 'invoices', search),
    invoicesOf(ctx, search),
  ]);
  return unique(foundEntries([...byIdentifier, ...list]));
}

/** A short number finds the invoice with that number, and those of the newest whose number begins with it. */
async function invoicesOf(ctx: Context, search: SearchInput): Promise<ListedEntry[]> {
  const { text: q, limit } = search;
  if (isSupportCode(search)) return [];
  if (!isShort(search)) return listInvoices(ctx, { q, limit });
  const folder = 'invoices';
  const [exact, partial] = await Promise.all([
    /^\d+$/.test(q) ? searchEntries(ctx, { folder, q: q.padStart(8, '0'), limit }) : [],
    searchNewest(ctx, { folder, q, limit }),
  ]);
  return [...exact, ...partial];
}

async function byWordsOf(ctx: Context, folder: string, search: SearchInput): Promise<ListedEntry[]> {
  const { text: q, limit } = search;
  // Addresses are searched apart, to show which one matched.
  if (isSupportCode(search) || q.includes('@')) return [];
  return isShort(search) ? searchNewest(ctx, { folder, q, limit }) : searchEntries(ctx, { folder, q, limit });
}

/** A support code is not searched as words, since it begins with a country code, as all indexed tax codes do. */
const isSupportCode = ({ text }: Pick<SearchInput, 'text'>) =>
  reasonsOfCode(text).some((reason) => reason !== text);

/** Finds entries by id, prefix of the id, or the client's key. */
async function byIdOrKey(ctx: Context, folder: string, search: SearchInput): Promise<ListedEntry[]> {
  const found = or(matchesId(entries.id, search), eq(entries.key, search.text));
  return entriesWith(ctx, folder, found).limit(search.limit);
}

async function readEntries(
  ctx: Context,
  folder: string,
  matchedTextById: ReadonlyMap<string, string>,
): Promise<FoundEntry[]> {
  if (matchedTextById.size === 0) return [];
  const list = await entriesWith(ctx, folder, inArray(entries.id, [...matchedTextById.keys()]));
  return list.map((entry) => ({ entry, through: matchedTextById.get(entry.id) || undefined }));
}

const entriesWith = (ctx: Context, folder: string, condition: SQL | undefined) =>
  reader(ctx)
    .select(listedColumns)
    .from(entries)
    .where(and(eq(entries.workspaceId, ctx.workspace.id), eq(entries.folder, folder), condition));

const foundEntries = (list: ListedEntry[]): FoundEntry[] => list.map((entry) => ({ entry }));

/** Removes duplicates; direct matches come first. */
function unique(found: FoundEntry[]): FoundEntry[] {
  const first = new Map<string, FoundEntry>();
  for (const each of found) if (!first.has(each.entry.id)) first.set(each.entry.id, each);
  return [...first.values()];
}

/**
 * Finds jobs by id, prefix of the id, or the client's key, and the newest jobs on the suppliers and invoices
 * that the text finds.
 */
async function findJobs(ctx: Context, search: SearchInput) {
  const [byIdentifier, byEntry] = await Promise.all([
    jobsWhere(ctx, search, or(matchesId(jobs.id, search), eq(jobs.key, search.text))),
    entriesWithJobs(ctx, search).then((ids) =>
      ids.length > 0 ? jobsWhere(ctx, search, inArray(jobs.entryId, ids)) : [],
    ),
  ]);
  return [...new Map([...byIdentifier, ...byEntry].map((job) => [job.id, job])).values()];
}

function jobsWhere(ctx: Context, search: SearchInput, condition: SQL | undefined) {
  const { completedAt, status, faults } = getTableColumns(jobs);
  return reader(ctx)
    .select({
      id: jobs.id,
      completedAt,
      status,
      faults,
      workflowName: workflows.name,
      entry: { folder: entries.folder, snippet: entries.snippet },
    })
    .from(jobs)
    .innerJoin(workflows, eq(workflows.id, jobs.workflowId))
    .innerJoin(entries, eq(entries.id, jobs.entryId))
    .where(and(eq(jobs.workspaceId, ctx.workspace.id), condition))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(search.limit);
}

const entriesWithJobs = async (ctx: Context, search: SearchInput): Promise<string[]> =>
  isShort(search) || isSupportCode(search) || idIn(search)
    ? []
    : entriesAbout(ctx, search.text, search.limit);

async function findDeliveries(ctx: Context, search: SearchInput) {
  const isMatch = matchesId(webhookDeliveries.id, search);
  if (!isMatch) return [];
  const { event, status, url } = webhookDeliveries;
  return reader(ctx)
    .select({ id: webhookDeliveries.id, event, status, url })
    .from(webhookDeliveries)
    .where(and(isMatch, eq(webhookDeliveries.workspaceId, ctx.workspace.id)))
    .limit(search.limit);
}

async function findBatches(ctx: Context, search: SearchInput) {
  const byKey = eq(batches.key, search.text);
  const { operation, total } = batches;
  return reader(ctx)
    .select({ id: batches.id, operation, total })
    .from(batches)
    .where(and(eq(batches.workspaceId, ctx.workspace.id), or(matchesId(batches.id, search), byKey)))
    .limit(search.limit);
}

// A workspace has few of these: all are read and filtered here.
const maxRows = 1_000;

async function findWorkflows(ctx: Context, search: SearchInput) {
  const all = await listWorkflowNames(ctx);
  return filterRows(all, search, ({ name, description }) =>
    matchesWordPrefixes(`${name} ${description}`, search.text),
  );
}

async function findEndpoints(ctx: Context, search: SearchInput) {
  const all = await listEndpoints(ctx, { limit: maxRows });
  return filterRows(all, search, ({ url, description }) =>
    matchesWordPrefixes(`${url} ${description}`, search.text),
  );
}

async function findMembers(ctx: Context, search: SearchInput) {
  const all = (await listMembers(ctx)).map(({ userId: id, name, email }) => ({ id, name, email }));
  const word = wordIn(search);
  return filterRows(
    all,
    search,
    ({ name, email }) =>
      matchesWordPrefixes(name, search.text) || (word !== undefined && email.startsWith(word)),
  );
}

function filterRows<Row extends { id: string }>(
  rows: readonly Row[],
  search: SearchInput,
  matches: (row: Row) => boolean,
): Row[] {
  const ids = idsIn(search);
  const isMatch = ({ id }: Row) => id === search.text || (ids && id >= ids.first && id <= ids.last);
  return rows.filter((row) => isMatch(row) || matches(row)).slice(0, search.limit);
}

/** Independent sources, in display order. */
const sources = {
  codes: { find: findCodes, needs: ['invoices:read'] },
  reasons: { find: findReasons, needs: ['registrations:read'] },
  suppliers: { find: findSuppliers, needs: ['suppliers:read', 'registrations:read'] },
  invoices: { find: findInvoices, needs: ['invoices:read'] },
  customers: { find: findCustomers, needs: ['invoices:read'] },
  jobs: { find: findJobs, needs: ['jobs:read'] },
  deliveries: { find: findDeliveries, needs: ['webhooks:read'] },
  batches: { find: findBatches, needs: ['batches:read'] },
  workflows: { find: findWorkflows, needs: ['workflows:read'] },
  endpoints: { find: findEndpoints, needs: ['webhooks:read'] },
  members: { find: findMembers, needs: ['members:read'] },
} as const satisfies Record<string, { find: unknown; needs: readonly Permission[] }>;
type Source = keyof typeof sources;

export type FoundIn = {
  [Name in Source]: {
    source: Name;
    list: Awaited<ReturnType<(typeof sources)[Name]['find']>>;
    /** True if there are more results than listed. */
    more: boolean;
  };
}[Source];

const defaultLimit = 5;

/**
 * Searches everything in the workspace that the user may see: by prefix of names, or by number, CAE, id or
 * reference. Returns only sources with results.
 */
export async function searchWorkspace(
  ctx: Context,
  { q, limit = defaultLimit }: { q: string; limit?: number },
): Promise<FoundIn[]> {
  const text = q.trim();
  if (!text) return [];
  const search: SearchInput = { text, limit: limit + 1 };
  const permitted = Object.entries(sources).filter(([, { needs }]) =>
    needs.every((permission) => isPermitted(ctx, permission)),
  );
  const found = await Promise.all(
    permitted.map(async ([source, { find }]) => {
      const list = await find(ctx, search);
      return { source, list: list.slice(0, limit), more: list.length > limit } as FoundIn;
    }),
  );
  return found.filter(({ list }) => list.length > 0);
}
