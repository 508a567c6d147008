import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { type Context, inTransaction } from '#lib/context.ts';
import { rowSealPlace } from '#lib/database/seal-places.ts';
import { idempotentAnswers } from '#lib/database/tables/http.ts';
import { env } from '#lib/env.ts';
import { AltaError } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import { dayMs } from '#lib/time.ts';
import { type SealPlace, seal, unseal } from '#lib/vault.ts';

const IdempotencyKey = z
  .string()
  .min(1)
  .max(sizeLimits.idempotencyKeyCharacters)
  .regex(/^[\x21-\x7e]+$/);

export interface IdempotentRequest {
  key: string;
  /** Method and path. */
  route: string;
  digest: string;
}

interface IdempotencyAnswer {
  status: number;
  body: unknown;
}

/**
 * Reads a request's `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header); undefined without one.
 * @throws AltaError `validation` for a malformed key
 */
export function idempotentRequestOf(request: Request, body: unknown): IdempotentRequest | undefined {
  const header = request.headers.get('idempotency-key');
  if (header === null || request.method !== 'POST') return undefined;
  // The draft requires quotes around the key, but most clients omit them.
  const key = IdempotencyKey.safeParse(header.replace(/^"(.*)"$/, '$1'));
  if (!key.success) {
    const most = sizeLimits.idempotencyKeyCharacters;
    const message = `must be 1 to ${most} visible ASCII characters`;
    throw new AltaError('validation', `The Idempotency-Key ${message}.`, {
      fields: { 'Idempotency-Key': message },
      faults: [{ code: 'invalid-format', message, paths: ['$header.Idempotency-Key'] }],
    });
  }
  const { pathname, search } = new URL(request.url);
  const digest = createHash('sha256')
    .update(`${search}\n${JSON.stringify(body)}`)
    .digest('hex');
  return { key: key.data, route: `${request.method} ${pathname}`, digest };
}

/**
 * Handles the first request with a key, and repeats its answer to later ones for KEEP_ANSWERS_DAYS. The work and
 * its answer are stored in one transaction: concurrent requests with the key wait for the first, and a failure
 * leaves nothing behind.
 * @throws AltaError `validation` `idempotency-key-reused` if the key was used for another request
 */
export async function answerOnce<Given extends IdempotencyAnswer>(
  ctx: Context,
  request: IdempotentRequest,
  handle: (ctx: Context) => Promise<Given>,
  now = new Date(),
): Promise<(Given | IdempotencyAnswer) & { replayed: 'yes' | 'no' }> {
  const sealPlace = answerSealPlace(ctx, request);
  return inTransaction(ctx, async (tx) => {
    const oldest = new Date(now.getTime() - env().KEEP_ANSWERS_DAYS * dayMs);
    const expired = lt(idempotentAnswers.createdAt, oldest);
    const row = {
      workspaceId: ctx.workspace.id,
      route: request.route,
      key: request.key,
      digest: request.digest,
      status: null,
      bodySealed: null,
      createdAt: now,
    };
    const { workspaceId, route, key } = idempotentAnswers;
    const [claimed] = await tx
      .insert(idempotentAnswers)
      .values(row)
      .onConflictDoUpdate({ target: [workspaceId, route, key], set: row, setWhere: expired })
      .returning({ key });
    const isThisKey = and(eq(workspaceId, row.workspaceId), eq(route, row.route), eq(key, row.key));
    if (!claimed) {
      const [storedAnswer] = await tx.select().from(idempotentAnswers).where(isThisKey);
      return { ...answerOf(storedAnswer, request, sealPlace), replayed: 'yes' as const };
    }
    const given = await handle({ ...ctx, tx });
    const bodySealed = seal(JSON.stringify(given.body ?? null), sealPlace);
    await tx.update(idempotentAnswers).set({ status: given.status, bodySealed }).where(isThisKey);
    return { ...given, replayed: 'no' as const };
  });
}

function answerOf(
  storedAnswer: typeof idempotentAnswers.$inferSelect | undefined,
  { digest }: IdempotentRequest,
  sealPlace: SealPlace,
): IdempotencyAnswer {
  if (!storedAnswer?.status || !storedAnswer.bodySealed) {
    throw new AltaError('unavailable', 'The first request with this key is still in progress.', {
      retryAfterSeconds: 1,
    });
  }
  if (storedAnswer.digest !== digest) {
    const reused = 'was used for another request';
    throw new AltaError('validation', 'The Idempotency-Key was used for another request.', {
      code: 'idempotency-key-reused',
      fields: { 'Idempotency-Key': reused },
      faults: [{ code: 'idempotency-key-reused', message: reused, paths: ['$header.Idempotency-Key'] }],
    });
  }
  const body: unknown = JSON.parse(unseal(storedAnswer.bodySealed, sealPlace).toString());
  return { status: storedAnswer.status, body: body ?? undefined };
}

const answerSealPlace = ({ workspace }: Context, { route, key }: IdempotentRequest) =>
  rowSealPlace(idempotentAnswers.bodySealed, workspace, `${route} ${key}`);
