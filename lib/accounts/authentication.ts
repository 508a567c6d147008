import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { preparedOnce, type Transaction } from '#lib/database/client.ts';
import { accounts, sessions, users, verifications } from '#lib/database/tables/accounts.ts';
import { env } from '#lib/env.ts';
import { loginSecret } from '#lib/vault.ts';
import { passwordLengths } from './passwords.ts';

export const sessionCookieName = '__Host-alta_session';
/** A session ends this long after its last use … */
export const idleSeconds = 12 * 3_600;
/** … which is recorded no more often than this … */
const idleResolutionSeconds = 600;
/** … and at the latest this long after the login. */
export const sessionSeconds = 7 * 86_400;

/** better-auth, used for accounts, password hashing and sessions. Its HTTP handler is not mounted. */
export const authentication = preparedOnce(makeAuthentication);

/** better-auth within the caller's transaction. */
export const authenticationIn = (tx: Transaction) => makeAuthentication(tx);

function makeAuthentication(db: Parameters<typeof drizzleAdapter>[0]) {
  return betterAuth({
    baseURL: env().ALTA_ORIGIN,
    secret: loginSecret(),
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: passwordLengths.shortest,
      maxPasswordLength: passwordLengths.longest,
    },
    user: { additionalFields: { deactivatedAt: { type: 'date', required: false, input: false } } },
    // No cookie cache, so that ending a session takes effect at once.
    session: {
      expiresIn: idleSeconds,
      updateAge: idleResolutionSeconds,
      additionalFields: { provedAt: { type: 'date', required: false, input: false } },
    },
    plugins: [{ id: 'alta', endpoints: { beginSession } }],
    advanced: {
      // The name already has the prefix.
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookieName } },
    },
  });
}

/**
 * The only place that writes a session, used by `beginSession` of sessions.ts and not reachable by HTTP.
 * `instants` replace the times of a new login.
 */
const beginSession = createAuthEndpoint(
  '/alta/begin-session',
  {
    method: 'POST',
    body: z.object({
      userId: z.string(),
      instants: z.object({ createdAt: z.date(), provedAt: z.date().nullable() }).optional(),
    }),
    metadata: { SERVER_ONLY: true },
  },
  async (ctx) => {
    const { internalAdapter } = ctx.context;
    const user = await internalAdapter.findUserById(ctx.body.userId);
    if (!user) throw new Error('Nobody has the id.');
    const session = await internalAdapter.createSession(user.id, false, ctx.body.instants, true);
    await setSessionCookie(ctx, { session, user });
  },
);
