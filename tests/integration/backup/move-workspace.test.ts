// @module-tag slow
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, getTableName, sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { authenticateApiKey } from '#lib/accounts/api-keys.ts';
import { audit } from '#lib/audit.ts';
import { ownRecipient, sealFile, unsealFile } from '#lib/backup/backup-file.ts';
import {
  closeWorkspace,
  exportWorkspace,
  importWorkspace,
  reopenWorkspace,
} from '#lib/backup/move-workspace.ts';
import { keptTables, movedTables, nameOf } from '#lib/backup/workspace-tables.ts';
import type { Context } from '#lib/context.ts';
import { type DatabaseSource, database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { accessTickets } from '#lib/database/tables/certificates.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { auditLog, entries } from '#lib/database/tables/silo.ts';
import { attachFile, sharedLinkOf } from '#lib/silo/files.ts';
import { repair } from '#lib/workers.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { type RunningAlta, startAlta } from '#tests/support/alta.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { fastDirectory } from '#tests/support/fast-directory.ts';
import { classA } from '#tests/support/invoices.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { sealEverywhere } from '#tests/support/sealed-everywhere.ts';
import { openSealed } from '#tests/support/sealed-values.ts';
import { authorityOf, simulatorOfWorker } from '#tests/support/simulator.ts';
import { run } from '#tests/support/starting.ts';
import { idOf, newKey, withKeys } from '#tests/support/vault-keys.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newApiKey, newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';
import { sendAt, statusAndNumber, wsfeFault } from '../invoices/scene.ts';

vi.setConfig({ testTimeout: 240_000 });
const authority = await simulatorOfWorker({ timeoutSeconds: 2 });

interface Installation {
  source: DatabaseSource;
  key: string;
  origin?: string;
}

const newInstallation = async (): Promise<Installation> => ({ source: await newDatabase(), key: newKey() });

/** Runs `work` in this process as if it were one of the installation. */
async function at<T>({ source, key, origin }: Installation, work: () => Promise<T>): Promise<T> {
  const undo = setEnvironment({ ...withKeys([key]), ...(origin && { ALTA_ORIGIN: origin }) });
  try {
    return await withDatabase(source, work);
  } finally {
    undo();
  }
}

function newDirectory(): string {
  const directory = mkdtempSync(join(fastDirectory(), 'alta-moves-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

/** `npm run workspace` of an installation. */
const workspaceCommand = ({ source, key, origin = '' }: Installation, ...args: string[]) =>
  run(['scripts/workspace.ts', ...args], {
    DATABASE_URL: source.url ?? '',
    ALTA_ORIGIN: origin,
    ...withKeys([key]),
  });

const passphrase = 'correct horse battery staple';

test('every table of the database moves with its workspace or stays, as the list says', async () => {
  const { rows } = await withDatabase(await newDatabase(), () =>
    database().execute<{ name: string }>(
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    ),
  );
  const listed = [...movedTables.map(nameOf), ...keptTables.map(([table]) => getTableName(table))];
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('a workspace with every kind of secret opens under another vault key, and its keys and links are found', async () => {
  const [old, other] = [await newInstallation(), await newInstallation()];
  const file = join(newDirectory(), 'moved.workspace');
  const recipient = await at(other, ownRecipient);
  const { ctx, token, before } = await at(old, async () => {
    const made = await sealEverywhere(authority);
    const token = await newApiKey(made.ctx);
    await closeWorkspace(made.ctx.workspace.slug);
    // The message of its job is on its way for an instant.
    await database().execute(sql`update webhook_deliveries set lease_until = null`);
    await exportWorkspace(made.ctx.workspace.slug, file, { recipient });
    return { ...made, token, before: await contentsOf(made.ctx) };
  });
  expect(readFileSync(file).toString('latin1')).not.toContain('PRIVATE KEY');
  await at(other, async () => {
    await importWorkspace(file);
    expect(await contentsOf(ctx)).toEqual(before);
    const opened = await openSealed();
    expect(new Set(opened.map(({ keyId }) => keyId))).toEqual(new Set([idOf(other.key)]));
    expect(opened.map(({ column }) => column)).toEqual(
      expect.arrayContaining([
        'api_keys.digest_sealed',
        'certificates.key_sealed',
        'webhook_attempts.response_sealed',
        'workflows.steps.headers.x-key',
        'workspaces.file_keys_sealed',
      ]),
    );
    const use = { version: 'silo/v1', address: '192.0.2.7' };
    expect(await authenticateApiKey(token, use)).toMatchObject({ workspace: { id: ctx.workspace.id } });
    expect(await database().$count(accessTickets)).toBe(0);
  });
  // The file was sealed for the other one only.
  await at(old, () => expect(importWorkspace(file)).rejects.toThrow('can not be opened'));
});

/** Rows of a workspace by table, without those that the import adds. */
async function contentsOf({ workspace }: Context) {
  const counts: Record<string, number> = {};
  for (const moved of movedTables) {
    const added =
      nameOf(moved) === 'audit_log'
        ? sql` and action <> all ('{workspace.move-exported,workspace.move-imported,invitation.created}')`
        : sql``;
    const { rows } = await database().execute<{ count: number }>(
      sql`select count(*)::int as count from ${moved.table} where ${moved.where(workspace.id)} ${added}`,
    );
    counts[nameOf(moved)] = rows[0]?.count ?? 0;
  }
  return counts;
}

test('a file that was changed or cut, or a wrong passphrase, is refused, and nothing is imported', async () => {
  const [old, other] = [await newInstallation(), await newInstallation()];
  const directory = newDirectory();
  const [file, byPassphrase] = [join(directory, 'moved.workspace'), join(directory, 'passphrase.workspace')];
  const recipient = await at(other, ownRecipient);
  const slug = await at(old, async () => {
    const { slug } = (await newWorkspace()).workspace;
    const write = () => exportWorkspace(slug, file, { recipient });
    await expect(write()).rejects.toThrow('close it first');
    await closeWorkspace(slug);
    await expect(exportWorkspace(slug, file, { recipient: 'age1mine' })).rejects.toThrow('no recipient');
    await write();
    await expect(write()).rejects.toThrow('already exists');
    await exportWorkspace(slug, byPassphrase, { passphrase });
    return slug;
  });
  const whole = readFileSync(file);
  const changedAt = (name: string, place: number) => {
    const copy = Buffer.from(whole);
    copy.writeUInt8(copy.readUInt8(place) ^ 1, place);
    writeFileSync(join(directory, name), copy);
    return join(directory, name);
  };
  const cut = join(directory, 'cut');
  writeFileSync(cut, whole);
  truncateSync(cut, whole.length - 40);
  await at(other, async () => {
    await expect(importWorkspace(byPassphrase, 'another passphrase')).rejects.toThrow('another passphrase');
    await expect(importWorkspace(byPassphrase)).rejects.toThrow('another passphrase');
    await expect(importWorkspace(cut)).rejects.toThrow('changed or truncated');
    await expect(importWorkspace(changedAt('body', whole.length - 50))).rejects.toThrow(
      'changed or truncated',
    );
    await expect(importWorkspace(changedAt('head', 60))).rejects.toThrow('can not be opened');
    expect(await database().$count(workspaces)).toBe(0);
    await importWorkspace(byPassphrase, passphrase);
    await expect(importWorkspace(file)).rejects.toThrow('here already');
    expect(await database().$count(workspaces)).toBe(1);
  });
  await at(old, async () => {
    await expect(reopenWorkspace(slug, { isNotImported: false })).rejects.toThrow('--not-imported');
    await reopenWorkspace(slug, { isNotImported: true });
    const [row] = await database().select().from(workspaces).where(eq(workspaces.slug, slug));
    expect(row?.closedAt).toBeNull();
  });
});

/** The lines of a file as JSON: its beginning, the tables with their rows, and without its end. */
async function linesOf(file: string): Promise<unknown[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of unsealFile(file, 'workspace')) pieces.push(piece);
  const lines = Buffer.concat(pieces).toString().trim().split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

/** A file with these lines and the end that they need, made by somebody who knows the recipient. */
async function makeFile(file: string, lines: unknown[], recipient: string): Promise<string> {
  const [rows, hash]: [Record<string, number>, ReturnType<typeof createHash>] = [{}, createHash('sha256')];
  let table = '';
  const text = lines.map((line) => {
    if (Array.isArray(line)) rows[table] = (rows[table] ?? 0) + 1;
    else if (typeof line === 'object' && line !== null && 'table' in line) {
      table = String(line.table);
      rows[table] = 0;
    }
    return `${JSON.stringify(line)}\n`;
  });
  for (const line of text) hash.update(line);
  const end = `${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`;
  await sealFile(file, async (to) => void to.end(text.join('') + end), { recipient });
  return file;
}

test('a file that somebody made with rows of other workspaces is refused, and nothing is imported', async () => {
  const [old, other] = [await newInstallation(), await newInstallation()];
  const directory = newDirectory();
  const recipient = await at(other, ownRecipient);
  const victim = await at(other, async () => {
    const ctx = await newWorkspace();
    return { ...ctx.workspace, ...(await newRegistration(ctx)) };
  });
  await at(old, async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    await createJob(ctx, { workflowId: (await newRegistrationWorkflow(ctx)).id, entryId });
    await newApiKey(ctx);
    await closeWorkspace(ctx.workspace.slug);
    await exportWorkspace(ctx.workspace.slug, join(directory, 'honest'), { recipient });
  });
  await at(other, async () => {
    const honest = await linesOf(join(directory, 'honest'));
    const isTable = (line: unknown, name: string) =>
      typeof line === 'object' && line !== null && 'table' in line && line.table === name;
    const columnsOf = (table: string): string[] =>
      (honest.find((line) => isTable(line, table)) as { columns: string[] }).columns;
    /** The file with another first row of the table, or one more. */
    const changed = (table: string, values: Record<string, string>, { isAdded = false } = {}) => {
      const at = honest.findIndex((line) => isTable(line, table)) + 1;
      const row = honest[at];
      if (!Array.isArray(row)) throw new Error(`There is no row of ${table}.`);
      const made = row.map(
        (value, index) => values[columnsOf(table)[index]?.replaceAll('"', '') ?? ''] ?? value,
      );
      return honest.toSpliced(at, isAdded ? 0 : 1, made);
    };
    const mail = (values: Record<string, string>) => {
      const columns = columnsOf('mails').map((name) => name.replaceAll('"', ''));
      const given: Record<string, string> = {
        id: randomUUID(),
        workspace_id: (honest[0] as { workspace: { id: string } }).workspace.id,
        data: '{}',
        created_at: new Date().toISOString(),
        to: 'thief@example.com',
        ...values,
      };
      const row = columns.map((name) => given[name] ?? null);
      return honest.toSpliced(honest.findIndex((line) => isTable(line, 'mails')) + 1, 0, row);
    };
    const id = randomUUID();
    const { rows: links } = await database().execute<{ id: string }>(sql`select id from registration_links`);
    const files: Record<string, unknown[]> = {
      'a key to another workspace': changed('api_keys', { workspace_id: victim.id }),
      'another workspace': changed('workspaces', { id, slug: 'thief' }, { isAdded: true }),
      'a job on another workspace’s supplier': changed('jobs', { silo_entry_id: victim.entryId }),
      'a mail with another workspace’s link': mail({ kind: 'asked', subject: links[0]?.id ?? '' }),
      'a mail that invites': mail({ kind: 'member-invitation', subject: id }),
      'a user': [...honest, { table: 'users', columns: ['id'] }, [id]],
      'a column that is SQL': [...honest, { table: 'users', columns: ['id) select 1; --'] }, [id]],
      'a table twice': [...honest, { table: 'api_keys', columns: columnsOf('api_keys') }],
    };
    const before = await database().$count(workspaces);
    for (const [what, lines] of Object.entries(files)) {
      const file = await makeFile(join(directory, what), lines, recipient);
      const outcome = await importWorkspace(file).then(
        () => 'imported',
        (error: Error) => error.name,
      );
      expect([what, outcome]).toEqual([what, 'BackupUnusable']);
      expect(await database().$count(workspaces)).toBe(before);
    }
    await importWorkspace(await makeFile(join(directory, 'as it was'), honest, recipient));
    expect(await database().$count(workspaces)).toBe(before + 1);
  });
});

test('an invoice that was sent without an answer is settled before the export, and a queued one is not sent', async () => {
  const old = await newInstallation();
  const file = join(newDirectory(), 'moved.workspace');
  await at(old, async () => {
    const issuer = await newIssuer(authority);
    const { slug } = issuer.ctx.workspace;
    const sent = await issuer.submit();
    await authority.control.faults(wsfeFault('lost-answer'));
    await sendAt(issuer, 0);
    expect((await statusAndNumber(sent))[0]).toBe('sending');
    const queued = await issuer.submit();
    expect(await closeWorkspace(slug)).toEqual({ invoices: 1, webhooks: 0 });
    await expect(exportWorkspace(slug, file, { passphrase })).rejects.toThrow('1 invoices');
    await sendAt(issuer, 3_600);
    expect(await statusAndNumber(sent)).toEqual(['authorised', 1]);
    expect(await statusAndNumber(queued)).toEqual(['queued', null]);
    await exportWorkspace(slug, file, { passphrase });
    expect(await authority.control.vouchers('sandbox', issuer.cuit)).toHaveLength(1);
  });
});

test('closing waits for a change under way, and refuses the next', async () => {
  await at(await newInstallation(), async () => {
    const ctx = await newWorkspace();
    const client: Context = { ...ctx, actor: { kind: 'api-key', id: randomUUID() } };
    const supplier = () => newSupplier(client);
    let isClosed = false;
    let closing: Promise<unknown> = Promise.resolve();
    await database().transaction(async (tx) => {
      await audit(tx, client, 'workspace.changed', { kind: 'workspace', id: ctx.workspace.id });
      closing = closeWorkspace(ctx.workspace.slug).then(() => {
        isClosed = true;
      });
      await sleep(200);
      expect(isClosed).toBe(false);
    });
    await closing;
    await expect(supplier()).rejects.toMatchObject({ key: 'unavailable', code: 'workspace-moving' });
    expect(await database().$count(entries)).toBe(0);
    await reopenWorkspace(ctx.workspace.slug, { isNotImported: false });
    await supplier();
  });
});

test('a workspace that issues all the time moves: each invoice is authorized once, and links and keys are redirected', async () => {
  const [old, other] = [await newInstallation(), await newInstallation()];
  const directory = newDirectory();
  const { issuer, token, ref, pdf, bytes } = await at(old, async () => {
    const issuer = await newIssuer(authority);
    const { ref, entryId } = await newRegistration(issuer.ctx);
    const bytes = randomBytes(300_000);
    const attached = await database().transaction((tx) =>
      attachFile(tx, issuer.ctx, {
        entryId,
        name: 'contrato.txt',
        category: 'attachment',
        mime: 'text/plain',
        content: bytes,
      }),
    );
    return { issuer, token: await newApiKey(issuer.ctx), ref, pdf: sharedLinkOf(attached).url, bytes };
  });
  const { slug, id: workspaceId } = issuer.ctx.workspace;
  // Slow enough that some invoices are queued and some at the authority, whenever the workspace is closed.
  await authority.control.lots(3);
  await authority.control.processing(400);
  const env = { ...authorityOf(authority), RATE_LIMIT_FACTOR: '100000' };
  const start = async (installation: Installation): Promise<RunningAlta> => {
    const alta = await startAlta(installation.source, { ...env, ALTA_VAULT_KEY: installation.key });
    onTestFinished(() => alta.stop());
    installation.origin = alta.origin;
    return alta;
  };
  const [here, there] = [await start(old), await start(other)];

  const load = issuing(here.origin, token, issuer);
  await eventually(
    async () => load.acknowledged.length,
    (count) => count >= 10,
  );
  expect(await workspaceCommand(old, 'close', slug)).toMatchObject({ code: 0 });
  const refused = await apiClient(here.origin, token)('POST', '/silo/v1/entries', { data: { name: 'X' } });
  expect(refused).toMatchObject({ status: 503, body: { code: 'workspace-moving' } });
  expect(refused.headers.get('retry-after')).toBe('60');
  expect((await apiClient(here.origin, token)('GET', '/silo/v1/entries')).status).toBe(200);

  const [file, recipient] = [
    join(directory, 'moved.workspace'),
    (await workspaceCommand(other, 'recipient')).said.trim(),
  ];
  for (;;) {
    const { code, said } = await workspaceCommand(old, 'export', slug, file, '--recipient', recipient);
    if (code === 0) break;
    expect(said).toContain('under way');
  }
  const queued = await at(old, () => queuedIn(workspaceId));
  const sentHere = (await authority.control.vouchers('sandbox', issuer.cuit)).length;
  // Else the authority would refuse the new one's login for ten minutes (docs/authority.md#re-login-window).
  await authority.control.reset();
  const imported = await workspaceCommand(other, 'import', file);
  expect(imported).toMatchObject({ code: 0, said: expect.stringContaining('/invite/') });
  expect(await workspaceCommand(old, 'moved', slug, '--to', there.origin)).toMatchObject({ code: 0 });

  // The load goes on there, with the same key.
  const soFar = load.acknowledged.length;
  await eventually(
    async () => load.acknowledged.length,
    (count) => count >= soFar + 5,
  );
  await load.end();
  // What waits without an entry in the queue gets one within five minutes; here that is now.
  await at(other, () => repair(new Date(Date.now() + 3_600_000)));
  const call = apiClient(there.origin, token);
  for (const { id } of load.acknowledged)
    await eventually(
      async () => (await call('GET', `/silo/v1/entries/${id}`)).body.state,
      (state) => state === 'sent',
      { seconds: 90 },
    );
  const vouchers = await authority.control.vouchers('sandbox', issuer.cuit);
  expect(vouchers.map(({ number }) => number)).toEqual(load.acknowledged.map((_, index) => index + 1));
  const ours = await at(other, () => authorisedIn(workspaceId));
  expect(ours).toEqual(vouchers.map(({ number, cae }) => ({ number, cae })));
  // The old one sent none of the invoices that it still has as queued.
  expect(queued).toBeGreaterThan(0);
  expect(await at(old, () => queuedIn(workspaceId))).toBe(queued);
  expect(await at(old, () => authorisedIn(workspaceId))).toHaveLength(sentHere);

  const redirected = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await ask(url, { headers });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      308,
      url.replace(here.origin, there.origin),
    ]);
    return ask(answer.headers.get('location') ?? '', { headers });
  };
  const bearer = { authorization: `Bearer ${token}` };
  expect((await redirected(`${here.origin}/api/silo/v1/entries?limit=1`, bearer)).status).toBe(200);
  expect((await redirected(`${here.origin}/reg/${ref}`)).status).toBe(200);
  const download = await redirected(pdf.replace('http://alta.test', here.origin));
  expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true);
  expect((await ask(`${here.origin}/api/silo/v1/entries`)).status).toBe(401);

  await workspaceCommand(old, 'moved', slug, '--to', there.origin, '--until', '2020-01-01');
  const over = await ask(`${here.origin}/api/silo/v1/entries`, { headers: bearer });
  expect([over.status, await over.json()]).toMatchObject([410, { code: 'workspace-moved' }]);
  expect((await ask(`${here.origin}/reg/${ref}`)).status).toBe(410);
  expect(await at(old, () => movesIn(workspaceId))).toEqual([
    'workspace.closed',
    'workspace.move-exported',
    'workspace.moved',
    'workspace.moved',
  ]);
  expect(await at(other, () => movesIn(workspaceId))).toEqual([
    'workspace.closed',
    'workspace.move-imported',
  ]);
});

const queuedIn = (id: string) =>
  database().$count(
    invoiceSubmissions,
    and(eq(invoiceSubmissions.workspaceId, id), eq(invoiceSubmissions.status, 'queued')),
  );

const authorisedIn = (id: string) =>
  database()
    .select({ number: invoiceSubmissions.number, cae: invoiceSubmissions.cae })
    .from(invoiceSubmissions)
    .where(and(eq(invoiceSubmissions.workspaceId, id), eq(invoiceSubmissions.status, 'authorised')))
    .orderBy(invoiceSubmissions.number);

async function movesIn(id: string): Promise<string[]> {
  const rows = await database()
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, 'workspace'), eq(auditLog.subjectId, id)))
    .orderBy(auditLog.position);
  return rows.flatMap(({ action }) => (/closed|move/.test(action) ? [action] : []));
}

/** Requests that may be redirected, which is in no contract of the API. */
const ask = (url: string, init: RequestInit = {}) =>
  // biome-ignore lint/style/noRestrictedGlobals: see above
  fetch(url, { redirect: 'manual', ...init });

/** An integrator who repeats what is answered with 503, and goes where 308 leads, until told to end. */
function issuing(origin: string, token: string, { cuit, workflowId }: { cuit: string; workflowId: string }) {
  const acknowledged: { id: string }[] = [];
  let [at, isOver] = [origin, false];
  const call = async (path: string, body: unknown, key: string) => {
    for (;;) {
      const answer = await ask(`${at}/api${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
      });
      if (answer.ok) return (await answer.json()) as { id: string };
      if (answer.status === 308) at = new URL(answer.headers.get('location') ?? '').origin;
      else if (answer.status !== 503) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      else await sleep(100);
    }
  };
  const supplier = { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: cuit } };
  const pace = async () => {
    while (!isOver) {
      const key = randomUUID();
      const { issue_date: _, ...data } = classA({ supplier });
      const { id } = await call('/silo/v1/entries', { folder: 'invoices', data }, `invoice-${key}`);
      await call('/transform/v1/jobs', { workflow_id: workflowId, silo_entry_id: id }, `job-${key}`);
      acknowledged.push({ id });
      await sleep(100);
    }
  };
  const ended = Promise.all([pace(), pace(), pace()]);
  return {
    acknowledged,
    async end() {
      isOver = true;
      await ended;
    },
  };
}
