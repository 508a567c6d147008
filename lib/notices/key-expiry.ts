import { and, eq, gt, isNull, lte, ne, or } from 'drizzle-orm';
import { fetchWorkspace } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { apiKeys, members, users } from '#lib/database/tables/accounts.ts';
import { env } from '#lib/env.ts';
import { keyNoticeDays } from '#lib/limits.ts';
import { keyExpiryLetter } from '#lib/mail/account-letters.ts';
import { type Composer, notNeeded, queueMail } from '#lib/mail/mails.ts';

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
        const mail = { kind: 'key-expiry', workspace, subject: key.id, data: { userId } } as const;
        await queueMail(tx, mail, now);
      }
    });
  }
}

/** Writes to an owner of the workspace. Not needed if the key has ended, or if the person is no owner any more. */
export const composeKeyExpiry: Composer<'key-expiry'> = async ({ subject, data: { userId } }, now) => {
  const [found] = await database()
    .select({ key: apiKeys, address: users.email, locale: members.digestLocale })
    .from(apiKeys)
    .innerJoin(members, and(eq(members.workspaceId, apiKeys.workspaceId), eq(members.role, 'owner')))
    .innerJoin(users, and(eq(users.id, members.userId), isNull(users.deactivatedAt)))
    .where(and(eq(apiKeys.id, subject), eq(members.userId, userId)));
  if (!found) return notNeeded;
  const { key, address, locale } = found;
  if (!key.expiresAt || key.expiresAt <= now || key.revokedAt || key.replacedBy) return notNeeded;
  const workspace = await fetchWorkspace(key.workspaceId);
  const page = `${env().ALTA_ORIGIN}/w/${workspace.slug}/configuration/api-keys`;
  const about = { workspace, key, expiresAt: key.expiresAt, address: page };
  return {
    kind: 'send',
    letters: [{ ...keyExpiryLetter(about, locale ?? undefined), to: address }],
  };
};
