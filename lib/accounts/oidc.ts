import { and, eq } from 'drizzle-orm';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  ResponseBodyError,
} from 'openid-client';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { areUnexpired, isRecent } from '#lib/age.ts';
import { auditAccount } from '#lib/audit.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { accounts, users, verifications } from '#lib/database/tables/accounts.ts';
import { env } from '#lib/env.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { oncePerProcess } from '#lib/process-values.ts';
import { randomText } from '#lib/random-text.ts';
import { lookupHash } from '#lib/vault.ts';
import { queueAccountMail } from './account-mails.ts';
import { invalidateLogins, invalidateLoginsIn, type Session, type Visitor } from './sessions.ts';
import { completeFirstFactor, type FirstFactorResult, recordFailedLogin } from './sign-in.ts';
import type { VerifiedLogin } from './users.ts';

/** Cookie for the time that the user spends at the provider. Grants no access. */
export const oidcCookieName = '__Host-alta_oidc';
export const oidcSeconds = 600;
/** 256 bits of entropy. */
const tokenPattern = /^[0-9A-Za-z]{43}$/;

/** Purpose of the flow: a login or, with `linkTo`, linking an identity to that account. */
const OidcFlow = z.object({ linkTo: z.string().optional(), returnTo: z.string().optional() });
type OidcFlow = z.infer<typeof OidcFlow>;

/** @returns the cookie's value and the URL to redirect to. @throws as `createAuthorizationUrl` */
export async function startOidcFlow(
  flow: OidcFlow,
  now = new Date(),
): Promise<{ token: string; url: string }> {
  const token = randomText(43);
  const url = await createAuthorizationUrl(token);
  await database()
    .insert(verifications)
    .values({
      id: uuidv7(),
      identifier: deriveIdentifier(token),
      value: JSON.stringify(flow),
      expiresAt: new Date(now.getTime() + oidcSeconds * 1_000),
    });
  return { token, url };
}

/**
 * Result of a flow: the identity was linked to the session's account, or the user passed the first factor.
 */
export type OidcResult = { kind: 'linked' } | (FirstFactorResult & { returnTo: string | undefined });

/**
 * Completes a flow. Each token works once.
 * @throws AltaError `gone` (`oidc-gone`), `unauthorised` (`oidc-unlinked`), `conflict` (`oidc-taken`), and as
 * `fetchIdentity`.
 */
export async function finishOidcFlow(
  { token, query }: { token: string; query: string },
  session: Session | undefined,
  visitor: Visitor,
  now = new Date(),
): Promise<OidcResult> {
  const { linkTo, returnTo } = await consumeFlow(token, now);
  // The user who requested the link may have logged out, or in as another user.
  const linking = linkTo === session?.user.id ? session : undefined;
  if (linkTo !== undefined && !linking) throw oidcGone();
  const identity = await fetchIdentity(token, query);
  if (!linking) return { ...(await logInWithIdentity(identity, visitor, now)), returnTo };
  await linkIdentity(linking, identity, visitor, now);
  return { kind: 'linked' };
}

async function logInWithIdentity(
  identity: Identity,
  visitor: Visitor,
  now: Date,
): Promise<FirstFactorResult> {
  const found = await findUserByIdentity(identity);
  if (found && !found.deactivatedAt) return completeFirstFactor(found, visitor, now);
  // A deactivated user gets the same error as an unknown one.
  if (found) await recordFailedLogin(found.user.email, visitor);
  log().warn({ address: visitor.address }, 'OpenID login refused: the identity is not linked to an account');
  throw new AltaError('unauthorised', 'This identity is not linked to an account.', {
    code: 'oidc-unlinked',
  });
}

async function consumeFlow(token: string, now: Date): Promise<OidcFlow> {
  if (!tokenPattern.test(token)) throw oidcGone();
  const [row] = await database()
    .delete(verifications)
    .where(
      and(
        eq(verifications.identifier, deriveIdentifier(token)),
        areUnexpired(verifications.expiresAt, oidcSeconds * 1_000, now),
      ),
    )
    .returning({ value: verifications.value });
  if (!row) throw oidcGone();
  return OidcFlow.parse(JSON.parse(row.value));
}

const deriveIdentifier = (token: string) => `oidc:${lookupHash('oidc errand', token)}`;

const oidcGone = () =>
  new AltaError('gone', 'This login was already completed or has expired.', { code: 'oidc-gone' });

/**
 * Marks the rows of `accounts` that are identities at the OpenID provider. Only a logged-in user can link one.
 * Identities are never matched by e-mail address, because Alta does not verify addresses.
 */
const providerId = 'oidc';

/** Returns when the user linked an identity at the configured provider; undefined if there is none. */
export async function findIdentity(userId: string): Promise<{ since: Date } | undefined> {
  const [row] = await database()
    .select({ since: accounts.createdAt })
    .from(accounts)
    .where(and(isIdentityLink(userId), eq(accounts.issuer, configuredIssuer())));
  return row;
}

/** Finds the user linked to an identity, deactivated or not. */
async function findUserByIdentity({
  issuer,
  subject,
}: Identity): Promise<(VerifiedLogin & { deactivatedAt: Date | null }) | undefined> {
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

/**
 * Links or replaces an identity.
 * @throws AltaError `conflict` (`oidc-taken`) if another account has it, `unauthorised` (`signed-out`)
 */
export async function linkIdentity(
  session: Pick<Session, 'id' | 'user'>,
  { issuer, subject }: Identity,
  visitor: Visitor,
  now = new Date(),
): Promise<void> {
  const userId = session.user.id;
  await database().transaction(async (tx) => {
    await invalidateLoginsIn(tx, session);
    await tx.delete(accounts).where(isIdentityLink(userId));
    const linked = await tx
      .insert(accounts)
      .values({ id: uuidv7(), userId, providerId, issuer, accountId: subject })
      .onConflictDoNothing()
      .returning();
    if (linked.length === 0) {
      throw new AltaError('conflict', 'This identity is linked to another account.', { code: 'oidc-taken' });
    }
    await notifyUser(tx, userId, 'linked', visitor, now);
  });
}

export async function unlinkIdentity(userId: string, visitor: Visitor, now = new Date()): Promise<void> {
  await database().transaction(async (tx) => {
    await invalidateLogins(tx, userId);
    const unlinked = await tx.delete(accounts).where(isIdentityLink(userId)).returning();
    if (unlinked.length > 0) await notifyUser(tx, userId, 'unlinked', visitor, now);
  });
}

const isIdentityLink = (userId: string) =>
  and(eq(accounts.userId, userId), eq(accounts.providerId, providerId));

async function notifyUser(
  tx: Transaction,
  userId: string,
  change: 'linked' | 'unlinked',
  { address, userAgent }: Visitor,
  now: Date,
): Promise<void> {
  await auditAccount(tx, userId, `identity.${change}`, {}, { address });
  await queueAccountMail(tx, userId, `identity-${change}`, { from: { address, userAgent }, now });
}

/**
 * Client of the OpenID Connect provider that the operator configured. Endpoints come from discovery at the
 * issuer. Uses the code flow with PKCE, state and nonce, and also verifies the ID token's signature.
 */

/** A user at the provider. `subject` is the `sub` claim, permanent and unique within its issuer. */
export interface Identity {
  issuer: string;
  subject: string;
}

const timeoutSeconds = 10;
/** How long the provider's metadata is cached. */
const metadataCacheMs = 3_600_000;

/** Display name; undefined if no provider is configured. */
export const providerName = (): string | undefined => env().ALTA_OIDC_NAME;

/** Normalised, so that two spellings of a URL are one issuer. @throws AltaError `not-found` if none is configured */
const configuredIssuer = (): string => readProviderSettings().issuer.href;

/**
 * Creates the provider's authorization URL.
 * @param token secret of the user's browser; the provider's response is accepted only together with it
 * @throws AltaError `unavailable` (`oidc-away`), `not-found` if no provider is configured
 */
async function createAuthorizationUrl(token: string): Promise<string> {
  const { state, nonce, verifier } = deriveFlowSecrets(token);
  return buildAuthorizationUrl(await loadProviderConfig(), {
    redirect_uri: callbackUrl().href,
    scope: 'openid',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href;
}

/**
 * Exchanges the callback's query for an identity.
 * @throws AltaError `unauthorised` (`oidc-refused`, `oidc-failed`), `unavailable` (`oidc-away`).
 */
async function fetchIdentity(token: string, query: string): Promise<Identity> {
  const { state, nonce, verifier } = deriveFlowSecrets(token);
  const config = await loadProviderConfig();
  const currentUrl = callbackUrl();
  currentUrl.search = query;
  const tokens = await authorizationCodeGrant(config, currentUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  }).catch((error: unknown) => {
    log().warn({ reason: errorReason(error) }, 'OpenID login failed');
    throw error instanceof AuthorizationResponseError
      ? loginFailure('oidc-refused', 'The provider returned no identity.')
      : loginFailure('oidc-failed', "The provider's response is not valid.");
  });
  const subject = tokens.claims()?.sub;
  if (!subject) throw loginFailure('oidc-failed', 'The provider returned no ID token.');
  return { issuer: configuredIssuer(), subject };
}

/** State, nonce and PKCE verifier. None is stored: they are derived from the token, which only the browser has. */
const deriveFlowSecrets = (token: string) => ({
  state: lookupHash('oidc state', token),
  nonce: lookupHash('oidc nonce', token),
  verifier: lookupHash('oidc verifier', token),
});

const callbackUrl = () => new URL(`${env().ALTA_ORIGIN}/login/oidc/callback`);

function readProviderSettings() {
  const { ALTA_OIDC_ISSUER, ALTA_OIDC_CLIENT_ID, ALTA_OIDC_CLIENT_SECRET } = env();
  if (!ALTA_OIDC_ISSUER || !ALTA_OIDC_CLIENT_ID) throw notFound('The OpenID provider');
  return {
    issuer: new URL(ALTA_OIDC_ISSUER),
    clientId: ALTA_OIDC_CLIENT_ID,
    clientSecret: ALTA_OIDC_CLIENT_SECRET,
  };
}

async function loadProviderConfig(now = new Date()): Promise<Configuration> {
  const cache = oncePerProcess<{ config?: Configuration; at: Date }>('oidc', () => ({ at: now }));
  if (cache.config && isRecent(cache.at, metadataCacheMs, now)) return cache.config;
  const config = await discoverProvider().catch((error: unknown) => {
    if (error instanceof AltaError) throw error;
    log().warn({ reason: errorReason(error) }, "the OpenID provider's metadata could not be read");
    throw new AltaError('unavailable', 'The provider does not respond.', { code: 'oidc-away' });
  });
  Object.assign(cache, { config, at: now });
  return config;
}

/** Fetches the provider's metadata, without caching. @throws Error with the reason if that fails */
export async function discoverProvider(): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = readProviderSettings();
  return discovery(
    issuer,
    clientId,
    undefined,
    // client_secret_basic is the default of RFC 6749, 2.3.1, unless the provider supports only the other
    // method.
    (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
      return authenticate(clientSecret)(server, ...rest);
    },
    {
      timeout: timeoutSeconds,
      // lib/env.ts accepts http only for the local machine.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
    },
  );
}

const loginFailure = (code: 'oidc-failed' | 'oidc-refused', message: string) =>
  new AltaError('unauthorised', message, { code });

/** Error code of the provider or the library, or else the error's message. Contains nothing that was sent. */
function errorReason(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) return error.error;
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? 'unknown';
}
