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
import { areAlive, isYounger } from '#lib/age.ts';
import { auditAccount } from '#lib/audit.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { accounts, users, verifications } from '#lib/database/tables/accounts.ts';
import { env } from '#lib/env.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { randomText } from '#lib/random-text.ts';
import { shared } from '#lib/shared.ts';
import { lookupHash } from '#lib/vault.ts';
import { mailAccount } from './password-reset.ts';
import { endLogins, type Session, type Visitor } from './sessions.ts';
import { enter, type FirstStep, noteFailedLogin } from './sign-in.ts';
import type { JudgedLogin } from './users.ts';

/** Cookie held while the user is at the provider. Grants no access. */
export const oidcCookieName = '__Host-alta_oidc';
export const oidcSeconds = 600;
/** 256 bits. */
const tokenShape = /^[0-9A-Za-z]{43}$/;

/** Purpose of a visit to the provider: a login, or linking the identity there to an account. */
const Errand = z.object({ linkTo: z.string().optional(), returnTo: z.string().optional() });
type Errand = z.infer<typeof Errand>;

/** @returns the cookie's value, and the URL to redirect to. @throws as `addressAtProvider` */
export async function goToProvider(
  errand: Errand,
  now = new Date(),
): Promise<{ token: string; url: string }> {
  const token = randomText(43);
  const url = await addressAtProvider(token);
  await database()
    .insert(verifications)
    .values({
      id: uuidv7(),
      identifier: identifierOf(token),
      value: JSON.stringify(errand),
      expiresAt: new Date(now.getTime() + oidcSeconds * 1_000),
    });
  return { token, url };
}

/** The identity was linked to the session's account, or a login got this far. */
export type Return = { kind: 'linked' } | (FirstStep & { returnTo: string | undefined });

/**
 * Completes a visit, once.
 * @throws AltaError `gone` (`oidc-gone`), `unauthorised` (`oidc-unlinked`), `conflict` (`oidc-taken`), and as
 * `identityFrom`.
 */
export async function comeFromProvider(
  { token, query }: { token: string; query: string },
  session: Session | undefined,
  visitor: Visitor,
  now = new Date(),
): Promise<Return> {
  const { linkTo, returnTo } = await takeErrand(token, now);
  // A user who has logged out, or in as somebody else, did not request this link.
  if (linkTo !== undefined && linkTo !== session?.user.id) throw oidcGone();
  const identity = await identityFrom(token, query);
  if (linkTo === undefined) return { ...(await logInAs(identity, visitor, now)), returnTo };
  await linkIdentity(linkTo, identity, visitor, now);
  return { kind: 'linked' };
}

async function logInAs(identity: Identity, visitor: Visitor, now: Date): Promise<FirstStep> {
  const found = await findUserByIdentity(identity);
  if (found && !found.deactivatedAt) return enter(found, visitor, now);
  // A deactivated user gets the same error as an unknown one.
  if (found) await noteFailedLogin(found.user.email, visitor);
  log().warn({ address: visitor.address }, 'a login by the OpenID provider of nobody who may');
  throw new AltaError('unauthorised', 'Nobody is linked to it.', { code: 'oidc-unlinked' });
}

async function takeErrand(token: string, now: Date): Promise<Errand> {
  if (!tokenShape.test(token)) throw oidcGone();
  const [taken] = await database()
    .delete(verifications)
    .where(
      and(
        eq(verifications.identifier, identifierOf(token)),
        areAlive(verifications.expiresAt, oidcSeconds * 1_000, now),
      ),
    )
    .returning({ value: verifications.value });
  if (!taken) throw oidcGone();
  return Errand.parse(JSON.parse(taken.value));
}

const identifierOf = (token: string) => `oidc:${lookupHash('oidc errand', token)}`;

const oidcGone = () =>
  new AltaError('gone', 'This login was completed, or took too long.', { code: 'oidc-gone' });

/**
 * Identities at the OpenID provider are linked by users who are logged in, never by e-mail address: addresses
 * here are not verified.
 */
const providerId = 'oidc';

/** When the user was linked to an identity at the provider configured now. */
export async function findIdentity(userId: string): Promise<{ since: Date } | undefined> {
  const [row] = await database()
    .select({ since: accounts.createdAt })
    .from(accounts)
    .where(and(isLinkOf(userId), eq(accounts.issuer, issuer())));
  return row;
}

/** The account linked to an identity, deactivated or not. */
async function findUserByIdentity({
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

/** Links or replaces an identity. @throws AltaError `conflict` (`oidc-taken`) if another account has it */
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

/**
 * One OpenID Connect provider, configured by the operator. Its endpoints come from discovery at its issuer.
 * Code flow with PKCE, state and nonce; the ID token's signature is verified as well.
 */

/** A user at the provider. A `sub` is permanent and unique within its issuer. */
export interface Identity {
  issuer: string;
  subject: string;
}

const deadlineSeconds = 10;
/** How long the provider's metadata is cached. */
const keptMs = 3_600_000;

/** Display name; undefined if no provider is configured. */
export const providerName = (): string | undefined => env().ALTA_OIDC_NAME;

/** Normalised: two spellings of a URL are one issuer. @throws AltaError `not-found` if none is configured */
const issuer = (): string => configured().issuer.href;

/**
 * The provider's authorisation URL.
 * @param token known only to the user's browser; the provider's response is valid only for its holder
 * @throws AltaError `unavailable` (`oidc-away`), `not-found` if no provider is configured
 */
async function addressAtProvider(token: string): Promise<string> {
  const { state, nonce, verifier } = keysOf(token);
  return buildAuthorizationUrl(await discovered(), {
    redirect_uri: callback().href,
    scope: 'openid',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href;
}

/**
 * The identity returned by the provider.
 * @param query of the callback
 * @throws AltaError `unauthorised` (`oidc-refused`, `oidc-failed`), `unavailable` (`oidc-away`).
 */
async function identityFrom(token: string, query: string): Promise<Identity> {
  const { state, nonce, verifier } = keysOf(token);
  const config = await discovered();
  const cameTo = callback();
  cameTo.search = query;
  const answer = await authorizationCodeGrant(config, cameTo, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  }).catch((error: unknown) => {
    log().warn({ reason: reasonOf(error) }, 'a login at the OpenID provider came to nothing');
    throw error instanceof AuthorizationResponseError
      ? failure('oidc-refused', 'The provider did not say who they are.')
      : failure('oidc-failed', 'What came from the provider is not as it has to be.');
  });
  const subject = answer.claims()?.sub;
  if (!subject) throw failure('oidc-failed', 'The provider gave no ID token.');
  return { issuer: issuer(), subject };
}

/** State, nonce and PKCE verifier, derived from a token that only the browser has: none of them is stored. */
const keysOf = (token: string) => ({
  state: lookupHash('oidc state', token),
  nonce: lookupHash('oidc nonce', token),
  verifier: lookupHash('oidc verifier', token),
});

const callback = () => new URL(`${env().ALTA_ORIGIN}/login/oidc/callback`);

function configured() {
  const { ALTA_OIDC_ISSUER, ALTA_OIDC_CLIENT_ID, ALTA_OIDC_CLIENT_SECRET } = env();
  if (!ALTA_OIDC_ISSUER || !ALTA_OIDC_CLIENT_ID) throw notFound('The OpenID provider');
  return {
    issuer: new URL(ALTA_OIDC_ISSUER),
    clientId: ALTA_OIDC_CLIENT_ID,
    clientSecret: ALTA_OIDC_CLIENT_SECRET,
  };
}

async function discovered(now = new Date()): Promise<Configuration> {
  const kept = shared<{ config?: Configuration; at: Date }>('oidc', () => ({ at: now }));
  if (kept.config && isYounger(kept.at, keptMs, now)) return kept.config;
  const config = await askProvider().catch((error: unknown) => {
    if (error instanceof AltaError) throw error;
    log().warn({ reason: reasonOf(error) }, 'the OpenID provider does not say how it is asked');
    throw new AltaError('unavailable', 'The provider does not answer.', { code: 'oidc-away' });
  });
  Object.assign(kept, { config, at: now });
  return config;
}

/** Fetches the provider's metadata, without caching. @throws Error with the reason if that fails */
export async function askProvider(): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = configured();
  return discovery(
    issuer,
    clientId,
    undefined,
    // client_secret_basic is the default of RFC 6749, 2.3.1, unless the provider supports only the other
    // method.
    (server, ...more) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
      return authenticate(clientSecret)(server, ...more);
    },
    {
      timeout: deadlineSeconds,
      // lib/env.ts accepts http only for this machine.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
    },
  );
}

const failure = (code: 'oidc-failed' | 'oidc-refused', message: string) =>
  new AltaError('unauthorised', message, { code });

/** The provider's or the library's error code: never anything that was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) return error.error;
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? 'unknown';
}
