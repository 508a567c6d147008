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
import { areAlive } from '#lib/age.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { passkeys, users, verifications } from '#lib/database/tables/accounts.ts';
import { env } from '#lib/env.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { lookupHash } from '#lib/vault.ts';
import { gainSecondFactor, loseSecondFactor, tell } from './second-factor.ts';
import { endLogins, type Session, type Visitor } from './sessions.ts';
import type { JudgedLogin, User } from './users.ts';

/**
 * WebAuthn. A passkey suffices for a login: it is a thing the user has, and it signs only after being
 * unlocked by finger, face or PIN. Alta therefore requires user verification, and passkeys that are
 * discoverable without an e-mail address.
 */

export type { AuthenticationResponseJSON as PasskeyUse, RegistrationResponseJSON as NewPasskey };

const mostPasskeys = 20;
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

/** Options to create a passkey, for five minutes. @throws AltaError `conflict` (`too-many-passkeys`) */
export async function beginPasskey(
  { id, name, email }: User,
  now = new Date(),
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await listPasskeys(id);
  if (known.length >= mostPasskeys) {
    throw new AltaError('conflict', `There are ${mostPasskeys} passkeys.`, { code: 'too-many-passkeys' });
  }
  const options = await generateRegistrationOptions({
    rpName: 'Alta',
    rpID: domain(),
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: challengeMs,
  });
  await keepChallenge('new passkey', options.challenge, id, now);
  return options;
}

/**
 * Stores a new passkey. If it is the user's first second factor, their other sessions end.
 * @returns recovery codes to show once, if there were none
 * @throws AltaError `validation` (`wrong-passkey`), `conflict` if the passkey is already known
 */
export async function addPasskey(
  session: Pick<Session, 'id' | 'user'>,
  made: RegistrationResponseJSON,
  visitor: Visitor,
  now = new Date(),
): Promise<string[] | undefined> {
  const userId = session.user.id;
  const challenge = challengeOf(made.response.clientDataJSON);
  return database().transaction(async (tx) => {
    await endLogins(tx, userId);
    if (!(await spendChallenge(tx, 'new passkey', challenge, userId, now))) throw wrongPasskey();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: made,
      ...expected(challenge),
    }).catch(refused);
    if (!verified) throw wrongPasskey();
    const { id, publicKey, counter } = registrationInfo.credential;
    const codes = await gainSecondFactor(tx, session);
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
    if (added.length === 0) throw new AltaError('conflict', 'This passkey is known.');
    await tell(tx, userId, 'passkey-added', visitor, now);
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
    await endLogins(tx, userId);
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning();
    if (removed.length === 0) throw notFound('The passkey');
    await tell(tx, userId, 'passkey-removed', visitor, now);
    await loseSecondFactor(tx, userId);
  });
}

/** A challenge for any user's passkey to sign, valid once and for five minutes. */
export async function beginPasskeyUse(now = new Date()): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await generateAuthenticationOptions({
    rpID: domain(),
    userVerification: 'required',
    timeout: challengeMs,
  });
  await keepChallenge('passkey', options.challenge, anybody, now);
  return options;
}

/** The user whose passkey signed; undefined if the passkey is unknown or the challenge not open. */
export async function spendPasskey(
  tx: Transaction,
  use: AuthenticationResponseJSON,
  now = new Date(),
): Promise<JudgedLogin | undefined> {
  const challenge = challengeOf(use.response.clientDataJSON);
  if (!(await spendChallenge(tx, 'passkey', challenge, anybody, now))) return undefined;
  // Locks the user first, like every change of credentials: nothing changes while the passkey is checked.
  const owner = tx.select({ id: passkeys.userId }).from(passkeys).where(eq(passkeys.id, use.id));
  const [person] = await tx
    .select({ id: users.id, name: users.name, email: users.email, epoch: users.sessionEpoch })
    .from(users)
    .where(and(inArray(users.id, owner), isNull(users.deactivatedAt)))
    .for('share');
  if (!person) return undefined;
  const { epoch, ...user } = person;
  const [found] = await tx
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.id, use.id), eq(passkeys.userId, user.id)))
    .for('update');
  if (!found) return undefined;
  const { id, publicKey, counter } = found;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: use,
    ...expected(challenge),
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
  }).catch(refused);
  if (!verified) return undefined;
  const used = { counter: authenticationInfo.newCounter, lastUsedAt: now };
  await tx.update(passkeys).set(used).where(eq(passkeys.id, id));
  return { user, epoch };
}

export function wrongPasskey(): AltaError {
  return new AltaError('unauthorised', 'This passkey is not known here, or took too long.', {
    code: 'wrong-passkey',
  });
}

const domain = (): string => {
  const name = passkeyDomain();
  if (!name) throw new AltaError('conflict', 'ALTA_ORIGIN has an address and no name.');
  return name;
};

const expected = (expectedChallenge: string) => ({
  expectedChallenge,
  expectedOrigin: new URL(env().ALTA_ORIGIN).origin,
  expectedRPID: domain(),
  requireUserVerification: true,
});

/** The library throws its findings. */
function refused(error: Error) {
  log().warn({ detail: error.message }, 'a passkey that was refused');
  return { verified: false as const, registrationInfo: undefined, authenticationInfo: undefined };
}

type Purpose = 'new passkey' | 'passkey';
const anybody = 'anybody';
const identifierOf = (purpose: Purpose, challenge: string) =>
  `${purpose}:${lookupHash('passkey challenge', challenge)}`;

async function keepChallenge(purpose: Purpose, challenge: string, of: string, now: Date): Promise<void> {
  await database()
    .insert(verifications)
    .values({
      id: uuidv7(),
      identifier: identifierOf(purpose, challenge),
      value: of,
      expiresAt: new Date(now.getTime() + challengeMs),
    });
}

async function spendChallenge(
  tx: Transaction,
  purpose: Purpose,
  challenge: string,
  of: string,
  now: Date,
): Promise<boolean> {
  const isThis = and(
    eq(verifications.identifier, identifierOf(purpose, challenge)),
    eq(verifications.value, of),
    areAlive(verifications.expiresAt, challengeMs, now),
  );
  return (await tx.delete(verifications).where(isThis).returning()).length > 0;
}

/** The challenge as claimed by the browser; the library compares it with the signed one. */
function challengeOf(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}
