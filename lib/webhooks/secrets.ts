import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader, type Workspace } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { webhookSecrets } from '#lib/database/tables/webhooks.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import { placeIn, seal, unseal } from '#lib/vault.ts';

export type SecretRow = typeof webhookSecrets.$inferSelect;

const secretBytes = 32;
const hourMs = 3_600_000;

export const RotationInput = z.strictObject({
  overlapHours: z
    .number()
    .int()
    .min(0)
    .max(168)
    .default(24)
    .describe('How long the secret before signs along. 0 ends it at once: it has leaked.'),
});
export type RotationInput = z.infer<typeof RotationInput>;

/**
 * Makes a new signing secret (`whsec_…`) and gives it: it is in this answer and nowhere else. Until the
 * overlap ends deliveries are signed with the one before, too.
 * @throws AltaError `conflict` `too-many-secrets`, unless the one before ends at once
 */
export async function rotateSecret(
  ctx: Context,
  { overlapHours }: RotationInput,
  now = new Date(),
): Promise<{ row: SecretRow; secret: string }> {
  return inTransaction(ctx, async (tx) => {
    const expiresAt = new Date(now.getTime() + overlapHours * hourMs);
    const made = makeSecret(ctx.workspace, now);
    let row: SecretRow | undefined;
    // Who rotates at the same time may have stored theirs in between: it is the one before ours then.
    while (!row) {
      await tx
        .update(webhookSecrets)
        .set({ expiresAt })
        .where(and(eq(webhookSecrets.workspaceId, ctx.workspace.id), isNull(webhookSecrets.expiresAt)));
      [row] = await tx.insert(webhookSecrets).values(made.row).onConflictDoNothing().returning();
    }
    const alive = await listSecrets({ ...ctx, tx }, now);
    if (alive.length > sizeLimits.webhookSecrets) {
      throw new AltaError('conflict', `At the most ${sizeLimits.webhookSecrets} secrets sign at a time.`, {
        code: 'too-many-secrets',
      });
    }
    await audit(
      tx,
      ctx,
      'webhook-secret.rotated',
      { kind: 'webhook-secret', id: row.id },
      { overlap_hours: overlapHours },
    );
    return { row, secret: made.secret };
  });
}

/** Those that sign now, the newest first; without their secrets. */
export async function listSecrets(ctx: Context, now = new Date()): Promise<SecretRow[]> {
  return aliveOf([ctx.workspace], now, reader(ctx));
}

async function aliveOf(
  workspaces: Workspace[],
  now: Date,
  db: ReturnType<typeof reader> = database(),
): Promise<SecretRow[]> {
  const ids = workspaces.map(({ id }) => id);
  return db
    .select()
    .from(webhookSecrets)
    .where(and(inArray(webhookSecrets.workspaceId, ids), isAlive(now)))
    .orderBy(desc(webhookSecrets.createdAt), desc(webhookSecrets.id));
}

/** Ends a secret that signs along before its time. The current one is ended by a rotation. */
export async function endSecret(ctx: Context, id: string, now = new Date()): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const ended = await tx
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
    if (ended.length === 0) throw notFound('A webhook secret that signs along');
    await audit(tx, ctx, 'webhook-secret.ended', { kind: 'webhook-secret', id });
  });
}

/**
 * For signing: `whsec_…` texts, the current one first, by the workspace's id. A workspace gets its first one here.
 */
export async function signingSecrets(
  workspaces: Workspace[],
  now = new Date(),
): Promise<Map<string, string[]>> {
  let rows = await aliveOf(workspaces, now);
  const without = workspaces.filter(
    ({ id }) => !rows.some(({ workspaceId, expiresAt }) => workspaceId === id && expiresAt === null),
  );
  if (without.length > 0) {
    // Of two processes that find none, one stores it.
    const first = without.map((workspace) => makeSecret(workspace, now).row);
    await database().insert(webhookSecrets).values(first).onConflictDoNothing();
    rows = await aliveOf(workspaces, now);
  }
  return new Map(
    workspaces.map((workspace) => {
      const own = rows.filter(({ workspaceId }) => workspaceId === workspace.id);
      return [workspace.id, unsealed(workspace, own)];
    }),
  );
}

/** Those of one workspace, and none is made where there is none: nobody could have it to verify with. */
export async function knownSecrets(workspace: Workspace, now = new Date()): Promise<string[]> {
  return unsealed(workspace, await listSecrets(asEngine(workspace), now));
}

const asEngine = (workspace: Workspace): Context => ({ workspace, actor: { kind: 'engine' } });

const unsealed = (workspace: Workspace, rows: SecretRow[]) =>
  rows.map((row) => unseal(row.secretSealed, placeOf(workspace, row.id)).toString());

function makeSecret(workspace: Workspace, now: Date) {
  const id = uuidv7();
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  const secretSealed = seal(secret, placeOf(workspace, id));
  return { secret, row: { id, workspaceId: workspace.id, secretSealed, createdAt: now } };
}

const isAlive = (now: Date) => or(isNull(webhookSecrets.expiresAt), gt(webhookSecrets.expiresAt, now));

const placeOf = (workspace: Workspace, id: string) =>
  placeIn(workspace, { table: 'webhook_secrets', column: 'secret_sealed', row: id });
