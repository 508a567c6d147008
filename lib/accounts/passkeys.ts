import { isIP } from 'node:net';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { areUnexpired } from '#lib/age.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { passkeys, users, verifications } from '#lib/database/tables/accounts.ts';
import { env } from '#lib/env.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { lookupHash } from '#lib/vault.ts';
import { deleteOrphanedRecoveryCodes, notifyUser, prepareSecondFactor } from './second-factor.ts';
import { invalidateLogins, invalidateLoginsIn, type Session, type Visitor } from './sessions.ts';
import type { User, VerifiedLogin } from './users.ts';

/**
 * WebAuthn. A passkey alone suffices for a login: the user possesses it, and it signs only after the user has
 * unlocked it by fingerprint, face or PIN. Alta therefore requires user verification. It also requires
 * discoverable passkeys, so that a login needs no e-mail address.
 */

export type {
  AuthenticationResponseJSON as PasskeyAssertion,
  RegistrationResponseJSON as PasskeyRegistration,
};

const maxPasskeys = 20;
const challengeMs = 5 * 60_000;

/** The relying party's domain. Undefined for an IP address: browsers require a name. */
export function passkeyDomain(): string | undefined {
  const { hostname } = new URL(env().ALTA_ORIGIN);
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? undefined : hostname;
}

export interface PasskeySummary {
  id: string;
  /** User agent of the browser in which it was added. */
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** A user's passkeys, oldest first. */
export const listPasskeys = (userId: string): Promise<PasskeySummary[]> =>
  database()
    .select({
      id: passkeys.id,
      userAgent: passkeys.userAgent,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));

/** Returns options to create a passkey, valid for five minutes. @throws AltaError `conflict` (`too-many-passkeys`) */
export async function beginPasskeyRegistration(
  { id, name, email }: User,
  now = new Date(),
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const existing = await listPasskeys(id);
  if (existing.length >= maxPasskeys) {
    throw new AltaError(
      'conflict',
      `The account has the maximum of ${maxPasskeys} passkeys: remove one first.`,
      { code: 'too-many-passkeys' },
    );
  }
  const options = await generateRegistrationOptions({
    rpName: 'Alta',
    rpID: requirePasskeyDomain(),
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: challengeMs,
  });
  await storeChallenge('new passkey', options.challenge, id, now);
  return options;
}

/**
 * Stores a new passkey. If it is the user's first second factor, their other sessions end.
 * @returns recovery codes to show once; undefined if the user already had a second factor
 * @throws AltaError `unauthorised` (`wrong-passkey`, `signed-out`), `conflict` if the passkey is already registered
 */
export async function addPasskey(
  session: Pick<Session, 'id' | 'user'>,
  response: RegistrationResponseJSON,
  visitor: Visitor,
  now = new Date(),
): Promise<string[] | undefined> {
  const userId = session.user.id;
  const challenge = readChallenge(response.response.clientDataJSON);
  return database().transaction(async (tx) => {
    await invalidateLoginsIn(tx, session);
    if (!(await consumeChallenge(tx, 'new passkey', challenge, userId, now))) throw wrongPasskey();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      ...verificationOptions(challenge),
    }).catch(logRefusal);
    if (!verified) throw wrongPasskey();
    const { id, publicKey, counter } = registrationInfo.credential;
    const codes = await prepareSecondFactor(tx, session);
    const added = await tx
      .insert(passkeys)
      .values({
        id,
        userId,
        publicKey: Buffer.from(publicKey),
        counter,
        userAgent: visitor.userAgent.slice(0, 300),
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (added.length === 0) throw new AltaError('conflict', 'This passkey is already registered.');
    await notifyUser(tx, userId, 'passkey-added', visitor, now);
    return codes;
  });
}

/** @throws AltaError `not-found` */
export async function removePasskey(
  userId: string,
  { id }: { id: string },
  visitor: Visitor,
  now = new Date(),
): Promise<void> {
  await database().transaction(async (tx) => {
    await invalidateLogins(tx, userId);
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning();
    if (removed.length === 0) throw notFound('The passkey');
    await notifyUser(tx, userId, 'passkey-removed', visitor, now);
    await deleteOrphanedRecoveryCodes(tx, userId);
  });
}

/** Returns a challenge that any user's passkey can sign, once and within five minutes. */
export async function beginPasskeyAssertion(
  now = new Date(),
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await generateAuthenticationOptions({
    rpID: requirePasskeyDomain(),
    userVerification: 'required',
    timeout: challengeMs,
  });
  await storeChallenge('passkey', options.challenge, anyUser, now);
  return options;
}

/**
 * Returns the user whose passkey signed the challenge; undefined if the passkey is unknown or invalid, or the
 * challenge was used or has expired.
 */
export async function verifyPasskey(
  tx: Transaction,
  assertion: AuthenticationResponseJSON,
  now = new Date(),
): Promise<VerifiedLogin | undefined> {
  const challenge = readChallenge(assertion.response.clientDataJSON);
  if (!(await consumeChallenge(tx, 'passkey', challenge, anyUser, now))) return undefined;
  // Locks the user first, as every change of credentials does, so that none happens during this check.
  const owner = tx.select({ id: passkeys.userId }).from(passkeys).where(eq(passkeys.id, assertion.id));
  const [person] = await tx
    .select({ id: users.id, name: users.name, email: users.email, epoch: users.sessionEpoch })
    .from(users)
    .where(and(inArray(users.id, owner), isNull(users.deactivatedAt)))
    .for('share');
  if (!person) return undefined;
  const { epoch, ...user } = person;
  const [passkey] = await tx
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.id, assertion.id), eq(passkeys.userId, user.id)))
    .for('update');
  if (!passkey) return undefined;
  const { id, publicKey, counter } = passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: assertion,
    ...verificationOptions(challenge),
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
  }).catch(logRefusal);
  if (!verified) return undefined;
  const usage = { counter: authenticationInfo.newCounter, lastUsedAt: now };
  await tx.update(passkeys).set(usage).where(eq(passkeys.id, id));
  return { user, epoch };
}

export function wrongPasskey(): AltaError {
  return new AltaError('unauthorised', 'This passkey is unknown, or the login has expired.', {
    code: 'wrong-passkey',
  });
}

const requirePasskeyDomain = (): string => {
  const name = passkeyDomain();
  if (!name) throw new AltaError('conflict', 'ALTA_ORIGIN has an IP address: passkeys need a host name.');
  return name;
};

const verificationOptions = (expectedChallenge: string) => ({
  expectedChallenge,
  expectedOrigin: new URL(env().ALTA_ORIGIN).origin,
  expectedRPID: requirePasskeyDomain(),
  requireUserVerification: true,
});

/** The library throws when it refuses a response. */
function logRefusal(error: Error) {
  log().warn({ detail: error.message }, 'passkey refused');
  return { verified: false as const, registrationInfo: undefined, authenticationInfo: undefined };
}

type Purpose = 'new passkey' | 'passkey';
const anyUser = 'anybody';
const deriveIdentifier = (purpose: Purpose, challenge: string) =>
  `${purpose}:${lookupHash('passkey challenge', challenge)}`;

async function storeChallenge(purpose: Purpose, challenge: string, owner: string, now: Date): Promise<void> {
  await database()
    .insert(verifications)
    .values({
      id: uuidv7(),
      identifier: deriveIdentifier(purpose, challenge),
      value: owner,
      expiresAt: new Date(now.getTime() + challengeMs),
    });
}

async function consumeChallenge(
  tx: Transaction,
  purpose: Purpose,
  challenge: string,
  owner: string,
  now: Date,
): Promise<boolean> {
  const isOpenChallenge = and(
    eq(verifications.identifier, deriveIdentifier(purpose, challenge)),
    eq(verifications.value, owner),
    areUnexpired(verifications.expiresAt, challengeMs, now),
  );
  return (await tx.delete(verifications).where(isOpenChallenge).returning()).length > 0;
}

/** Returns the challenge in the browser's response, or '' if unreadable. `consumeChallenge` checks that it is ours. */
function readChallenge(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}
