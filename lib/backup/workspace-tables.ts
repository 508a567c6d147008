import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { hashKeyDigest } from '#lib/accounts/api-keys.ts';
import { isSealedText, rowSealPlace, stepSealPlace } from '#lib/database/seal-places.ts';
import {
  accounts,
  apiKeys,
  apps,
  invitations,
  members,
  passkeys,
  recoveryCodes,
  secondFactors,
  sessions,
  setupCodes,
  users,
  verifications,
  workspaces,
} from '#lib/database/tables/accounts.ts';
import { authorityStatus, rehearsals, taxpayers } from '#lib/database/tables/authority.ts';
import { batches, batchRows } from '#lib/database/tables/batches.ts';
import { accessTickets, certificates } from '#lib/database/tables/certificates.ts';
import { idempotentAnswers, rateUses } from '#lib/database/tables/http.ts';
import {
  invoiceSeries,
  invoiceSubmissions,
  monthArchiveParts,
  monthArchives,
  unclaimedVouchers,
} from '#lib/database/tables/invoices.ts';
import { mails } from '#lib/database/tables/mails.ts';
import {
  delegations,
  pointsOfSale,
  registrationLinks,
  registrations,
} from '#lib/database/tables/registrations.ts';
import { savedViews } from '#lib/database/tables/saved-views.ts';
import { databaseIdentities, latestBackup, schemaCompatibility } from '#lib/database/tables/schema.ts';
import { auditLog, entries, entryFiles, entryMeta, entryStates } from '#lib/database/tables/silo.ts';
import { vaultKeys, vaultSecrets } from '#lib/database/tables/vault.ts';
import {
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookSecrets,
} from '#lib/database/tables/webhooks.ts';
import {
  intentEvents,
  intents,
  jobs,
  workflowDrafts,
  workflows,
  workflowVersions,
} from '#lib/database/tables/workflows.ts';
import { hashRef } from '#lib/silo/public-link.ts';
import { type SealPlace, seal, unseal } from '#lib/vault.ts';

/** A row by column name, with values in PostgreSQL's text form. */
export type TextRow = Record<string, string | null>;

/** How the rows of a table move with their workspace. */
export interface MovedTable {
  table: PgTable;
  /** Rows of the workspace. */
  where(id: string): SQL;
  /** Columns that stay behind: the other installation fills them. */
  without?: string[];
  /** SQL of values that replace those of the columns. */
  instead?: Record<string, string>;
  orderBy?: string;
  /** Identifies a row in the place of its sealed values. Default: its id. */
  rowOf?(row: TextRow): string;
  /** Makes the hash anew by which the other installation looks up a secret of the row. */
  rehash?: { column: string; from: string; hash(secret: string): string | undefined };
}

const ofWorkspace = (id: string) => sql`workspace_id = ${id}`;
const simple = (table: PgTable): MovedTable => ({ table, where: ofWorkspace });
/** Rows whose `column` names a row of `parent`, a table with the workspace. */
const below = (table: PgTable, column: string, parent: PgTable): MovedTable => ({
  table,
  where: (id) => sql`${sql.raw(column)} in (select id from ${parent} where workspace_id = ${id})`,
});

/** Mails to members, who do not move. */
const mailsToMembers = ['account', 'digest', 'key-expiry', 'member-invitation', 'password-reset'];

/** The tables that move, each after those that its rows refer to. */
export const movedTables: MovedTable[] = [
  {
    table: workspaces,
    where: (id) => sql`id = ${id}`,
    instead: { closed_at: 'null', moved_to: 'null', moved_until: 'null', authority_down_until: 'null' },
  },
  {
    ...simple(apiKeys),
    // A key refers to a newer one, which replaces it.
    orderBy: 'created_at desc, id desc',
    rehash: { column: 'token_hash', from: 'digest_sealed', hash: hashKeyDigest },
  },
  simple(apps),
  simple(entries),
  simple(entryStates),
  simple(entryMeta),
  simple(entryFiles),
  simple(registrations),
  {
    ...simple(registrationLinks),
    rehash: { column: 'ref_hash', from: 'ref_sealed', hash: hashRef },
  },
  below(pointsOfSale, 'entry_id', entries),
  simple(delegations),
  simple(certificates),
  simple(workflows),
  below(workflowVersions, 'workflow_id', workflows),
  below(workflowDrafts, 'workflow_id', workflows),
  simple(jobs),
  below(intents, 'job_id', jobs),
  {
    table: intentEvents,
    where: (id) => sql`intent_id in (select ${intents.id} from ${intents} join ${jobs}
      on ${jobs.id} = ${intents.jobId} where ${jobs.workspaceId} = ${id})`,
  },
  simple(invoiceSubmissions),
  {
    table: unclaimedVouchers,
    where: (id) => sql`(environment, cuit, point_of_sale, document_type) in (
      select environment, cuit, point_of_sale, document_type from ${invoiceSubmissions} where workspace_id = ${id})`,
  },
  simple(webhookEndpoints),
  simple(webhookSecrets),
  { ...simple(webhookDeliveries), instead: { lease_until: 'null' } },
  {
    ...below(webhookAttempts, 'delivery_id', webhookDeliveries),
    rowOf: ({ delivery_id, index }) => `${delivery_id}/${index}`,
  },
  simple(batches),
  below(batchRows, 'batch_id', batches),
  { ...simple(idempotentAnswers), rowOf: ({ route, key }) => `${route} ${key}` },
  {
    table: mails,
    // Without foreign keys: what a mail is about is found by `subject` alone.
    where: (id) => sql`workspace_id = ${id} and kind <> all (${sql.param(mailsToMembers)}::text[])
      and subject in (${sql.join(
        [registrations, registrationLinks, certificates, entries].map(
          (table) => sql`select id::text from ${table} where workspace_id = ${id}`,
        ),
        sql` union all `,
      )})`,
  },
  { ...simple(auditLog), without: ['position'], orderBy: 'position' },
];

/**
 * Condition on the rows of a table: they are of the workspace, and refer only to rows of it. References within a table
 * are left out, because none gives access to what it refers to.
 */
export function belongsTo({ table, where }: MovedTable, id: string): SQL {
  const references = getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference();
    const parent = movedTables.find((each) => each.table === foreignTable);
    const [column] = columns;
    if (!parent || !column || foreignTable === table) return [];
    const name = sql.identifier(column.name);
    return [sql`(${name} is null or ${name} in (select id from ${foreignTable} where ${parent.where(id)}))`];
  });
  return sql.join([where(id), ...references], sql` and `);
}

/** The tables that stay, with the reason. */
export const keptTables: [PgTable, string][] = [
  [accessTickets, 'the other installation logs in itself'],
  [accounts, 'of a user'],
  [authorityStatus, 'of the installation'],
  [databaseIdentities, 'of the database'],
  [invitations, 'to this installation'],
  [invoiceSeries, 'leases; made anew'],
  [latestBackup, 'of the installation'],
  [members, 'users belong to the installation'],
  [monthArchiveParts, 'made anew'],
  [monthArchives, 'made anew'],
  [passkeys, 'of a user'],
  [rateUses, 'start again'],
  [recoveryCodes, 'of a user'],
  [rehearsals, 'checks made at this installation'],
  [savedViews, 'of a user'],
  [schemaCompatibility, 'of the database'],
  [secondFactors, 'of a user'],
  [sessions, 'of a user'],
  [setupCodes, 'of the installation'],
  [taxpayers, 'a cache'],
  [users, 'belong to the installation'],
  [vaultKeys, 'of the installation'],
  [vaultSecrets, 'of the installation'],
  [verifications, 'of a user'],
];

interface Owner {
  id: string;
  environment: string;
}

/** Opens the secrets of a row under this installation's vault key. The file that takes them is sealed itself. */
export const openSecrets = (moved: MovedTable, owner: Owner, row: TextRow): TextRow =>
  mapSecrets(moved, owner, row, {
    column: (sealed, place) => unseal(sealed, place).toString('base64'),
    step: (value, place) =>
      isSealedText(value) ? { $opened: unseal(value.$sealed, place).toString('base64') } : value,
  });

/** Seals them under this installation's, and makes the hashes of those that are looked up. */
export function sealSecrets(moved: MovedTable, owner: Owner, row: TextRow): TextRow {
  const sealed = mapSecrets(moved, owner, row, {
    column: (opened, place) => seal(Buffer.from(opened, 'base64'), place),
    step: (value, place) =>
      isOpened(value) ? { $sealed: seal(Buffer.from(value.$opened, 'base64'), place) } : value,
  });
  const { rehash } = moved;
  if (!rehash) return sealed;
  const secret = Buffer.from(row[rehash.from] ?? '', 'base64').toString();
  return { ...sealed, [rehash.column]: rehash.hash(secret) ?? null };
}

const isOpened = (value: unknown): value is { $opened: string } =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, '$opened');

/** Whether rows of the table have secrets. Others are not parsed, which takes time. */
export const hasSecrets = ({ table }: MovedTable): boolean =>
  sealedColumns(table).length > 0 || stepColumns(table).length > 0;

const columnsOf = (table: PgTable): PgColumn[] => Object.values(getTableColumns(table));
const sealedColumns = (table: PgTable) => columnsOf(table).filter(({ name }) => name.endsWith('_sealed'));
const stepColumns = (table: PgTable) =>
  columnsOf(table).filter(({ name }) => name === 'steps' || name === 'rescue');

interface SecretChange {
  column(text: string, place: SealPlace): string;
  /** A setting of a step; most are no secrets. */
  step(value: unknown, place: SealPlace): unknown;
}

function mapSecrets(
  { table, rowOf = ({ id }) => id ?? '' }: MovedTable,
  owner: Owner,
  row: TextRow,
  change: SecretChange,
): TextRow {
  const changed = { ...row };
  for (const column of sealedColumns(table)) {
    const text = row[column.name];
    if (text) changed[column.name] = change.column(text, rowSealPlace(column, owner, rowOf(row)));
  }
  for (const { name } of stepColumns(table)) {
    const steps = JSON.parse(row[name] ?? '[]') as { id: string; config?: Record<string, unknown> }[];
    const settingsOf = (stepId: string, settings: object, prefix = ''): object =>
      Object.fromEntries(
        Object.entries(settings).map(([key, value]) => {
          const path = `${prefix}${key}`;
          const isList = typeof value === 'object' && value !== null && !prefix && !Array.isArray(value);
          const mapped = change.step(value, stepSealPlace(owner, stepId, path));
          // Headers are one level below.
          return [key, mapped === value && isList ? settingsOf(stepId, value, `${key}.`) : mapped];
        }),
      );
    const mapped = steps.map((step) =>
      step.config ? { ...step, config: settingsOf(step.id, step.config) } : step,
    );
    changed[name] = JSON.stringify(mapped);
  }
  return changed;
}

export const nameOf = ({ table }: MovedTable): string => getTableName(table);
