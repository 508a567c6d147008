import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createApiKey } from '#lib/accounts/api-keys.ts';
import { connectApp } from '#lib/accounts/apps.ts';
import { createInvitation } from '#lib/accounts/invitations.ts';
import {
  changeQuotas,
  createWorkspace,
  findWorkspaceByName,
  findWorkspaceBySlug,
  NewWorkspace,
} from '#lib/accounts/workspaces.ts';
import { type Environment, environments } from '#lib/authority-environment.ts';
import { ownRecipient } from '#lib/backup/backup-file.ts';
import { rowsIn } from '#lib/backup/contents.ts';
import {
  closeWorkspace,
  exportWorkspace,
  importWorkspace,
  redirectWorkspace,
  reopenWorkspace,
  underWayText,
} from '#lib/backup/move-workspace.ts';
import type { Context, Workspace } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { openInstallation } from '#lib/database/open-installation.ts';
import { env, WrittenQuotas } from '#lib/env.ts';
import { quotaNames } from '#lib/limits.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { endWithUsage, runCommand } from './command.ts';

const usage = `npm run workspace -- <sandbox|live> <slug> <name> [contact e-mail]
npm run workspace -- quota <slug> <name>=<number> …    names: ${quotaNames.join(', ')}

To move a workspace to another installation (docs/move-a-workspace.md):
npm run workspace -- recipient                         there: prints the recipient of its files
npm run workspace -- close <slug>                      here: nothing is changed any more
npm run workspace -- export <slug> <file> --recipient <age1…> | --passphrase-file <file>
npm run workspace -- import <file> [--passphrase-file <file>]
npm run workspace -- moved <slug> --to <origin> [--until <yyyy-mm-dd>]
npm run workspace -- reopen <slug> [--not-imported]    here: gives the move up`;

const { values: options, positionals } = readArguments();
const [first, slug, ...more] = positionals;
await runCommand(async () => {
  const run = runOf(first);
  if (!run) endWithUsage(usage);
  const { close } = await openInstallation(2);
  await run().finally(close);
});

function readArguments() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        recipient: text,
        'passphrase-file': text,
        to: text,
        until: text,
        'not-imported': { type: 'boolean' },
      },
    });
  } catch {
    endWithUsage(usage);
  }
}

function runOf(command: string | undefined): (() => Promise<void>) | undefined {
  switch (command) {
    case 'quota':
      return ownQuotas(slug, more);
    case 'recipient':
      return async () => console.log(await ownRecipient());
    case 'close':
      return slug ? () => close(slug) : undefined;
    case 'export':
      return exported(slug, more[0]);
    case 'import':
      return slug ? () => imported(slug) : undefined;
    case 'moved':
      return moved(slug);
    case 'reopen':
      return slug ? () => reopened(slug) : undefined;
    default:
      return newWorkspace(command, slug, more);
  }
}

async function close(slug: string): Promise<void> {
  const underWay = await closeWorkspace(slug);
  console.log(`${slug} is closed: nothing is changed in it, and none of its invoices is sent.`);
  if (underWay.invoices + underWay.webhooks > 0) console.log(underWayText(underWay));
}

/** Read from a file, because arguments are visible to other users of the machine. */
function readPassphrase(): string | undefined {
  const path = options['passphrase-file'];
  if (path === undefined) return undefined;
  const passphrase = readFileSync(path, 'utf8').trim();
  if (passphrase.length < 16) throw new Error('The passphrase needs at least 16 characters.');
  return passphrase;
}

function exported(slug: string | undefined, file: string | undefined) {
  const { recipient, 'passphrase-file': passphraseFile } = options;
  if (!slug || !file || (recipient === undefined) === (passphraseFile === undefined)) return undefined;
  return async () => {
    const passphrase = readPassphrase();
    const to = passphrase === undefined ? { recipient: recipient ?? '' } : { passphrase };
    const manifest = await exportWorkspace(slug, file, to);
    console.log(`${file}: ${rowsIn(manifest)} rows of ${slug}, id ${manifest.workspace.id}.`);
    console.log(`Import it with Alta ${manifest.version}. Here it stays closed.`);
  };
}

async function imported(file: string): Promise<void> {
  const { manifest, ownerUrl } = await importWorkspace(file, readPassphrase());
  const { slug, environment, id } = manifest.workspace;
  console.log(`${rowsIn(manifest)} rows of ${slug} (${environment}), id ${id}, from ${manifest.origin}.`);
  console.log('It is open: waiting work continues within five minutes.');
  console.log(`Link for an owner, valid for one person and seven days: ${ownerUrl}`);
  console.log(`Now run there: npm run workspace -- moved ${slug} --to ${env().ALTA_ORIGIN}`);
}

function moved(slug: string | undefined) {
  const { to = '', until } = options;
  const origin = URL.parse(to)?.origin;
  const end = until === undefined ? undefined : z.iso.date().safeParse(until);
  if (!slug || !origin || origin !== to.replace(/\/$/, '') || end?.success === false) return undefined;
  return async () => {
    const day = end?.data ? new Date(`${end.data}T23:59:59-03:00`) : undefined;
    await redirectWorkspace(slug, { to: origin, until: day });
    console.log(`Links and keys of ${slug} are redirected to ${origin}${end ? ` until ${end.data}` : ''}.`);
  };
}

async function reopened(slug: string): Promise<void> {
  await reopenWorkspace(slug, { isNotImported: options['not-imported'] === true });
  console.log(`${slug} is open again: waiting work continues within five minutes.`);
}

/** Gives a workspace its own quotas instead of the installation's. */
function ownQuotas(slug: string | undefined, written: string[]) {
  const quotas = WrittenQuotas.safeParse(written.join(','));
  if (!slug || !quotas.success) return undefined;
  return async () => {
    const workspace = await findWorkspaceBySlug(slug);
    if (!workspace) throw new Error(`There is no workspace ${slug}.`);
    const own = await changeQuotas({ workspace, actor: { kind: 'operator' } }, quotas.data);
    console.log(
      `${slug} now has its own quotas: ${Object.entries(own)
        .map((each) => each.join('='))
        .join(', ')}.`,
    );
  };
}

/**
 * Creates a workspace with the Argentina app connected, workflows for registrations and invoices, and an API key.
 * An existing workspace gets only another API key. In both cases prints a link for a new owner.
 * @throws Error if the slug or the name belongs to another workspace
 */
function newWorkspace(requested: string | undefined, slug: string | undefined, [name, email]: string[]) {
  const environment = environments.find((each) => each === requested);
  if (!environment || slug === undefined || name === undefined) return undefined;
  const { contactEmail, ...input } = NewWorkspace.parse({ name, slug, contactEmail: email });
  return async () => {
    const existing = await findExisting(input, environment);
    // All of it or, if something fails, nothing.
    const lines = await database().transaction(async (tx) => {
      const workspace =
        existing ??
        (await createWorkspace({ ...input, environment, ...(contactEmail ? { contactEmail } : {}) }, tx));
      const ctx: Context = { workspace, actor: { kind: 'operator' }, tx };
      const about = `the ${environment} workspace ${workspace.slug}, “${workspace.name}”, id ${workspace.id}`;
      return existing
        ? [`Found ${about}. Nothing in it was changed.`, ...(await newAccess(ctx, 'Another API key'))]
        : [`Made ${about}.`, ...(await newConnections(ctx)), ...(await newAccess(ctx, 'API key'))];
    });
    console.log(lines.join('\n'));
  };
}

/** Connects the Argentina app and creates the workflows of the quick start. @returns lines to print */
async function newConnections(ctx: Context): Promise<string[]> {
  await connectApp(ctx, 'gov-ar');
  const lines: string[] = [];
  for (const template of ['ar-supplier-registration', 'ar-invoice'] as const) {
    const { id, name } = await createWorkflow(ctx, { template, key: template });
    lines.push(`Workflow ${id}: ${name}.`);
  }
  return lines;
}

/** Creates an API key and a link for an owner. @returns lines to print */
async function newAccess(ctx: Context, what: string): Promise<string[]> {
  const { token } = await createApiKey(ctx, { name: 'Made on the command line' });
  const { url } = await createInvitation(ctx, { role: 'owner', note: 'Made on the command line' });
  return [
    `${what}, shown only now: ${token}`,
    `Link for an owner, valid for one person and seven days: ${url}`,
  ];
}

async function findExisting(
  { slug, name }: { slug: string; name: string },
  environment: Environment,
): Promise<Workspace | undefined> {
  const [bySlug, byName] = [await findWorkspaceBySlug(slug), await findWorkspaceByName(name, environment)];
  if (bySlug && bySlug.environment !== environment)
    throw new Error(
      `There is a workspace ${slug}, but it is a ${bySlug.environment} workspace. Nothing was made: give this one another slug, such as ${slug}-${environment}.`,
    );
  if (bySlug && bySlug.name !== name)
    throw new Error(
      `There is a workspace ${slug}, but its name is “${bySlug.name}”. Nothing was made: repeat the command with that name, or with another slug.`,
    );
  if (!bySlug && byName)
    throw new Error(
      `There is a ${environment} workspace “${byName.name}”, but its slug is ${byName.slug}. Nothing was made: repeat the command with that slug, or with another name.`,
    );
  return bySlug;
}
