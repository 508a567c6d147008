import { eq } from 'drizzle-orm';
import { database, type Transaction } from '#lib/database/client.ts';
import { users } from '#lib/database/tables/accounts.ts';
import { env } from '#lib/env.ts';
import { type AccountNotice, accountLetter, type Client } from '#lib/mail/account-letters.ts';
import { type Composer, notNeeded, queueMail } from '#lib/mail/mails.ts';

/** Queues a notice to a user about a change of their credentials. */
export async function queueAccountMail(
  tx: Transaction,
  userId: string,
  notice: AccountNotice,
  { from, now = new Date() }: { from?: Client; now?: Date } = {},
): Promise<void> {
  const data = { notice, ...(from ? { from } : {}) };
  await queueMail(tx, { kind: 'account', workspace: null, subject: userId, data }, now);
}

export const composeAccountMail: Composer<'account'> = async ({ subject, data, createdAt }) => {
  const [user] = await database().select().from(users).where(eq(users.id, subject));
  if (!user) return notNeeded;
  const url = `${env().ALTA_ORIGIN}/account`;
  const letter = accountLetter({ ...data, at: createdAt, name: user.name, url });
  return { kind: 'send', letters: [{ ...letter, to: user.email }] };
};
