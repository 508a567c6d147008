import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { createApiKey, listApiKeys } from './accounts/api-keys.ts';
import { connectApp, fetchApp, fetchLogo, isConnected } from './accounts/apps.ts';
import { addMember, listMemberships } from './accounts/members.ts';
import { changeWorkspace, createOwnedWorkspace } from './accounts/workspaces.ts';
import { audit } from './audit.ts';
import { type Context, inTransaction, lockPermission, reader, type Workspace } from './context.ts';
import type { Transaction } from './database/client.ts';
import { type AppSettings, members, users, workspaces } from './database/tables/accounts.ts';
import { workflows } from './database/tables/workflows.ts';
import { singleLine } from './documents/validation.ts';
import { AltaError, notFound } from './errors.ts';
import { refuseOverQuota } from './quotas.ts';
import { changeAppSettings } from './registrations/app-settings.ts';
import { type Permission, type Role, requirePermission } from './roles.ts';
import { isLocalUrl } from './webhooks/address-guard.ts';
import { changeEndpoint, createEndpoint, type EndpointRow, listEndpoints } from './webhooks/endpoints.ts';
import { addSecret, endpointsWithOwnSecret, listSecrets } from './webhooks/secrets.ts';
import { changeWorkflow } from './workflows/change-workflow.ts';
import { createWorkflow, type WorkflowRow } from './workflows/definitions.ts';
import { dropSecrets, isSameDefinition, isValidDefinition, type StepLists } from './workflows/drafts.ts';
import { templateNames } from './workflows/templates.ts';

/** Parts that can be copied. Suppliers, certificates, invoices and delegates never are. */
export const copyParts = ['settings', 'workflows', 'endpoints', 'keys', 'members'] as const;
type CopyPart = (typeof copyParts)[number];

/**
 * `new`: will be made. `same`: exists as it is in the sandbox. `kept`: exists with other values, which stay.
 * `replaced`: exists with other values, which get those of the sandbox. `refused`: is not valid any more.
 */
type CopyOutcome = 'new' | 'same' | 'kept' | 'replaced' | 'refused';

export interface PlannedCopy {
  part: CopyPart;
  /** Sandbox id of a workflow or an endpoint, which can be left out. */
  id?: string;
  /** Name as people gave it; of a setting, its key. */
  name: string;
  outcome: CopyOutcome;
  /**
   * `disabled`: made without the secrets of its steps, and disabled until they are entered.
   * `local`: the address is one of this machine or of a local network.
   */
  note?: 'disabled' | 'local' | undefined;
}

/** A secret made by the copy. It can not be shown again. */
interface NewSecret {
  kind: 'signing' | 'endpoint' | 'key';
  name: string;
  value: string;
}

const target = z.union([
  z.strictObject({ slug: z.string().max(60) }),
  z.strictObject({
    name: z
      .string()
      .trim()
      .min(1, 'is empty')
      .max(100)
      .refine(...singleLine),
  }),
]);

export const CopyQuestion = z.strictObject({
  /** An existing live workspace, or the name of a new one. */
  target,
  existing: z.enum(['keep', 'replace']),
});
export const CopyRequest = CopyQuestion.extend({
  parts: z
    .array(z.enum(copyParts))
    .min(1, 'must have at least one part')
    .transform((parts) => [...new Set(parts)]),
  /** Ids of the sandbox's workflows and endpoints that are not copied. */
  without: z.array(z.uuid()).max(2_000).default([]),
});
type CopyQuestion = z.infer<typeof CopyQuestion>;
type CopyRequest = z.infer<typeof CopyRequest>;

/** Lists what a copy to the live workspace would do. Changes nothing. */
export async function planCopy(ctx: Context, { target, existing }: CopyQuestion): Promise<PlannedCopy[]> {
  requireSandboxOwner(ctx);
  const to = 'slug' in target ? await findTarget(ctx, target.slug) : undefined;
  const items = await itemsOf(ctx, to, existing);
  return items.map(({ copy: _, ...item }) => item);
}

/**
 * Copies parts of a sandbox to a live workspace of the same owner, all or nothing. Repeating a copy makes nothing
 * twice. Keys and signing secrets are made anew and are only in this result.
 * @throws AltaError `not-found` unless the user owns the live workspace; `conflict` `name-taken`, `over-quota` or
 * `too-many-secrets`
 */
export async function copyToLive(
  ctx: Context,
  { target, existing, parts, without }: CopyRequest,
): Promise<{ slug: string; made: number; secrets: NewSecret[] }> {
  requireSandboxOwner(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'workspace:write');
    // Concurrent copies of a sandbox run one after the other, so that the second finds what the first made.
    const ofSource = eq(workspaces.id, ctx.workspace.id);
    await tx.select({ id: workspaces.id }).from(workspaces).where(ofSource).for('no key update');
    const from = { ...ctx, tx };
    const to = { ...(await targetOf(from, target)), tx };
    await lockPermission(tx, to, 'workspace:write');
    const items = (await itemsOf(from, to, existing)).filter(
      ({ part, id }) => parts.includes(part) && !(id && without.includes(id)),
    );
    const secrets: NewSecret[] = [];
    let made = 0;
    for (const item of items) {
      if (item.outcome !== 'new' && item.outcome !== 'replaced') continue;
      secrets.push(...((await item.copy?.(to)) ?? []));
      made += 1;
    }
    if (parts.includes('endpoints') && items.some(({ part }) => part === 'endpoints')) {
      secrets.unshift(...(await firstSigningSecret(to)));
    }
    const counts = Object.fromEntries(
      parts.map((part) => [part, items.filter((item) => item.part === part && isWritten(item)).length]),
    );
    const subject = (id: string) => ({ kind: 'workspace' as const, id });
    await audit(tx, from, 'workspace.copied', subject(to.workspace.id), { to: to.workspace.slug, ...counts });
    await audit(tx, to, 'workspace.filled', subject(from.workspace.id), {
      from: from.workspace.slug,
      ...counts,
    });
    return { slug: to.workspace.slug, made, secrets };
  });
}

/** The live workspaces that the user owns and may enter. */
export async function listCopyTargets(ctx: Context): Promise<Workspace[]> {
  requireSandboxOwner(ctx);
  return (await ownedLive(ctx)).map(({ workspace }) => workspace);
}

function requireSandboxOwner(ctx: Context): void {
  requirePermission(ctx, 'workspace:write');
  if (ctx.workspace.environment === 'sandbox' && ctx.actor.kind === 'user') return;
  throw new AltaError('conflict', 'Only a sandbox can be copied to a live workspace.', {
    code: 'not-a-sandbox',
  });
}

async function ownedLive(ctx: Context) {
  const memberships = await listMemberships(ctx.actor.id ?? '', reader(ctx));
  return memberships.filter(
    ({ workspace, role, lacksSecondFactor }) =>
      role === 'owner' && !lacksSecondFactor && workspace.environment === 'live',
  );
}

async function findTarget(ctx: Context, slug: string): Promise<Context> {
  const found = (await ownedLive(ctx)).find(({ workspace }) => workspace.slug === slug);
  if (!found) throw notFound('The live workspace');
  return contextIn(ctx, found.workspace);
}

const contextIn = ({ actor, source }: Context, workspace: Workspace): Context => ({
  workspace,
  actor: { kind: 'user', id: actor.id ?? '', role: 'owner' },
  ...(source ? { source } : {}),
});

async function targetOf(ctx: Context & { tx: Transaction }, target: CopyRequest['target']): Promise<Context> {
  if ('slug' in target) return findTarget(ctx, target.slug);
  const owned = await ownedLive(ctx);
  if (owned.some(({ workspace }) => workspace.name === target.name)) {
    throw new AltaError('conflict', 'You already have a live workspace of this name: choose it.', {
      code: 'name-taken',
      fields: { name: 'is taken' },
    });
  }
  const workspace = await createOwnedWorkspace(
    ctx.actor.id ?? '',
    { name: target.name, environment: 'live' },
    ctx.tx,
  );
  return contextIn(ctx, workspace);
}

interface CopyItem extends PlannedCopy {
  copy?: (to: Context & { tx: Transaction }) => Promise<NewSecret[] | undefined>;
}

const isWritten = ({ outcome }: CopyItem) => outcome === 'new' || outcome === 'replaced';

/** @param to undefined for a workspace that does not exist yet */
async function itemsOf(
  from: Context,
  to: Context | undefined,
  existing: CopyQuestion['existing'],
): Promise<CopyItem[]> {
  const comparison: Comparison = { from, to, differing: existing === 'replace' ? 'replaced' : 'kept' };
  return [
    ...(await settingItems(comparison)),
    ...(await workflowItems(comparison)),
    ...(await endpointItems(comparison)),
    ...(await keyItems(comparison)),
    ...(await memberItems(comparison)),
  ];
}

interface Comparison {
  from: Context;
  to: Context | undefined;
  /** Outcome of what both have, with different values. */
  differing: 'kept' | 'replaced';
}

const copiedSettings = [
  'wizard',
  'contact',
  'mail',
  'reminderDays',
  'linkLifetimeDays',
  'aliasPrefix',
  'services',
  'asksForExports',
  'returnUrl',
  'embedOrigins',
] as const satisfies (keyof AppSettings)[];

/** The app's settings without the delegate, and the contact's address. */
async function settingItems({ from, to, differing }: Comparison): Promise<CopyItem[]> {
  const source = await fetchApp(from, 'gov-ar');
  const current = to && (await fetchApp(to, 'gov-ar'));
  const outcomeOf = (wanted: unknown, stored: unknown): CopyOutcome => {
    if (stored === undefined || stored === null) return 'new';
    return isDeepStrictEqual(wanted, stored) ? 'same' : differing;
  };
  const settings = copiedSettings.flatMap((name): CopyItem[] => {
    const wanted = source.settings[name];
    if (wanted === undefined) return [];
    const outcome = outcomeOf(wanted, current?.settings[name]);
    const copy = async (within: Context) => {
      if (!isConnected(await fetchApp(within, 'gov-ar'))) await connectApp(within, 'gov-ar');
      await changeAppSettings(within, 'gov-ar', { [name]: await settingOf(from, name, wanted) });
      return undefined;
    };
    return [{ part: 'settings', name, outcome, copy }];
  });
  const { contactEmail } = from.workspace;
  // A new workspace has the app connected from the start.
  const app: CopyItem[] =
    current && isConnected(source)
      ? [
          {
            part: 'settings',
            name: 'app',
            outcome: isConnected(current) ? 'same' : 'new',
            copy: async (within) => {
              await connectApp(within, 'gov-ar');
              return undefined;
            },
          },
        ]
      : [];
  const email: CopyItem[] = contactEmail
    ? [
        {
          part: 'settings',
          name: 'contactEmail',
          outcome: outcomeOf(contactEmail, to?.workspace.contactEmail),
          copy: async (within) => {
            await changeWorkspace(within, { contactEmail });
            return undefined;
          },
        },
      ]
    : [];
  return [...app, ...settings, ...email];
}

/** The setting as a change of it; of the brand, with the picture itself. */
async function settingOf(from: Context, name: (typeof copiedSettings)[number], wanted: unknown) {
  if (name !== 'wizard') return wanted;
  const { logo, ...wizard } = wanted as NonNullable<AppSettings['wizard']>;
  const bytes = logo && (await fetchLogo(from, 'gov-ar'));
  return { ...wizard, ...(bytes ? { logo: { ...logo, base64: bytes.toString('base64') } } : {}) };
}

const maxWorkflows = 1_000;

const workflowsOf = (ctx: Context) =>
  reader(ctx)
    .select()
    .from(workflows)
    .where(and(eq(workflows.workspaceId, ctx.workspace.id), isNull(workflows.archivedAt)))
    .orderBy(asc(workflows.createdAt), asc(workflows.id))
    .limit(maxWorkflows);

const workflowName = ({ key, schema, name }: WorkflowRow) => (key ? `key ${key}` : `${schema} ${name}`);

/** Workflows by their key, or else their name. Secrets of their steps are not copied. */
async function workflowItems({ from, to, differing }: Comparison): Promise<CopyItem[]> {
  const current = to ? await workflowsOf(to) : [];
  const rows = await workflowsOf(from);
  return rows.map((row): CopyItem => {
    const twins = current.filter((each) => workflowName(each) === workflowName(row));
    const [twin] = twins;
    const plain = dropSecrets(row);
    const item = { part: 'workflows', id: row.id, name: row.name } as const;
    if (!twin) {
      if (!isValidDefinition(row.schema, plain)) return { ...item, outcome: 'refused' };
      const note = plain.dropped > 0 ? 'disabled' : undefined;
      return { ...item, outcome: 'new', note, copy: (within) => makeWorkflow(within, row, plain) };
    }
    const stored = dropSecrets(twin);
    const isSame =
      row.name === twin.name && row.description === twin.description && isSameDefinition(plain, stored);
    if (isSame) return { ...item, outcome: 'same' };
    // A replaced definition would lose the live workspace's own secrets.
    const isPlain = plain.dropped + stored.dropped === 0 && twins.length === 1;
    const isReplaced = isPlain && row.schema === twin.schema && isValidDefinition(row.schema, plain);
    const { name, description } = row;
    return {
      ...item,
      outcome: isReplaced ? differing : 'kept',
      copy: async (within) => {
        await changeWorkflow(within, twin.id, { name, description, ...asInput(plain) });
        return undefined;
      },
    };
  });
}

/** Steps as the verbs take them: every member is there. */
function asInput({ steps, rescue }: StepLists) {
  const inputOf = ({ id, name, provider, config, summary, notes }: StepLists['steps'][number]) => ({
    id,
    name,
    provider,
    config,
    summary,
    notes,
  });
  return { steps: steps.map(inputOf), rescue: rescue.map(inputOf) };
}

async function makeWorkflow(
  to: Context & { tx: Transaction },
  row: WorkflowRow,
  plain: StepLists & { dropped: number },
) {
  const { name, description, schema, key } = row;
  const disabled = row.disabled || plain.dropped > 0;
  const common = { name, description, ...(key ? { key } : {}), ...(disabled ? { disabled } : {}) };
  // A template that was not changed since stays recognizable as one.
  const template = row.version === 1 ? templateNames.find((each) => each === row.template) : undefined;
  const made = await createWorkflow(
    to,
    template
      ? { ...common, template }
      : {
          ...common,
          schema,
          country: row.country,
          ...asInput(plain),
        },
  );
  if (row.isDefault && !made.isDefault && !disabled) {
    const isDefault = and(
      eq(workflows.workspaceId, to.workspace.id),
      eq(workflows.schema, schema),
      eq(workflows.isDefault, true),
    );
    if ((await to.tx.$count(workflows, isDefault)) === 0)
      await changeWorkflow(to, made.id, { default: true });
  }
  return undefined;
}

const maxEndpoints = 1_000;

/** Endpoints by their address. */
async function endpointItems({ from, to, differing }: Comparison): Promise<CopyItem[]> {
  const page = { limit: maxEndpoints, ascending: true };
  const current = to ? await listEndpoints(to, page) : [];
  const rows = await listEndpoints(from, page);
  const withOwnSecret = await endpointsWithOwnSecret(from);
  const contentOf = ({ description, events }: EndpointRow) => ({ description, events: [...events].sort() });
  return rows.map((row): CopyItem => {
    const twins = current.filter(({ url }) => url === row.url);
    const [twin] = twins;
    const { url, description, events } = row;
    const note = isLocalUrl(url) ? 'local' : undefined;
    const item = { part: 'endpoints', id: row.id, name: url, note } as const;
    if (!twin) {
      return {
        ...item,
        outcome: 'new',
        copy: async (within) => {
          const { id } = await createEndpoint(within, { url, description, events });
          if (row.disabledAt) await changeEndpoint(within, id, { disabled: true });
          if (!withOwnSecret.has(row.id)) return undefined;
          await firstSigningSecret(within);
          const { secret } = await addSecret(within, { endpointId: id });
          return [{ kind: 'endpoint', name: url, value: secret }];
        },
      };
    }
    const isSame = twins.some((each) => isDeepStrictEqual(contentOf(each), contentOf(row)));
    if (isSame) return { ...item, outcome: 'same' };
    return {
      ...item,
      outcome: twins.length === 1 ? differing : 'kept',
      copy: async (within) => {
        await changeEndpoint(within, twin.id, { description, events });
        return undefined;
      },
    };
  });
}

/** The workspace's first signing secret, made now so that the receiver can know it. */
async function firstSigningSecret(to: Context): Promise<NewSecret[]> {
  if ((await listSecrets(to)).length > 0) return [];
  const { secret } = await addSecret(to);
  return [{ kind: 'signing', name: to.workspace.name, value: secret }];
}

/** Outcome for what is never replaced. */
function outcomeAmong<Twin>(twins: Twin[], isSame: (twin: Twin) => boolean): CopyOutcome {
  if (twins.length === 0) return 'new';
  return twins.some(isSame) ? 'same' : 'kept';
}

const isSameSet = (one: readonly string[] | null, other: readonly string[] | null) =>
  isDeepStrictEqual([...(one ?? [])].sort(), [...(other ?? [])].sort());

/** Keys in use, by their name: another key with the same permissions, never the same one. */
async function keyItems({ from, to }: Comparison): Promise<CopyItem[]> {
  const now = new Date();
  const inUse = async (ctx: Context) =>
    (await listApiKeys(ctx)).filter(
      ({ revokedAt, replacedBy, expiresAt }) => !revokedAt && !replacedBy && !(expiresAt && expiresAt <= now),
    );
  const current = to ? await inUse(to) : [];
  const rows = await inUse(from);
  return rows.map(({ name, scopes, allowedAddresses, expiresAt, createdAt }) => ({
    part: 'keys',
    name,
    outcome: outcomeAmong(
      current.filter((each) => each.name === name),
      (each) => isSameSet(each.scopes, scopes) && isSameSet(each.allowedAddresses, allowedAddresses),
    ),
    copy: async (within) => {
      const { token } = await createApiKey(within, {
        name,
        scopes,
        allowedAddresses,
        expiresAt: expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime()),
      });
      return [{ kind: 'key', name, value: token }];
    },
  }));
}

/** Members with their role. Somebody who is a member already keeps the role they have. */
async function memberItems({ from, to }: Comparison): Promise<CopyItem[]> {
  const current = to ? await membersIn(to) : [];
  const rows = (await membersIn(from)).filter(({ userId }) => userId !== from.actor.id);
  return rows.map(({ userId, email, role }) => ({
    part: 'members',
    name: email,
    outcome: outcomeAmong(
      current.filter((each) => each.userId === userId),
      (each) => each.role === role,
    ),
    copy: async (within) => {
      await lockPermission(within.tx, within, 'members:write' satisfies Permission);
      await refuseOverQuota(within.tx, within, 'members');
      await addMember(within, userId, role);
      return undefined;
    },
  }));
}

const membersIn = (ctx: Context): Promise<{ userId: string; email: string; role: Role }[]> =>
  reader(ctx)
    .select({ userId: members.userId, email: users.email, role: members.role })
    .from(members)
    .innerJoin(users, and(eq(users.id, members.userId), isNull(users.deactivatedAt)))
    .where(eq(members.workspaceId, ctx.workspace.id))
    .orderBy(asc(users.email));
