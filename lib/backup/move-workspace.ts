import { existsSync, renameSync, rmSync } from 'node:fs';
import { and, count, eq, gte, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { createInvitation } from '#lib/accounts/invitations.ts';
import { audit } from '#lib/audit.ts';
import { type Context, type Workspace, workspaceOf } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { batches } from '#lib/database/tables/batches.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { env } from '#lib/env.ts';
import { fileKeysOf } from '#lib/silo/files.ts';
import { ownVersion } from '#lib/version.ts';
import { type TableToWrite, writeContents } from './back-up.ts';
import { removeAtEnd, type SealedTo, sealFile, unsealFile } from './backup-file.ts';
import { BackupUnusable, type End, migrationsOf, tablesOf } from './contents.ts';
import { insertOf, readContents } from './restore.ts';
import {
  belongsTo,
  hasSecrets,
  type MovedTable,
  movedTables,
  nameOf,
  openSecrets,
  sealSecrets,
  type TextRow,
} from './workspace-tables.ts';

/**
 * Moves a workspace to another installation: `closeWorkspace` and `exportWorkspace` here, `importWorkspace` there,
 * then `redirectWorkspace` here. At most one of them sends its invoices, because the one here stays closed.
 */

const operatorIn = (workspace: Workspace, tx?: Transaction): Context => ({
  workspace,
  actor: { kind: 'operator' },
  ...(tx && { tx }),
});

async function lockWorkspace(tx: Transaction, slug: string) {
  // Waits for the transactions that change something in the workspace (lib/audit.ts) or that are about to send one
  // of its invoices (`lockOpenWorkspaces`).
  const [row] = await tx.select().from(workspaces).where(eq(workspaces.slug, slug)).for('update');
  if (!row) throw new Error(`There is no workspace ${slug}.`);
  return row;
}

/**
 * Closes a workspace: from now on nothing is changed in it, and none of its queued invoices is sent. Idempotent.
 * @returns the work that is still under way
 */
export async function closeWorkspace(slug: string): Promise<UnderWay> {
  return database().transaction(async (tx) => {
    const row = await lockWorkspace(tx, slug);
    if (!row.closedAt) {
      const running = await tx.$count(
        batches,
        and(eq(batches.workspaceId, row.id), sql`completed_at is null and stopped_at is null`),
      );
      if (running > 0) throw new Error(`${running} batches are running: wait until they end, or stop them.`);
      await tx.update(workspaces).set({ closedAt: new Date() }).where(eq(workspaces.id, row.id));
      await audit(tx, operatorIn(workspaceOf(row)), 'workspace.closed', { kind: 'workspace', id: row.id });
    }
    return countUnderWay(tx, row.id);
  });
}

/** Calls to the outside whose outcome is not stored yet. */
export interface UnderWay {
  /** Sent to the authority without an answer so far, or sent before and cancelled. */
  invoices: number;
  webhooks: number;
}

async function countUnderWay(tx: Transaction, id: string): Promise<UnderWay> {
  const [{ invoices } = { invoices: 0 }] = await tx
    .select({ invoices: count() })
    .from(invoiceSubmissions)
    .where(
      and(
        eq(invoiceSubmissions.workspaceId, id),
        inArray(invoiceSubmissions.status, ['sending', 'unconfirmed']),
      ),
    );
  const webhooks = await tx.$count(
    webhookDeliveries,
    and(eq(webhookDeliveries.workspaceId, id), sql`status = 'pending' and lease_until > now()`),
  );
  return { invoices, webhooks };
}

/** Opens the workspace again, if the move is given up. The caller has made sure that it was not imported. */
export async function reopenWorkspace(slug: string, { isNotImported }: { isNotImported: boolean }) {
  await database().transaction(async (tx) => {
    const row = await lockWorkspace(tx, slug);
    if (!row.closedAt) throw new Error(`${slug} is open.`);
    if (!isNotImported && (row.movedTo || (await wasExported(tx, row.id, row.closedAt))))
      throw new Error(
        `${slug} was exported. If it was imported elsewhere, both would send the same invoices: delete it there, ` +
          'or never open it here. If it was not, repeat the command with --not-imported.',
      );
    await tx
      .update(workspaces)
      .set({ closedAt: null, movedTo: null, movedUntil: null })
      .where(eq(workspaces.id, row.id));
    await audit(tx, operatorIn(workspaceOf(row)), 'workspace.reopened', { kind: 'workspace', id: row.id });
  });
}

async function wasExported(tx: Transaction, id: string, since: Date): Promise<boolean> {
  const isExport = and(eq(auditLog.workspaceId, id), eq(auditLog.action, 'workspace.move-exported'));
  return (await tx.$count(auditLog, and(isExport, gte(auditLog.at, since)))) > 0;
}

/** Redirects the links and keys of a closed workspace to another installation, until `until` or without end. */
export async function redirectWorkspace(
  slug: string,
  { to, until }: { to: string; until: Date | undefined },
): Promise<void> {
  if (to === env().ALTA_ORIGIN) throw new Error(`${to} is this installation.`);
  await database().transaction(async (tx) => {
    const row = await lockWorkspace(tx, slug);
    if (!row.closedAt) throw new Error(`${slug} is open: close and export it first.`);
    await tx
      .update(workspaces)
      .set({ movedTo: to, movedUntil: until ?? null })
      .where(eq(workspaces.id, row.id));
    const detail = { to, ...(until && { until: until.toISOString() }) };
    await audit(
      tx,
      operatorIn(workspaceOf(row)),
      'workspace.moved',
      { kind: 'workspace', id: row.id },
      detail,
    );
  });
}

const FirstLine = z.object({
  format: z.literal('alta-workspace/1'),
  version: z.string(),
  migrations: z.array(z.number()).min(1),
  workspace: z.object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    environment: z.enum(['sandbox', 'live']),
  }),
  /** The installation that it comes from. */
  origin: z.string(),
});
type WorkspaceManifest = z.infer<typeof FirstLine> & End;

/**
 * Writes a closed workspace to a new sealed file, in the form of a backup (contents.ts).
 * @throws Error while something of it is under way
 */
export async function exportWorkspace(slug: string, path: string, to: SealedTo): Promise<WorkspaceManifest> {
  if (existsSync(path)) throw new Error(`The file ${path} already exists: name another one.`);
  const part = `${path}.part-${process.pid}`;
  removeAtEnd(part);
  try {
    const manifest = await sealFile(
      part,
      (plain) => writeContents(database(), plain, (tx) => contentsOf(tx, slug)),
      to,
    );
    const { workspace } = manifest;
    await database().transaction((tx) =>
      audit(tx, operatorIn(workspace), 'workspace.move-exported', { kind: 'workspace', id: workspace.id }),
    );
    renameSync(part, path);
    return manifest;
  } finally {
    rmSync(part, { force: true });
  }
}

async function contentsOf(tx: Transaction, slug: string) {
  const [row] = await tx.select().from(workspaces).where(eq(workspaces.slug, slug));
  if (!row) throw new Error(`There is no workspace ${slug}.`);
  if (!row.closedAt) throw new Error(`${slug} is open: close it first.`);
  const { invoices, webhooks } = await countUnderWay(tx, row.id);
  if (invoices + webhooks > 0) throw new Error(`Not exported: ${underWayText({ invoices, webhooks })}`);
  const { id, name, environment } = row;
  const fileKeys = Buffer.from(fileKeysOf(row).join(' ')).toString('base64');
  const schema = await tablesOf(tx);
  const tables = movedTables.map((moved): TableToWrite => {
    const all = schema.find((each) => each.name === nameOf(moved));
    if (!all) throw new Error(`There is no table ${nameOf(moved)}.`);
    const columns = all.columns.filter((column) => !moved.without?.includes(unquoted(column.name)));
    const change = (row: TextRow): TextRow => ({
      ...openSecrets(moved, { id, environment }, row),
      ...(moved.table === workspaces && { file_keys_sealed: fileKeys }),
    });
    return {
      name: all.name,
      columns,
      where: moved.where(id),
      ...(moved.instead && { instead: moved.instead }),
      ...(moved.orderBy && { orderBy: moved.orderBy }),
      ...(hasSecrets(moved) && {
        change: byName(
          columns.map((column) => column.name),
          change,
        ),
      }),
    };
  });
  const beginning: z.infer<typeof FirstLine> = {
    format: 'alta-workspace/1',
    version: ownVersion(),
    migrations: await migrationsOf(tx),
    workspace: { id, slug, name, environment },
    origin: env().ALTA_ORIGIN,
  };
  return { beginning, tables };
}

/** PostgreSQL quotes names that are keywords. */
const unquoted = (name: string): string => name.replaceAll('"', '');

/** Lets a function of rows change lists of values. */
const byName =
  (columns: string[], change: (row: TextRow) => TextRow) =>
  (values: (string | null)[]): (string | null)[] => {
    const names = columns.map(unquoted);
    const row = change(Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])));
    return names.map((name) => row[name] ?? null);
  };

export const underWayText = ({ invoices, webhooks }: UnderWay): string =>
  `${invoices} invoices and ${webhooks} webhooks are under way. ` +
  'They are finished while the application runs: try again in a minute.';

/**
 * Writes the workspace of a file into this installation, in one transaction, and invites an owner.
 * @throws Error if it is here already; BackupUnusable if the file is none, was changed, or belongs to another version
 */
export async function importWorkspace(
  path: string,
  passphrase?: string,
): Promise<{ manifest: WorkspaceManifest; ownerUrl: string }> {
  // Checks the whole file before anything is written.
  const { workspace, migrations, version } = await readContents(
    unsealFile(path, 'workspace', passphrase),
    FirstLine,
  );
  if (migrations.join() !== (await migrationsOf(database())).join())
    throw new BackupUnusable(
      `The workspace was exported by Alta ${version}, whose tables differ. Both installations need the same version.`,
    );
  return database().transaction(async (tx) => {
    await tx.execute(sql`select set_config(name, value, true) from (values
      ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0'), ('timezone', 'UTC'),
      ('datestyle', 'ISO'), ('intervalstyle', 'postgres')) settings (name, value)`);
    await refuseExisting(tx, workspace);
    const manifest = await readContents(
      unsealFile(path, 'workspace', passphrase),
      FirstLine,
      await loader(tx, workspace),
    ).catch(explainConflict);
    const ctx = operatorIn(manifest.workspace, tx);
    const detail = { from: manifest.origin };
    await audit(tx, ctx, 'workspace.move-imported', { kind: 'workspace', id: workspace.id }, detail);
    const { url } = await createInvitation(ctx, { role: 'owner', note: `Moved from ${manifest.origin}` });
    return { manifest, ownerUrl: url };
  });
}

async function refuseExisting(tx: Transaction, { id, slug }: Pick<Workspace, 'id' | 'slug'>) {
  const [byId] = await tx.select().from(workspaces).where(eq(workspaces.id, id));
  if (byId) throw new Error(`This workspace is here already, as ${byId.slug}. Nothing was imported.`);
  const [bySlug] = await tx.select().from(workspaces).where(eq(workspaces.slug, slug));
  if (bySlug)
    throw new Error(
      `Another workspace here is called ${slug}: change its address in the Console. Nothing was imported.`,
    );
}

async function loader(tx: Transaction, owner: Pick<Workspace, 'id' | 'environment'>) {
  const schema = await tablesOf(tx);
  let insert = '';
  let belongs = sql`false`;
  let change: ReturnType<typeof byName> | undefined;
  return {
    async table({ table, columns }: { table: string; columns: string[] }) {
      const moved: MovedTable | undefined = movedTables.find((each) => nameOf(each) === table);
      if (!moved) throw new BackupUnusable(`The file has a table ${table}, which does not move.`);
      insert = insertOf(schema, table, columns);
      belongs = belongsTo(moved, owner.id);
      change = hasSecrets(moved) ? byName(columns, (row) => sealSecrets(moved, owner, row)) : undefined;
    },
    async rows(lines: string[]) {
      const made = change;
      const sealed = made ? lines.map((line) => JSON.stringify(made(JSON.parse(line)))) : lines;
      const all = `[${sealed.join(',')}]`;
      // Another workspace here may invoice for the same company, and know the same vouchers of other software.
      const onConflict = insert.startsWith('insert into unclaimed_vouchers') ? ' on conflict do nothing' : '';
      // Everybody who knows the recipient can make a file, so its rows are checked.
      const { rows: foreign } = await tx.execute(sql`with loaded as (${sql.raw(insert)}
        from jsonb_array_elements(${all}::jsonb) as lines (line)${sql.raw(onConflict)} returning *)
        select 1 from loaded where (${belongs}) is not true limit 1`);
      if (foreign.length > 0)
        throw new BackupUnusable('The file has a row that is not of its workspace. Nothing was imported.');
    },
  };
}

function explainConflict(error: unknown): never {
  const { code, table } = ((error as Error).cause ?? {}) as { code?: string; table?: string };
  if (code !== '23505') throw error;
  const message = `Rows of ${table} are here already, in another workspace. Nothing was imported.`;
  throw new Error(message, { cause: error });
}
