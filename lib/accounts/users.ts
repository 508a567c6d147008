import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { and, eq } from 'drizzle-orm';
import { type Context, inTransaction } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { accounts, members, sessions, users, verifications } from '#lib/database/tables/accounts.ts';
import { env } from '#lib/env.ts';
import { shared } from '#lib/shared.ts';
import { lookupHash } from '#lib/vault.ts';

/** Sign-in with e-mail and password; hashing and sessions are better-auth's. */
export const authentication = () => shared('authentication', makeAuthentication);

function makeAuthentication() {
  return betterAuth({
    baseURL: env().ALTA_ORIGIN,
    secret: lookupHash('better-auth', 'secret'),
    telemetry: { enabled: false },
    database: drizzleAdapter(database(), {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    emailAndPassword: { enabled: true, minPasswordLength: 12 },
  });
}

export async function findUserByEmail(email: string): Promise<{ id: string } | undefined> {
  const [row] = await database().select({ id: users.id }).from(users).where(eq(users.email, email));
  return row;
}

export async function createUser(input: {
  name: string;
  email: string;
  password: string;
}): Promise<{ id: string }> {
  const { user } = await authentication().api.signUpEmail({ body: input });
  return { id: user.id };
}

export async function setPassword(userId: string, password: string): Promise<void> {
  const { password: passwords } = await authentication().$context;
  await database()
    .update(accounts)
    .set({ password: await passwords.hash(password) })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
}

export async function addMember(ctx: Context, userId: string, role: 'owner' | 'member'): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.insert(members).values({ workspaceId: ctx.workspace.id, userId, role }).onConflictDoNothing();
  });
}
