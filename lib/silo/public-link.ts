import { rowSealPlace } from '#lib/database/sealed.ts';
import { registrationLinks } from '#lib/database/tables/registrations.ts';
import { env } from '#lib/env.ts';
import { randomText } from '#lib/random-text.ts';
import { lookupHash, type Sealed, seal, unseal } from '#lib/vault.ts';

/**
 * A capability link: whoever holds it may use it. The ref has 26 base62 characters (154 bits). The database
 * stores its keyed hash for lookup, and its ciphertext to show the address in the entry's meta.
 */
export interface LinkKey {
  id: string;
  workspaceId: string;
  environment: string;
}

const refLength = 26;
const refShape = /^[0-9A-Za-z]{22,64}$/;

export const createRef = (): string => randomText(refLength);

/** Undefined for anything that cannot be a ref, so that garbage never reaches the database. */
export const hashRef = (ref: string): string | undefined =>
  refShape.test(ref) ? lookupHash('registration-link', ref) : undefined;

export const sealRef = (ref: string, link: LinkKey): Sealed => seal(ref, refSealPlace(link));
export const unsealRef = (sealed: string, link: LinkKey): string =>
  unseal(sealed, refSealPlace(link)).toString();

export const linkUrl = (ref: string): string => `${env().ALTA_ORIGIN}/reg/${ref}`;

const refSealPlace = ({ id, workspaceId, environment }: LinkKey) =>
  rowSealPlace(registrationLinks.refSealed, { id: workspaceId, environment }, id);
