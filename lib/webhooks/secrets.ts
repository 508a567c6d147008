import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, lockPermission, reader, type Workspace } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { rowSealPlace } from '#lib/database/seal-places.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { webhookSecrets } from '#lib/database/tables/webhooks.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import { requirePermission } from '#lib/roles.ts';
import { hourMs } from '#lib/time.ts';
import { seal, unseal } from '#lib/vault.ts';
import { fetchEndpoint } from './endpoints.ts';

type SecretRow = typeof webhookSecrets.$inferSelect;

const secretBytes = 32;

export const RotationInput = z.strictObject({
  overlapHours: z
    .number()
    .int()
    .min(0)
    .max(168)
    .default(24)
    .describe('Hours for which the earlier secrets also sign. Use 0 if one has leaked.'),
});
export type RotationInput = z.infer<typeof RotationInput>;

/** Owner of a secret: an endpoint, or else the workspace. */
export interface SecretOwner {
  endpointId?: string | undefined;
}

/** A secret without its value. Its last characters tell it from others. */
export interface ListedSecret {
  id: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastCharacters: string;
}

interface MadeSecret {
  listed: ListedSecret;
  /** `whsec_…`: returned only when it is made. */
  secret: string;
}

/** Few enough to reveal nothing of 32 random bytes, whose Base64 ends in a padding character. */
const listed = ({ id, createdAt, expiresAt }: SecretRow, secret: string): ListedSecret => ({
  id,
  createdAt,
  expiresAt,
  lastCharacters: secret.slice(-5),
});

/**
 * Adds a signing secret. It signs beside the active ones, none of which ends. An endpoint's first secret signs
 * beside copies of the workspace's.
 * @throws AltaError `not-found` for an endpoint; `conflict` `too-many-secrets`
 */
export const addSecret = (ctx: Context, owner: SecretOwner = {}, now = new Date()): Promise<MadeSecret> =>
  storeSecret(ctx, owner, undefined, now);

/**
 * Replaces the signing secrets by a new one: the earlier ones also sign until the overlap ends. Before an
 * endpoint's first secret, the earlier ones are the workspace's.
 * @throws AltaError `not-found` for an endpoint; `conflict` `too-many-secrets`
 */
export const rotateSecret = (
  ctx: Context,
  { overlapHours, endpointId }: RotationInput & SecretOwner,
  now = new Date(),
): Promise<MadeSecret> => storeSecret(ctx, { endpointId }, overlapHours, now);

/**
 * Creates the secret of a new endpoint, which alone signs for it. The audit log shows no rotation, because no earlier
 * secret has signed for the endpoint.
 */
export const createEndpointSecret = (
  ctx: Context,
  endpointId: string,
  now = new Date(),
): Promise<MadeSecret> => storeSecret(ctx, { endpointId }, 0, now, 'webhook-secret.added');

/** @param overlapHours undefined: the earlier secrets do not end. */
async function storeSecret(
  ctx: Context,
  { endpointId }: SecretOwner,
  overlapHours: number | undefined,
  now: Date,
  action: 'webhook-secret.added' | 'webhook-secret.rotated' = overlapHours === undefined
    ? 'webhook-secret.added'
    : 'webhook-secret.rotated',
): Promise<MadeSecret> {
  requirePermission(ctx, 'webhook-secrets:write');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'webhook-secrets:write');
    await lockSecrets(tx, [ctx.workspace.id]);
    const inside = { ...ctx, tx };
    if (endpointId) await fetchEndpoint(inside, endpointId);
    const own = await activeSecrets(inside, { endpointId }, now);
    const isFirstOfEndpoint = endpointId !== undefined && own.length === 0;
    if (isFirstOfEndpoint) {
      const copies = (await activeSecrets(inside, {}, now)).map((row) => {
        const [secret = ''] = unsealed(ctx.workspace, [row]);
        return {
          ...sealSecret(ctx.workspace, { endpointId }, secret, row.createdAt).row,
          expiresAt: row.expiresAt,
        };
      });
      if (copies.length > 0) await tx.insert(webhookSecrets).values(copies);
    }
    if (overlapHours !== undefined) {
      const expiresAt = new Date(now.getTime() + overlapHours * hourMs);
      await tx
        .update(webhookSecrets)
        .set({ expiresAt })
        .where(
          and(
            ofOwner(ctx, { endpointId }),
            or(isNull(webhookSecrets.expiresAt), gt(webhookSecrets.expiresAt, expiresAt)),
          ),
        );
    }
    const made = makeSecret(ctx.workspace, { endpointId }, now);
    const [row] = await tx.insert(webhookSecrets).values(made.row).returning();
    if (!row) throw new Error('The secret was not stored.');
    const active = await activeSecrets(inside, { endpointId }, now);
    if (active.length > sizeLimits.webhookSecrets) throw tooManySecrets(isFirstOfEndpoint);
    await audit(
      tx,
      ctx,
      action,
      { kind: 'webhook-secret', id: row.id },
      {
        ...(action === 'webhook-secret.rotated' ? { overlap_hours: overlapHours } : {}),
        ...(endpointId ? { endpoint_id: endpointId } : {}),
      },
    );
    return { listed: listed(row, made.secret), secret: made.secret };
  });
}

const tooManySecrets = (isFirstOfEndpoint: boolean) =>
  new AltaError(
    'conflict',
    `At most ${sizeLimits.webhookSecrets} secrets can sign at a time${isFirstOfEndpoint ? ", and the endpoint's first one signs beside those of the workspace" : ''}. End one that no receiver verifies with any more (DELETE …/webhooks/secrets/{id}), or rotate with overlap_hours 0, which ends all earlier ones.`,
    { code: 'too-many-secrets' },
  );

/** Serialises changes of the secrets of a workspace and its endpoints, until the transaction ends. */
const lockSecrets = (tx: Transaction, ids: string[]) =>
  tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(inArray(workspaces.id, ids))
    .orderBy(asc(workspaces.id))
    .for('no key update');

/** Lists the active secrets, newest first, without their values. An endpoint without any uses the workspace's. */
export async function listSecrets(ctx: Context, owner: SecretOwner = {}): Promise<ListedSecret[]> {
  requirePermission(ctx, 'webhooks:read');
  const rows = await activeSecrets(ctx, owner, new Date());
  const secrets = unsealed(ctx.workspace, rows);
  return rows.map((row, at) => listed(row, secrets[at] ?? ''));
}

const activeSecrets = (ctx: Context, owner: SecretOwner, now: Date): Promise<SecretRow[]> =>
  reader(ctx)
    .select()
    .from(webhookSecrets)
    .where(and(ofOwner(ctx, owner), isUnexpired(now)))
    .orderBy(...newestFirst);

/** Returns the ids of the workspace's endpoints that have their own secret. */
export async function endpointsWithOwnSecret(ctx: Context, now = new Date()): Promise<Set<string>> {
  requirePermission(ctx, 'webhooks:read');
  const rows = await reader(ctx)
    .select({ endpointId: webhookSecrets.endpointId })
    .from(webhookSecrets)
    .where(
      and(
        eq(webhookSecrets.workspaceId, ctx.workspace.id),
        isNotNull(webhookSecrets.endpointId),
        isUnexpired(now),
      ),
    );
  return new Set(rows.flatMap(({ endpointId }) => endpointId ?? []));
}

const ofOwner = (ctx: Context, { endpointId }: SecretOwner) =>
  and(
    eq(webhookSecrets.workspaceId, ctx.workspace.id),
    endpointId ? eq(webhookSecrets.endpointId, endpointId) : isNull(webhookSecrets.endpointId),
  );

/**
 * Ends a secret. The last one that has no end cannot be ended: messages would be signed with nothing.
 * @throws AltaError `not-found`, also for one that has ended; `conflict` `last-secret`
 */
export async function endSecret(ctx: Context, id: string, now = new Date()): Promise<void> {
  requirePermission(ctx, 'webhook-secrets:write');
  await inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'webhook-secrets:write');
    await lockSecrets(tx, [ctx.workspace.id]);
    const isThis = and(eq(webhookSecrets.id, id), eq(webhookSecrets.workspaceId, ctx.workspace.id));
    const [row] = await tx
      .select()
      .from(webhookSecrets)
      .where(and(isThis, isUnexpired(now)));
    if (!row) throw notFound('The webhook secret');
    const active = await activeSecrets({ ...ctx, tx }, { endpointId: row.endpointId ?? undefined }, now);
    const endless = active.filter(({ expiresAt }) => expiresAt === null);
    if (row.expiresAt === null && endless.length === 1) throw lastSecret();
    await tx.update(webhookSecrets).set({ expiresAt: now }).where(isThis);
    await audit(tx, ctx, 'webhook-secret.ended', { kind: 'webhook-secret', id });
  });
}

const lastSecret = () =>
  new AltaError(
    'conflict',
    'No other secret signs without an end. Add one, or rotate, and then end this one.',
    {
      code: 'last-secret',
    },
  );

/** The parts of a delivery that determine its signing secrets. */
interface SignedDelivery extends SecretOwner {
  workspace: Workspace;
}

/**
 * Returns the signing secrets (`whsec_…`) of each delivery, the newest first. Creates a secret for a
 * workspace without one.
 */
export async function signingSecrets(deliveries: SignedDelivery[], now = new Date()): Promise<string[][]> {
  let rows = await activeSecretsOf(deliveries, now);
  const workspaces = [...new Map(deliveries.map(({ workspace }) => [workspace.id, workspace])).values()];
  const withoutSecret = workspaces.filter(
    ({ id }) =>
      !rows.some((row) => row.workspaceId === id && row.endpointId === null && row.expiresAt === null),
  );
  if (withoutSecret.length > 0) {
    await createFirstSecrets(withoutSecret, now);
    rows = await activeSecretsOf(deliveries, now);
  }
  const byOwner = Map.groupBy(rows, ({ endpointId, workspaceId }) => endpointId ?? workspaceId);
  return deliveries.map(({ workspace, endpointId }) =>
    unsealed(workspace, byOwner.get(endpointId ?? '') ?? byOwner.get(workspace.id) ?? []),
  );
}

/** Creates a secret for each workspace that still has none. */
const createFirstSecrets = (owners: Workspace[], now: Date): Promise<void> =>
  database().transaction(async (tx) => {
    await lockSecrets(
      tx,
      owners.map(({ id }) => id),
    );
    for (const workspace of owners) {
      const active = await activeSecrets({ ...asEngine(workspace), tx }, {}, now);
      if (active.some(({ expiresAt }) => expiresAt === null)) continue;
      await tx.insert(webhookSecrets).values(makeSecret(workspace, {}, now).row);
    }
  });

/** Returns the active secrets of the given workspaces and endpoints. */
const activeSecretsOf = (deliveries: SignedDelivery[], now: Date): Promise<SecretRow[]> =>
  database()
    .select()
    .from(webhookSecrets)
    .where(
      and(
        inArray(
          webhookSecrets.workspaceId,
          deliveries.map(({ workspace }) => workspace.id),
        ),
        or(
          isNull(webhookSecrets.endpointId),
          inArray(
            webhookSecrets.endpointId,
            deliveries.flatMap(({ endpointId }) => endpointId ?? []),
          ),
        ),
        isUnexpired(now),
      ),
    )
    .orderBy(...newestFirst);

const newestFirst = [desc(webhookSecrets.createdAt), desc(webhookSecrets.id)];

/** Returns the active secrets of a workspace. Unlike `signingSecrets`, creates none: no receiver could know it. */
export async function existingSecrets(workspace: Workspace, now = new Date()): Promise<string[]> {
  return unsealed(workspace, await activeSecrets(asEngine(workspace), {}, now));
}

const asEngine = (workspace: Workspace): Context => ({ workspace, actor: { kind: 'engine' } });

const unsealed = (workspace: Workspace, rows: SecretRow[]) =>
  rows.map((row) => unseal(row.secretSealed, secretSealPlace(workspace, row.id)).toString());

const makeSecret = (workspace: Workspace, owner: SecretOwner, now: Date) =>
  sealSecret(workspace, owner, `whsec_${randomBytes(secretBytes).toString('base64')}`, now);

function sealSecret(workspace: Workspace, { endpointId }: SecretOwner, secret: string, now: Date) {
  const id = uuidv7();
  const secretSealed = seal(secret, secretSealPlace(workspace, id));
  return { secret, row: { id, workspaceId: workspace.id, endpointId, secretSealed, createdAt: now } };
}

const isUnexpired = (now: Date) => or(isNull(webhookSecrets.expiresAt), gt(webhookSecrets.expiresAt, now));

const secretSealPlace = (workspace: Workspace, id: string) =>
  rowSealPlace(webhookSecrets.secretSealed, workspace, id);
