import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { type Context, inTransaction } from '#lib/context.ts';
import { placeIn } from '#lib/database/sealed.ts';
import { idempotentAnswers } from '#lib/database/tables/idempotency.ts';
import { env } from '#lib/env.ts';
import { AltaError } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import { type SealPlace, seal, unseal } from '#lib/vault.ts';

const Key = z
  .string()
  .min(1)
  .max(sizeLimits.idempotencyKeyCharacters)
  .regex(/^[\x21-\x7e]+$/);

const dayMs = 86_400_000;

export interface IdempotentRequest {
  key: string;
  /** Method and path. */
  route: string;
  digest: string;
}

interface Answer {
  status: number;
  body: unknown;
}

/**
 * The request that an `Idempotency-Key` names (draft-ietf-httpapi-idempotency-key-header), undefined without one.
 * @throws AltaError `validation` for a key that is none.
 */
export function idempotentRequestOf(request: Request, body: unknown): IdempotentRequest | undefined {
  const header = request.headers.get('idempotency-key');
  if (header === null || request.method !== 'POST') return undefined;
  // The draft writes it as a quoted string, most clients without the quotes.
  const key = Key.safeParse(header.replace(/^"(.*)"$/, '$1'));
  if (!key.success) {
    const most = sizeLimits.idempotencyKeyCharacters;
    throw new AltaError('validation', `The Idempotency-Key must be 1 to ${most} visible ASCII characters.`);
  }
  const { pathname, search } = new URL(request.url);
  const digest = createHash('sha256')
    .update(`${search}\n${JSON.stringify(body)}`)
    .digest('hex');
  return { key: key.data, route: `${request.method} ${pathname}`, digest };
}

/**
 * Answers the first request of a key by `handle`, and every later one with the same answer, for a day or as long as the
 * operator says. Both the work and its answer are in one transaction: equal requests at the same time wait for the
 * first, and what failed leaves nothing behind.
 * @throws AltaError `validation` `idempotency-key-reused` when the key was used for another request.
 */
export async function answerOnce<Given extends Answer>(
  ctx: Context,
  request: IdempotentRequest,
  handle: (ctx: Context) => Promise<Given>,
  now = new Date(),
): Promise<(Given | Answer) & { replayed: 'yes' | 'no' }> {
  const place = placeOf(ctx, request);
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
    const isThis = and(eq(workspaceId, row.workspaceId), eq(route, row.route), eq(key, row.key));
    if (!claimed) {
      const [there] = await tx.select().from(idempotentAnswers).where(isThis);
      return { ...answerOf(there, request, place), replayed: 'yes' as const };
    }
    const given = await handle({ ...ctx, tx });
    const bodySealed = seal(JSON.stringify(given.body ?? null), place);
    await tx.update(idempotentAnswers).set({ status: given.status, bodySealed }).where(isThis);
    return { ...given, replayed: 'no' as const };
  });
}

function answerOf(
  there: typeof idempotentAnswers.$inferSelect | undefined,
  { digest }: IdempotentRequest,
  place: SealPlace,
): Answer {
  if (!there?.status || !there.bodySealed) {
    throw new AltaError('unavailable', 'The first request of this key has no answer yet.', {
      retryAfterSeconds: 1,
    });
  }
  if (there.digest !== digest) {
    throw new AltaError('validation', 'The Idempotency-Key was used for another request.', {
      code: 'idempotency-key-reused',
    });
  }
  const body: unknown = JSON.parse(unseal(there.bodySealed, place).toString());
  return { status: there.status, body: body ?? undefined };
}

const placeOf = ({ workspace }: Context, { route, key }: IdempotentRequest) =>
  placeIn(idempotentAnswers.bodySealed, workspace, `${route} ${key}`);
