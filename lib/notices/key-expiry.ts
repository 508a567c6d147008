import { and, eq, gt, isNull, lte, ne, or } from 'drizzle-orm';
import { fetchWorkspace } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { apiKeys, members, users } from '#lib/database/tables/accounts.ts';
import { env } from '#lib/env.ts';
import { keyNoticeDays } from '#lib/limits.ts';
import { log } from '#lib/log.ts';
import { keyExpiryMail } from '#lib/mail/key-expiry.ts';
import { sendMail } from '#lib/mail/send-mail.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import type { QueuePayloads } from '#lib/queue-list.ts';

const dayMs = 86_400_000;

/** Of keys that end soon each owner of the workspace is mailed, once for each end that a key has. */
export async function notifyExpiringKeys(now = new Date()): Promise<void> {
  const { id, expiresAt, expiryToldFor, replacedBy, revokedAt } = apiKeys;
  const isDue = and(
    lte(expiresAt, new Date(now.getTime() + keyNoticeDays * dayMs)),
    gt(expiresAt, now),
    // One that has been replaced ends as it should.
    isNull(replacedBy),
    isNull(revokedAt),
    or(isNull(expiryToldFor), ne(expiryToldFor, expiresAt)),
  );
  const keys = await database().select().from(apiKeys).where(isDue);
  for (const key of keys) {
    const workspace = await fetchWorkspace(key.workspaceId);
    await database().transaction(async (tx) => {
      const isOfKey = and(eq(id, key.id), isDue);
      const told = await tx.update(apiKeys).set({ expiryToldFor: key.expiresAt }).where(isOfKey).returning();
      if (told.length === 0) return;
      const isOwner = and(eq(members.workspaceId, workspace.id), eq(members.role, 'owner'));
      for (const { userId } of await tx.select().from(members).where(isOwner)) {
        await enqueue(tx, laneOf(workspace), 'key-mail', { keyId: key.id, userId });
      }
    });
  }
}

/**
 * Mails an owner that a key ends soon, unless it ended or they are none by now.
 * @throws Error when the mail server is away: the queue tries again.
 */
export async function mailExpiringKey(
  { keyId, userId }: QueuePayloads['key-mail'],
  now = new Date(),
): Promise<void> {
  const [found] = await database()
    .select({ key: apiKeys, address: users.email, locale: members.digestLocale })
    .from(apiKeys)
    .innerJoin(members, and(eq(members.workspaceId, apiKeys.workspaceId), eq(members.role, 'owner')))
    .innerJoin(users, and(eq(users.id, members.userId), isNull(users.deactivatedAt)))
    .where(and(eq(apiKeys.id, keyId), eq(members.userId, userId)));
  if (!found) return;
  const { key, address, locale } = found;
  if (!key.expiresAt || key.expiresAt <= now || key.revokedAt || key.replacedBy) return;
  const workspace = await fetchWorkspace(key.workspaceId);
  const origin = env().ALTA_ORIGIN;
  const at = `${origin}/w/${workspace.slug}/configuration/api-keys`;
  const sent = await sendMail({
    ...keyExpiryMail({ workspace, key, expiresAt: key.expiresAt, address: at }, locale ?? undefined),
    to: address,
    messageId: `<key.${keyId}.${userId}.${key.expiresAt.getTime()}@${new URL(origin).hostname}>`,
  });
  if (sent.kind === 'refused')
    log().warn({ key: keyId, detail: sent.detail }, 'a notice of a key was refused');
}
