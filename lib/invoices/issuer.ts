import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { type CertificateRow, isActive } from '#lib/certificates/store.ts';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import type { Document } from '#lib/documents/envelope.ts';
import type { CodedMessage, StoredFault } from '#lib/faults/fault.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import { searchQuery } from '#lib/silo/search.ts';

export interface Issuer {
  /** Of the supplier. */
  entryId: string;
  name: string;
  cuit: string;
  certificate: CertificateRow;
}

/** Who issues invoices under this CUIT in this workspace, or why nobody does. */
export async function findIssuer(
  ctx: Context,
  cuit: string,
  now: Date,
): Promise<{ kind: 'issuer'; issuer: Issuer } | { kind: 'none'; fault: StoredFault }> {
  const [found] = await reader(ctx)
    .select({ certificate: certificates, doc: entries.doc })
    .from(entries)
    .innerJoin(certificates, eq(certificates.entryId, entries.id))
    .where(
      and(
        eq(entries.workspaceId, ctx.workspace.id),
        // The words find it by their index; the path says that it is the tax code.
        sql`${entries.search} @@ ${`'${cuit}'`}::tsquery`,
        sql`${entries.doc} #>> '{tax_id,code}' = ${cuit}`,
        isActive,
      ),
    )
    .orderBy(desc(certificates.notAfter))
    .limit(1);
  if (!found) return { kind: 'none', fault: refusal({ code: 'supplier-not-registered', params: { cuit } }) };
  const { certificate, doc } = found;
  if (!certificate.notAfter || certificate.notAfter <= now) {
    return { kind: 'none', fault: refusal(expired(certificate)) };
  }
  const name = String((doc as { name?: unknown }).name ?? '');
  return { kind: 'issuer', issuer: { entryId: certificate.entryId, name, cuit, certificate } };
}

const expired = ({ notAfter }: CertificateRow): CodedMessage => ({
  code: 'certificate-expired',
  params: { why: 'since', date: notAfter?.toISOString().slice(0, 10) ?? '' },
});

/** A supplier that can issue invoices now. */
export interface RegisteredSupplier {
  /** Of its entry. */
  id: string;
  doc: Document;
}

/** One in a list. */
export type ListedSupplier = Pick<ListedEntry, 'id' | 'snippet'>;

/** As many as a choice can show. */
export const mostListed = 100;

/**
 * The last to be registered first, `mostListed` at the most. `q` narrows them down as it does the list of suppliers: by
 * the beginnings of words of the name, or of the CUIT.
 */
export async function listRegisteredSuppliers(
  ctx: Context,
  { q = '' }: { q?: string } = {},
  now = new Date(),
): Promise<ListedSupplier[]> {
  if (q === '') return listRegistered(ctx, now);
  const words = searchQuery(q);
  return words ? listRegistered(ctx, now, sql`${entries.search} @@ ${words}::tsquery`) : [];
}

/** Undefined for an entry that is none of this workspace's, or can not issue invoices now. */
export async function findRegisteredSupplier(
  ctx: Context,
  id: string,
  now = new Date(),
): Promise<RegisteredSupplier | undefined> {
  if (!isUuid(id)) return undefined;
  const [supplier] = await reader(ctx)
    .select({ id: entries.id, doc: entries.doc })
    .from(certificates)
    .innerJoin(entries, eq(entries.id, certificates.entryId))
    .where(and(signsNow(ctx, now), eq(entries.id, id)))
    .limit(1);
  return supplier;
}

const listRegistered = (ctx: Context, now: Date, among?: SQL): Promise<ListedSupplier[]> =>
  reader(ctx)
    .select({ id: entries.id, snippet: entries.snippet })
    .from(certificates)
    .innerJoin(entries, eq(entries.id, certificates.entryId))
    .where(and(signsNow(ctx, now), among))
    .orderBy(desc(certificates.activatedAt))
    .limit(mostListed);

const signsNow = (ctx: Context, now: Date): SQL | undefined =>
  and(eq(certificates.workspaceId, ctx.workspace.id), isActive, gt(certificates.notAfter, now));

/** A fault of the supplier's, found at the invoice that names it. */
export const refusal = (said: CodedMessage, path = '$.supplier.tax_id.code'): StoredFault => ({
  provider: 'gov-ar',
  ...said,
  paths: [path],
});
