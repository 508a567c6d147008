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
import { isYounger } from '#lib/age.ts';
import { env } from '#lib/env.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { shared } from '#lib/shared.ts';
import { lookupHash } from '#lib/vault.ts';

/*
 * One provider of OpenID Connect, which the operator names: where we ask it is what it says of itself at its issuer, and
 * nothing of who logs in. Code flow with PKCE, state and nonce; the ID token's signature is looked at, too.
 */

/** A person there: a `sub` is theirs for good, within its issuer. */
export interface Identity {
  issuer: string;
  subject: string;
}

const deadlineSeconds = 10;
/** So long what it says of itself is taken for true. */
const keptMs = 3_600_000;

/** As people call it; undefined where the installation has none. */
export const providerName = (): string | undefined => env().ALTA_OIDC_NAME;

/** Two ways to write an address are one issuer. @throws AltaError `not-found` where there is none. */
export const issuer = (): string => configured().issuer.href;

/**
 * Where somebody shows there who they are.
 * @param token which only their browser has. What they come back with is good for who has it.
 * @throws AltaError `unavailable` (`oidc-away`), `not-found` where there is none.
 */
export async function addressAtProvider(token: string): Promise<string> {
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
 * Who they are there.
 * @param query with which they came back
 * @throws AltaError `unauthorised` (`oidc-refused`, `oidc-failed`), `unavailable` (`oidc-away`).
 */
export async function identityFrom(token: string, query: string): Promise<Identity> {
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

/** What goes along to the provider and has to come back, made of what only one browser has: nothing of it is kept. */
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

/** Asks the provider what it says of itself, and keeps nothing of it. @throws Error with why it can not be asked */
export async function askProvider(): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = configured();
  return discovery(
    issuer,
    clientId,
    undefined,
    // As RFC 6749, 2.3.1 has it, unless the provider takes the other alone.
    (server, ...more) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
      return authenticate(clientSecret)(server, ...more);
    },
    {
      timeout: deadlineSeconds,
      // Only on this machine: lib/env.ts takes no other.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
    },
  );
}

const failure = (code: 'oidc-failed' | 'oidc-refused', message: string) =>
  new AltaError('unauthorised', message, { code });

/** In the provider's or the library's word for it: never what was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) return error.error;
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? 'unknown';
}
