import type { KeyObject } from 'node:crypto';
import { and, type Column, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { type Context, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { rowSealPlace } from '#lib/database/seal-places.ts';
import { accessTickets, certificates } from '#lib/database/tables/certificates.ts';
import { type DelegationRow, delegations } from '#lib/database/tables/registrations.ts';
import { AltaError } from '#lib/errors.ts';
import { seal, unseal } from '#lib/vault.ts';
import type { CertificateDescription } from '#lib/x509/certificate.ts';
import { createAlias, createCertificateRequest } from '#lib/x509/certificate-request.ts';
import { createKeyPair, privateKeyOf } from '#lib/x509/key-pair.ts';

/** A key pair with its certificate request and, once uploaded, its certificate. */
export type CertificateRow = typeof certificates.$inferSelect;

interface Subject {
  registrationId: string;
  entryId: string;
  organisation: string;
  cuit: string;
  /** Existing alias at the authority to which the certificate is added. Default: a new alias. */
  alias?: string | undefined;
  aliasPrefix?: string | undefined;
}

/** Generates a key pair and its certificate request. Returns the row to insert, with the key already sealed. */
export async function makeCertificateRequest(
  ctx: Context,
  subject: Subject,
): Promise<typeof certificates.$inferInsert> {
  const id = uuidv7();
  const { environment, id: workspaceId } = ctx.workspace;
  const { privateKeyPkcs8, publicKeyFingerprint } = await createKeyPair();
  const alias = subject.alias ?? createAlias(subject.aliasPrefix);
  const csr = createCertificateRequest({ ...subject, privateKey: privateKeyPkcs8, alias });
  const keySealed = seal(privateKeyPkcs8, keySealPlace({ id, workspaceId, environment }));
  privateKeyPkcs8.fill(0);
  const { registrationId, entryId } = subject;
  return {
    id,
    workspaceId,
    registrationId,
    entryId,
    environment,
    alias,
    keySealed,
    csr,
    publicKeyFingerprint,
  };
}

/**
 * Returns the private key for signing. The key must not leave this process. No other function returns it.
 * @throws AltaError `conflict` when the key was destroyed.
 */
export function signingKeyOf(row: CertificateRow): KeyObject {
  if (!row.keySealed) throw keyDestroyed();
  const pkcs8 = unseal(row.keySealed, keySealPlace(row));
  const key = privateKeyOf(pkcs8);
  pkcs8.fill(0);
  return key;
}

export const keyDestroyed = () =>
  new AltaError('conflict', 'The key was destroyed.', { code: 'key-destroyed' });

/**
 * Returns the registration's key pairs that were not activated, newest first. An uploaded certificate may be for
 * any of them.
 */
export async function unactivatedKeyPairs(ctx: Context, registrationId: string): Promise<CertificateRow[]> {
  return reader(ctx)
    .select()
    .from(certificates)
    .where(and(eq(certificates.registrationId, registrationId), isNull(certificates.activatedAt)))
    .orderBy(desc(certificates.createdAt), desc(certificates.id));
}

/** Condition for the signing certificate: activated and not superseded. */
export const isActiveOf = ({ activatedAt, supersededAt }: { activatedAt: Column; supersededAt: Column }) =>
  and(isNotNull(activatedAt), isNull(supersededAt));
export const isActive = isActiveOf(certificates);

/** Returns the entry's signing certificate; undefined before its registration is completed and after it is ended. */
export async function activeCertificate(ctx: Context, entryId: string): Promise<CertificateRow | undefined> {
  const [row] = await reader(ctx)
    .select()
    .from(certificates)
    .where(and(eq(certificates.entryId, entryId), eq(certificates.workspaceId, ctx.workspace.id), isActive));
  return row;
}

export async function isUsedElsewhere(
  ctx: Context,
  { fingerprint }: CertificateDescription,
): Promise<boolean> {
  const [row] = await reader(ctx)
    .select({ id: certificates.id })
    .from(certificates)
    .where(and(eq(certificates.fingerprint, fingerprint), ne(certificates.workspaceId, ctx.workspace.id)));
  return row !== undefined;
}

export async function storeCertificate(
  tx: Transaction,
  row: CertificateRow,
  certificate: CertificateDescription,
  now: Date,
): Promise<void> {
  const { pem, alias, holderCuit, issuer, notBefore, notAfter, fingerprint } = certificate;
  await tx
    .update(certificates)
    .set({
      certificate: pem,
      certificateAlias: alias,
      holderCuit,
      issuer,
      notBefore,
      notAfter,
      fingerprint,
      receivedAt: now,
    })
    .where(and(eq(certificates.id, row.id), isNull(certificates.activatedAt)));
}

/** Activates the certificate for the entry. The previous one stays readable but no longer signs. */
export async function activateCertificate(tx: Transaction, row: CertificateRow, now: Date): Promise<void> {
  await tx
    .update(certificates)
    .set({ supersededAt: now })
    .where(
      and(
        eq(certificates.entryId, row.entryId),
        isNull(certificates.supersededAt),
        ne(certificates.id, row.id),
      ),
    );
  await tx.update(certificates).set({ activatedAt: now }).where(eq(certificates.id, row.id));
}

/** Destroys the entry's private keys and deletes their access tickets. Returns the number of keys. */
export async function destroyKeys(
  tx: Transaction,
  ctx: Context,
  entryId: string,
  now: Date,
): Promise<number> {
  const destroyed = await tx
    .update(certificates)
    .set({ keySealed: null, supersededAt: sql`coalesce(${certificates.supersededAt}, ${now.toISOString()})` })
    .where(
      and(
        eq(certificates.entryId, entryId),
        eq(certificates.workspaceId, ctx.workspace.id),
        isNotNull(certificates.keySealed),
      ),
    )
    .returning({ id: certificates.id });
  const ids = destroyed.map(({ id }) => id);
  if (ids.length) await tx.delete(accessTickets).where(inArray(accessTickets.certificateId, ids));
  return ids.length;
}

const keySealPlace = ({
  id,
  workspaceId,
  environment,
}: Pick<CertificateRow, 'id' | 'workspaceId' | 'environment'>) =>
  rowSealPlace(certificates.keySealed, { id: workspaceId, environment }, id);

export interface Signer {
  certificate: CertificateRow;
  delegation?: DelegationRow;
}

/**
 * Returns the entry's own certificate while it is valid, otherwise the delegate's if the delegation was granted,
 * otherwise the entry's expired certificate.
 */
export async function signerOf(ctx: Context, entryId: string, now = new Date()): Promise<Signer | undefined> {
  const own = await activeCertificate(ctx, entryId);
  if (own?.notAfter && own.notAfter > now) return { certificate: own };
  const [delegation] = await reader(ctx)
    .select()
    .from(delegations)
    .where(
      and(
        eq(delegations.entryId, entryId),
        eq(delegations.workspaceId, ctx.workspace.id),
        isNotNull(delegations.grantedAt),
      ),
    );
  const certificate = delegation && (await activeCertificate(ctx, delegation.delegateEntryId));
  if (certificate) return { certificate, delegation };
  return own && { certificate: own };
}
