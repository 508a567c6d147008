import { eq } from 'drizzle-orm';
import { database, type Transaction } from '#lib/database/client.ts';
import { users } from '#lib/database/tables/accounts.ts';
import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import { type AccountNotice, accountNotice, type CameFrom } from '#lib/mail/account-notice.ts';
import { sendMail } from '#lib/mail/send-mail.ts';
import { enqueue } from '#lib/queue.ts';
import type { QueuePayloads } from '#lib/queue-list.ts';

/** Tells a person what became of their ways in, once the caller's transaction has committed. */
export const mailAccount = (
  tx: Transaction,
  userId: string,
  notice: AccountNotice,
  { from, now = new Date() }: { from?: CameFrom; now?: Date } = {},
): Promise<void> =>
  // An account is in no workspace: each has a lane of its own.
  enqueue(tx, { environment: 'live', workspaceId: userId }, 'account-mail', {
    userId,
    notice,
    at: now.toISOString(),
    ...(from ? { from } : {}),
  });

/** @throws Error when the mail server is away: the queue tries again. */
export async function sendAccountMail({
  userId,
  notice,
  at,
  from,
}: QueuePayloads['account-mail']): Promise<void> {
  const [user] = await database().select().from(users).where(eq(users.id, userId));
  if (!user) return;
  const origin = env().ALTA_ORIGIN;
  const sent = await sendMail({
    ...accountNotice({ notice, at: new Date(at), name: user.name, address: `${origin}/account`, from }),
    to: user.email,
    messageId: `<${notice}.${userId}.${Date.parse(at)}@${new URL(origin).hostname}>`,
  });
  if (sent.kind === 'refused') log().warn({ user: userId, detail: sent.detail }, 'a notice was refused');
}
