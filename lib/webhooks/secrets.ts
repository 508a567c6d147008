import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, lockPermission, reader, type Workspace } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { rowSealPlace } from '#lib/database/seal-places.ts';
import { webhookSecrets } from '#lib/database/tables/webhooks.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import { requirePermission } from '#lib/roles.ts';
import { hourMs } from '#lib/time.ts';
import { seal, unseal } from '#lib/vault.ts';
import { fetchEndpoint } from './endpoints.ts';

export type SecretRow = typeof webhookSecrets.$inferSelect;

const secretBytes = 32;

export const RotationInput = z.strictObject({
  overlapHours: z
    .number()
    .int()
    .min(0)
    .max(168)
    .default(24)
    .describe('Hours for which the previous secret also signs. Use 0 if it has leaked.'),
});
export type RotationInput = z.infer<typeof RotationInput>;

/** Owner of a secret: an endpoint, or else the workspace. */
export interface SecretOwner {
  endpointId?: string | undefined;
}

/**
 * Creates a signing secret (`whsec_…`) and returns it, the only time it is shown. Until the overlap ends,
 * deliveries are also signed with the previous secret; for an endpoint's first secret, that is the
 * workspace's.
 * @throws AltaError `not-found` for an endpoint; `conflict` `too-many-secrets`
 */
export async function rotateSecret(
  ctx: Context,
  { overlapHours, endpointId }: RotationInput & SecretOwner,
  now = new Date(),
): Promise<{ row: SecretRow; secret: string }> {
  requirePermission(ctx, 'webhook-secrets:write');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'webhook-secrets:write');
    if (endpointId) await fetchEndpoint({ ...ctx, tx }, endpointId);
    const expiresAt = new Date(now.getTime() + overlapHours * hourMs);
    const previous = await listSecrets({ ...ctx, tx }, { endpointId }, now);
    if (endpointId && previous.length === 0)
      await copyWorkspaceSecret(tx, ctx, { endpointId, expiresAt }, now);
    const created = makeSecret(ctx.workspace, { endpointId }, now);
    let row: SecretRow | undefined;
    // If a concurrent rotation has stored its secret in between, repeats with that one as the previous
    // secret.
    while (!row) {
      await tx
        .update(webhookSecrets)
        .set({ expiresAt })
        .where(and(ofOwner(ctx, { endpointId }), isNull(webhookSecrets.expiresAt)));
      [row] = await tx.insert(webhookSecrets).values(created.row).onConflictDoNothing().returning();
    }
    const active = await listSecrets({ ...ctx, tx }, { endpointId }, now);
    if (active.length > sizeLimits.webhookSecrets) {
      throw new AltaError(
        'conflict',
        `At most ${sizeLimits.webhookSecrets} secrets can be active at a time.`,
        {
          code: 'too-many-secrets',
        },
      );
    }
    await audit(
      tx,
      ctx,
      'webhook-secret.rotated',
      { kind: 'webhook-secret', id: row.id },
      { overlap_hours: overlapHours, ...(endpointId ? { endpoint_id: endpointId } : {}) },
    );
    return { row, secret: created.secret };
  });
}

/** Copies the workspace's current secret to an endpoint without one, until the overlap ends. */
async function copyWorkspaceSecret(
  tx: Transaction,
  ctx: Context,
  { endpointId, expiresAt }: { endpointId: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  const [current] = await listSecrets({ ...ctx, tx }, {}, now);
  if (!current || expiresAt <= now) return;
  const [secret = ''] = unsealed(ctx.workspace, [current]);
  const { row } = sealSecret(ctx.workspace, { endpointId }, secret, now);
  await tx.insert(webhookSecrets).values({ ...row, expiresAt });
}

/** Lists the active secrets, newest first, without their values. An endpoint without any uses the workspace's. */
export const listSecrets = (
  ctx: Context,
  owner: SecretOwner = {},
  now = new Date(),
): Promise<SecretRow[]> => {
  requirePermission(ctx, 'webhooks:read');
  return reader(ctx)
    .select()
    .from(webhookSecrets)
    .where(and(ofOwner(ctx, owner), isUnexpired(now)))
    .orderBy(...newestFirst);
};

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

/** Ends a previous secret before its overlap ends. The current secret can only be ended by a rotation. */
export async function endSecret(ctx: Context, id: string, now = new Date()): Promise<void> {
  requirePermission(ctx, 'webhook-secrets:write');
  await inTransaction(ctx, async (tx) => {
    const updated = await tx
      .update(webhookSecrets)
      .set({ expiresAt: now })
      .where(
        and(
          eq(webhookSecrets.id, id),
          eq(webhookSecrets.workspaceId, ctx.workspace.id),
          gt(webhookSecrets.expiresAt, now),
        ),
      )
      .returning({ id: webhookSecrets.id });
    if (updated.length === 0) throw notFound('The secondary webhook secret');
    await audit(tx, ctx, 'webhook-secret.ended', { kind: 'webhook-secret', id });
  });
}

/** The parts of a delivery that determine its signing secrets. */
interface SignedDelivery extends SecretOwner {
  workspace: Workspace;
}

/**
 * Returns the signing secrets (`whsec_…`) of each delivery, the current one first. Creates a secret for a
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
    // If two processes create one at the same time, only one is stored.
    const first = withoutSecret.map((workspace) => makeSecret(workspace, {}, now).row);
    await database().insert(webhookSecrets).values(first).onConflictDoNothing();
    rows = await activeSecretsOf(deliveries, now);
  }
  const byOwner = Map.groupBy(rows, ({ endpointId, workspaceId }) => endpointId ?? workspaceId);
  return deliveries.map(({ workspace, endpointId }) =>
    unsealed(workspace, byOwner.get(endpointId ?? '') ?? byOwner.get(workspace.id) ?? []),
  );
}

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
  return unsealed(workspace, await listSecrets(asEngine(workspace), {}, now));
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
