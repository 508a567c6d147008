import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { auditAccount } from '#lib/audit.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { accounts, users } from '#lib/database/tables/accounts.ts';
import { AltaError } from '#lib/errors.ts';
import { mailAccount } from './account-mail.ts';
import type { Visitor } from './logins.ts';
import { type Identity, issuer } from './oidc-provider.ts';
import { endLogins } from './sessions.ts';
import type { JudgedLogin } from './users.ts';

/*
 * Who somebody is at the OpenID provider is linked by themselves, logged in, and never by an address of mail: none here
 * is proved to be of who typed it.
 */
const providerId = 'oidc';

/** Since when the person is linked to somebody at the provider that there is now. */
export async function findIdentity(userId: string): Promise<{ since: Date } | undefined> {
  const [row] = await database()
    .select({ since: accounts.createdAt })
    .from(accounts)
    .where(and(isLinkOf(userId), eq(accounts.issuer, issuer())));
  return row;
}

/** Whose account it is, deactivated or not. */
export async function findUserByIdentity({
  issuer,
  subject,
}: Identity): Promise<(JudgedLogin & { deactivatedAt: Date | null }) | undefined> {
  const [row] = await database()
    .select({
      user: { id: users.id, name: users.name, email: users.email },
      epoch: users.sessionEpoch,
      deactivatedAt: users.deactivatedAt,
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(
      and(eq(accounts.providerId, providerId), eq(accounts.issuer, issuer), eq(accounts.accountId, subject)),
    );
  return row;
}

/** In place of who they were there before. @throws AltaError `conflict` (`oidc-taken`) when it is another person's. */
export async function linkIdentity(
  userId: string,
  { issuer, subject }: Identity,
  visitor: Visitor,
  now = new Date(),
): Promise<void> {
  await database().transaction(async (tx) => {
    await endLogins(tx, userId);
    await tx.delete(accounts).where(isLinkOf(userId));
    const linked = await tx
      .insert(accounts)
      .values({ id: uuidv7(), userId, providerId, issuer, accountId: subject })
      .onConflictDoNothing()
      .returning();
    if (linked.length === 0) {
      throw new AltaError('conflict', 'It is linked to another account.', { code: 'oidc-taken' });
    }
    await tell(tx, userId, 'linked', visitor, now);
  });
}

/** From whichever provider. Nothing where there is none any more. */
export async function unlinkIdentity(userId: string, visitor: Visitor, now = new Date()): Promise<void> {
  await database().transaction(async (tx) => {
    await endLogins(tx, userId);
    const unlinked = await tx.delete(accounts).where(isLinkOf(userId)).returning();
    if (unlinked.length > 0) await tell(tx, userId, 'unlinked', visitor, now);
  });
}

const isLinkOf = (userId: string) => and(eq(accounts.userId, userId), eq(accounts.providerId, providerId));

async function tell(
  tx: Transaction,
  userId: string,
  what: 'linked' | 'unlinked',
  { address, userAgent }: Visitor,
  now: Date,
): Promise<void> {
  await auditAccount(tx, userId, `identity.${what}`, {}, { address });
  await mailAccount(tx, userId, `identity-${what}`, { from: { address, userAgent }, now });
}
