import { rowSealPlace } from '#lib/database/seal-places.ts';
import { registrationLinks } from '#lib/database/tables/registrations.ts';
import { env } from '#lib/env.ts';
import { randomText } from '#lib/random-text.ts';
import { lookupHash, type Sealed, seal, unseal } from '#lib/vault.ts';

/**
 * Identifies a capability link: anyone who has the link may use it. The ref, the last part of its address, has
 * 26 base62 characters (154 bits). The database stores the ref's keyed hash for lookup, and its ciphertext to
 * show the address in the entry's meta.
 */
export interface LinkKey {
  id: string;
  workspaceId: string;
  environment: string;
}

const refLength = 26;
const refShape = /^[0-9A-Za-z]{22,64}$/;

export const createRef = (): string => randomText(refLength);

/** Undefined for a text that cannot be a ref, so that it is not looked up in the database. */
export const hashRef = (ref: string): string | undefined =>
  refShape.test(ref) ? lookupHash('registration-link', ref) : undefined;

export const sealRef = (ref: string, link: LinkKey): Sealed => seal(ref, refSealPlace(link));
export const unsealRef = (sealed: string, link: LinkKey): string =>
  unseal(sealed, refSealPlace(link)).toString();

export const linkUrl = (ref: string): string => `${env().ALTA_ORIGIN}/reg/${ref}`;

const refSealPlace = ({ id, workspaceId, environment }: LinkKey) =>
  rowSealPlace(registrationLinks.refSealed, { id: workspaceId, environment }, id);
