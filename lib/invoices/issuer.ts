import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { CertificateRow } from '#lib/certificates/store.ts';
import { type Context, reader } from '#lib/context.ts';
import { certificates } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import type { CodedMessage, StoredFault } from '#lib/faults/fault.ts';

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
        isNotNull(certificates.activatedAt),
        isNull(certificates.supersededAt),
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

/** A fault of the supplier's, found at the invoice that names it. */
export const refusal = (said: CodedMessage, path = '$.supplier.tax_id.code'): StoredFault => ({
  provider: 'gov-ar',
  ...said,
  paths: [path],
});
