import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { areAlive } from '#lib/age.ts';
import { database } from '#lib/database/client.ts';
import { verifications } from '#lib/database/tables/accounts.ts';
import { AltaError } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { randomText } from '#lib/random-text.ts';
import { lookupHash } from '#lib/vault.ts';
import { findUserByIdentity, linkIdentity } from './identities.ts';
import { noteFailedLogin, type Visitor } from './logins.ts';
import { addressAtProvider, type Identity, identityFrom } from './oidc-provider.ts';
import type { Session } from './sessions.ts';
import { enter, type FirstStep } from './sign-in.ts';

/** While somebody is at the provider. It lets nobody in. */
export const oidcCookieName = '__Host-alta_oidc';
export const oidcSeconds = 600;
/** 256 bits. */
const tokenShape = /^[0-9A-Za-z]{43}$/;

/** What somebody goes to the provider for: to log in, or to have who they are there linked to their account. */
const Errand = z.object({ linkTo: z.string().optional(), returnTo: z.string().optional() });
type Errand = z.infer<typeof Errand>;

/** @returns the value of the cookie, and where to go. @throws as `addressAtProvider` */
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

/** Linked to the account of the session, or a login as far as it goes. */
export type Return = { kind: 'linked' } | (FirstStep & { returnTo: string | undefined });

/**
 * Ends an errand, once.
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
  // Who logged out meanwhile, or in as somebody else, did not ask for it.
  if (linkTo !== undefined && linkTo !== session?.user.id) throw oidcGone();
  const identity = await identityFrom(token, query);
  if (linkTo === undefined) return { ...(await logInAs(identity, visitor, now)), returnTo };
  await linkIdentity(linkTo, identity, visitor, now);
  return { kind: 'linked' };
}

async function logInAs(identity: Identity, visitor: Visitor, now: Date): Promise<FirstStep> {
  const found = await findUserByIdentity(identity);
  if (found && !found.deactivatedAt) return enter(found, visitor, now);
  // Who is deactivated is told no more than others.
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
